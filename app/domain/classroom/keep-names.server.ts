import { db } from '~/db/db.server';

/**
 * Exams keep what classes and students were called on their day: a class renamed at a promotion does not rewrite old
 * papers. Called before a name changes, within the same transaction.
 */

/** Exams that have begun. */
function heldExams(now: number) {
  return db()
    .selectFrom('exams')
    .select('exams.id')
    .where((where) =>
      where.or([
        where('exams.status', 'in', ['closed', 'released']),
        where.and([
          where('exams.status', '=', 'published'),
          where.or([where('exams.begin_time', '<=', now), where('exams.oral_begin_time', '<=', now)]),
        ]),
      ]),
    );
}

/** Before a class gets another name. */
export async function keepClassName(classroom: { id: number; name: string }, newName: string, now: number) {
  if (classroom.name === newName) return;
  await db()
    .updateTable('exam_classrooms')
    .set({ class_name: classroom.name })
    .where('classroom_id', '=', classroom.id)
    .where('class_name', 'is', null)
    .where('exam_id', 'in', heldExams(now))
    .execute();
}

/** Before a student gets another name. */
export async function keepStudentName(
  student: { id: number; name: string; classId: number | null },
  newName: string,
  now: number,
) {
  if (student.name === newName) return;
  const rows = await heldExams(now)
    .where((where) =>
      where.or([
        where('exams.id', 'in', (from) =>
          from.selectFrom('attempts').select('attempts.exam_id').where('attempts.student_id', '=', student.id),
        ),
        where('exams.id', 'in', (from) =>
          from
            .selectFrom('exam_classrooms')
            .select('exam_classrooms.exam_id')
            .where('exam_classrooms.classroom_id', '=', student.classId ?? 0),
        ),
      ]),
    )
    .execute();
  if (rows.length === 0) return;
  await db()
    .insertInto('exam_student_names')
    .values(rows.map(({ id }) => ({ exam_id: id, student_id: student.id, name: student.name })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
