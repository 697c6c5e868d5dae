import type { Kysely } from 'kysely';

/** In which class a student takes part in an exam, where that is not the one they are in now. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('exam_memberships')
    .addColumn('exam_id', 'integer', (column) => column.notNull().references('exams.id'))
    .addColumn('student_id', 'integer', (column) => column.notNull().references('users.id'))
    .addColumn('classroom_id', 'integer', (column) => column.references('classrooms.id'))
    .addPrimaryKeyConstraint('exam_memberships_pk', ['exam_id', 'student_id'] as never[])
    .execute();
  await db.schema
    .createIndex('exam_memberships_by_student')
    .on('exam_memberships')
    .columns(['student_id', 'exam_id'])
    .execute();
  await db.schema
    .createIndex('exam_memberships_by_classroom')
    .on('exam_memberships')
    .columns(['classroom_id', 'exam_id', 'student_id'])
    .execute();
}
