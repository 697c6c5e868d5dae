import type { Kysely } from 'kysely';

/**
 * 大题: the parts that the questions of a written paper stand in. Null is how it was before: by kind, where the order of
 * the questions goes by kind.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('exams').addColumn('sections', 'text').execute();
  await db.schema.alterTable('exam_items').addColumn('section', 'integer').execute();
  await db.schema.alterTable('exam_draws').addColumn('section', 'integer').execute();
}
