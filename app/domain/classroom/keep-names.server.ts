import { keepMemberships } from './keep-memberships.server';
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

/**
 * Before students move to another class: exams keep the class they were in, those that are over or that they sat also
 * who was in them. An exam that goes on is the new class's, unless it has been begun.
 */
export async function keepStudentClasses(studentIds: number[], newClassroomId: number | null, now: number) {
  await keepMemberships(studentIds, newClassroomId, now);
  for (const id of studentIds) {
    const rows = await heldExams(now)
      .innerJoin('users', (join) => join.on('users.id', '=', id))
      .innerJoin('classrooms', 'classrooms.id', 'users.classroom_id')
      .leftJoin('exam_classrooms', (join) =>
        join
          .onRef('exam_classrooms.exam_id', '=', 'exams.id')
          .onRef('exam_classrooms.classroom_id', '=', 'classrooms.id'),
      )
      .where('exams.id', 'in', (from) =>
        from.selectFrom('attempts').select('attempts.exam_id').where('attempts.student_id', '=', id),
      )
      .select(['users.name', 'classrooms.name as now_name', 'exam_classrooms.class_name'])
      .execute();
    if (rows.length === 0) continue;
    await db()
      .insertInto('exam_student_names')
      .values(
        rows.map((row) => ({
          exam_id: row.id,
          student_id: id,
          name: row.name,
          class_name: row.class_name ?? row.now_name,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['exam_id', 'student_id']).doUpdateSet(({ ref, fn }) => ({
          class_name: fn.coalesce(ref('exam_student_names.class_name'), ref('excluded.class_name')),
        })),
      )
      .execute();
  }
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
