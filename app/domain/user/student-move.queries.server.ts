import { db } from '~/db/db.server';

/** What a move to another class means for exams that are published and not over. */
export type MoveEffects = {
  /** Exams that some of the students have begun: they go on, whatever class they are in. */
  begun: string[];
  /** Exams of the present classes that some have not begun: they are no longer theirs, unless the new class has them. */
  left: string[];
};

/** Reads the exams that concern students who are about to change class. */
export async function findMoveEffects(studentIds: number[]): Promise<MoveEffects> {
  if (studentIds.length === 0) return { begun: [], left: [] };
  const rows = await db()
    .selectFrom('exams')
    .innerJoin('exam_classrooms', 'exam_classrooms.exam_id', 'exams.id')
    .innerJoin('users', 'users.classroom_id', 'exam_classrooms.classroom_id')
    .leftJoin('attempts', (join) =>
      join.onRef('attempts.exam_id', '=', 'exams.id').onRef('attempts.student_id', '=', 'users.id'),
    )
    .select(['exams.id', 'exams.name', 'attempts.id as attempt_id'])
    .where('users.id', 'in', studentIds)
    .where('exams.status', '=', 'published')
    .where('exams.deleted_at', 'is', null)
    .orderBy('exams.name')
    .execute();
  const names = (isBegun: boolean) => [
    ...new Set(rows.filter((row) => (row.attempt_id !== null) === isBegun).map((row) => row.name)),
  ];
  return { begun: names(true), left: names(false) };
}
