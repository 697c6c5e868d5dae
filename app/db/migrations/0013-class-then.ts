import type { Kysely } from 'kysely';

/** In which class a student was on the day of an exam, where they have been moved to another since. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('exam_student_names').addColumn('class_name', 'text').execute();
}
