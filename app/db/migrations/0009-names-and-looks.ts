import type { Kysely } from 'kysely';

/** Who has seen others' marks of a paper before giving their own, and what classes and students were called then. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('score_looks')
    .addColumn('attempt_id', 'integer', (c) => c.notNull().references('attempts.id'))
    .addColumn('teacher_id', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('looked_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('score_looks_pk', ['attempt_id', 'teacher_id'] as never[])
    .execute();
  // When the marking is to be done; whoever is late is told.
  await db.schema.alterTable('exams').addColumn('marking_due_at', 'bigint').execute();
  // Asked to arbitrate without being an examiner of the part: no paper waits for them, they read those alone they were given.
  await db.schema
    .alterTable('exam_examiners')
    .addColumn('only_arbitrates', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('exam_classrooms').addColumn('class_name', 'text').execute();
  await db.schema
    .createTable('exam_student_names')
    .addColumn('exam_id', 'integer', (c) => c.notNull().references('exams.id'))
    .addColumn('student_id', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('exam_student_names_pk', ['exam_id', 'student_id'] as never[])
    .execute();
}
