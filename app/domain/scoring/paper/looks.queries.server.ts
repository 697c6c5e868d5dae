import { db } from '~/db/db.server';
import { slicesOf } from '~/db/update-many.server';
import { isExamOwner } from '~/domain/exam/people.rules';
import type { Part } from '~/domain/exam/parts.rules';
import { paperLock } from '~/domain/exam/released.queries.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { UNDECIDED } from './settlement.rules';

/**
 * Who may see what others gave a paper. Nobody does before giving their own score; the owner alone may look at them
 * together, which is noted and keeps them from arbitrating.
 */

/** Papers of an exam whose other scores a reader may not see yet. Asks no rights. */
export async function listUnseenPapers(
  actor: Actor,
  exam: { id: number; ownerId: number },
  attemptIds: number[],
): Promise<Set<number>> {
  if (!isExamOwner(actor, exam)) return new Set(attemptIds);
  const unseen = new Set<number>();
  const isOut = await paperLock(exam.id);
  for (const ids of slicesOf(attemptIds)) {
    const rows = await db()
      .selectFrom('attempts')
      .leftJoin('scores', (join) =>
        join
          .onRef('scores.attempt_id', '=', 'attempts.id')
          .on('scores.examiner_id', '=', actor.id)
          .on('scores.state', '=', 'final'),
      )
      .leftJoin('score_looks', (join) =>
        join.onRef('score_looks.attempt_id', '=', 'attempts.id').on('score_looks.teacher_id', '=', actor.id),
      )
      .select(['attempts.id', 'attempts.student_id as studentId', 'attempts.part', 'attempts.number'])
      .where('attempts.id', 'in', ids)
      .where('attempts.settlement', 'in', UNDECIDED)
      .where('scores.id', 'is', null)
      .where('score_looks.looked_at', 'is', null)
      .execute();
    for (const row of rows) if (!isOut(row)) unseen.add(row.id);
  }
  return unseen;
}

/** Whether the reader may see what others gave this paper. Asks no other rights. */
export async function seesOtherMarks(
  actor: Actor,
  exam: { id: number; ownerId: number },
  attemptId: number,
): Promise<boolean> {
  return !(await listUnseenPapers(actor, exam, [attemptId])).has(attemptId);
}

/** When somebody looked at others' marks of a paper before giving their own; null: they have not. */
export async function findLook(attemptId: number, teacherId: number): Promise<number | null> {
  const row = await db()
    .selectFrom('score_looks')
    .select('looked_at')
    .where('attempt_id', '=', attemptId)
    .where('teacher_id', '=', teacherId)
    .executeTakeFirst();
  return row?.looked_at ?? null;
}

/** Who has looked at which papers of a part. */
export function listLooks(examId: number, part: Part): Promise<{ student_id: number; teacher_id: number }[]> {
  return db()
    .selectFrom('score_looks')
    .innerJoin('attempts', 'attempts.id', 'score_looks.attempt_id')
    .select(['attempts.student_id', 'score_looks.teacher_id'])
    .where('attempts.exam_id', '=', examId)
    .where('attempts.part', '=', part)
    .execute();
}
