import { sql } from 'kysely';
import { db } from '~/db/db.server';
import { slicesOf } from '~/db/update-many.server';

/**
 * Exams keep whose they were: a student who joins or leaves a class changes nothing in what is over. Who takes part in
 * an exam, and in which class, is read by members-then in the exam area.
 */

/** Exams that nobody can begin any more. */
function examsOver(now: number) {
  return db()
    .selectFrom('exams')
    .select('exams.id')
    .where((where) =>
      where.or([
        where('exams.status', 'in', ['closed', 'released']),
        where.and([
          where('exams.status', '=', 'published'),
          where(where.fn.coalesce('exams.end_time', sql<number>`0`), '<=', now),
          where(where.fn.coalesce('exams.oral_end_time', sql<number>`0`), '<=', now),
        ]),
      ]),
    );
}

/**
 * Before students change class, in the same transaction: exams of the old or the new class that are over, and those the
 * students have begun or are to sit again, keep the class they are in now. Where one is kept already it stays.
 */
export async function keepMemberships(studentIds: number[], newClassroomId: number | null, now: number) {
  for (const ids of slicesOf(studentIds)) {
    await db()
      .insertInto('exam_memberships')
      .columns(['exam_id', 'student_id', 'classroom_id'])
      .expression((from) =>
        from
          .selectFrom('exam_classrooms')
          .innerJoin('users', (join) => join.on('users.id', 'in', ids))
          .select(['exam_classrooms.exam_id', 'users.id', 'users.classroom_id'])
          .where((where) =>
            where.or([
              where('exam_classrooms.classroom_id', '=', where.ref('users.classroom_id')),
              where('exam_classrooms.classroom_id', '=', newClassroomId ?? 0),
            ]),
          )
          .where('exam_classrooms.exam_id', 'in', examsOver(now))
          .union(
            from
              .selectFrom('attempts')
              .innerJoin('users', 'users.id', 'attempts.student_id')
              .select(['attempts.exam_id', 'users.id', 'users.classroom_id'])
              .where('attempts.student_id', 'in', ids),
          )
          .union(
            from
              .selectFrom('exam_resits')
              .innerJoin('users', 'users.id', 'exam_resits.student_id')
              .select(['exam_resits.exam_id', 'users.id', 'users.classroom_id'])
              .where('exam_resits.student_id', 'in', ids),
          ),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** After new students were put into classes: exams that were over by then are not theirs. */
export async function keepOutOfPastExams(studentIds: number[], now: number) {
  for (const ids of slicesOf(studentIds)) {
    await db()
      .insertInto('exam_memberships')
      .columns(['exam_id', 'student_id', 'classroom_id'])
      .expression((from) =>
        from
          .selectFrom('exam_classrooms')
          .innerJoin('users', 'users.classroom_id', 'exam_classrooms.classroom_id')
          .select(['exam_classrooms.exam_id', 'users.id', sql<null>`cast(null as integer)`.as('classroom_id')])
          .where('users.id', 'in', ids)
          .where('exam_classrooms.exam_id', 'in', examsOver(now)),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Students who came to one of the exam's classes after it and are to sit it now: it is theirs, in that class. */
export async function admitToExam(examId: number, studentIds: number[]) {
  const classes = db().selectFrom('exam_classrooms').select('classroom_id').where('exam_id', '=', examId);
  for (const ids of slicesOf(studentIds)) {
    await db()
      .updateTable('exam_memberships')
      .set((set) => ({
        classroom_id: set
          .selectFrom('users')
          .select('users.classroom_id')
          .whereRef('users.id', '=', 'exam_memberships.student_id'),
      }))
      .where('exam_id', '=', examId)
      .where('student_id', 'in', (where) =>
        where
          .selectFrom('users')
          .select('users.id')
          .where('users.id', 'in', ids)
          .where('users.classroom_id', 'in', classes),
      )
      .where((where) => where.or([where('classroom_id', 'is', null), where('classroom_id', 'not in', classes)]))
      .execute();
  }
}
