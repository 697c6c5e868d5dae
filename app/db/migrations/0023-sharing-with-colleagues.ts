import { sql, type Kysely } from 'kysely';
import { databaseKind } from '../db.server';
import { withId } from '../dialect/dialect.server';

/** Teaching groups, shares with one colleague or one group, and who changed what in a question. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const kind = databaseKind();
  await withId(db.schema.createTable('teaching_groups'), kind)
    .addColumn('name', 'text', (c) => c.notNull().unique())
    .addColumn('created_by', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('teaching_group_members')
    .addColumn('group_id', 'integer', (c) => c.notNull().references('teaching_groups.id').onDelete('cascade'))
    .addColumn('teacher_id', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('joined_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('teaching_group_members_pk', ['group_id', 'teacher_id'] as never[])
    .execute();
  await db.schema
    .createIndex('teaching_group_members_by_teacher')
    .on('teaching_group_members')
    .columns(['teacher_id', 'group_id'])
    .execute();

  await db.schema
    .alterTable('shares')
    .addColumn('teacher_id', 'integer', (c) => c.references('users.id'))
    .execute();
  await db.schema
    .alterTable('shares')
    .addColumn('group_id', 'integer', (c) => c.references('teaching_groups.id'))
    .execute();
  await db.schema
    .alterTable('shares')
    .addColumn('can_edit', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  // One share per question and audience: a class, a colleague and a group are each an audience of their own.
  await db.schema.dropIndex('shares_question_audience_unique').execute();
  await sql`create unique index shares_question_audience_unique on shares (question_id, audience)
    where classroom_id is null and teacher_id is null and group_id is null`.execute(db);
  await sql`create unique index shares_question_teacher_unique on shares (teacher_id, question_id)
    where teacher_id is not null`.execute(db);
  await sql`create unique index shares_question_group_unique on shares (group_id, question_id)
    where group_id is not null`.execute(db);

  await db.schema
    .alterTable('questions')
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .execute();
  await withId(db.schema.createTable('question_edits'), kind)
    .addColumn('question_id', 'integer', (c) => c.notNull().references('questions.id'))
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('editor_id', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('changes', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('question_edits_by_question')
    .on('question_edits')
    .columns(['question_id', 'id'])
    .execute();
}
