import { db } from '~/db/db.server';
import type { ExamView } from '~/domain/exam/exam.queries.server';
import { isExamOwner, isExaminer } from '~/domain/exam/people.rules';
import type { Part } from '~/domain/exam/parts.rules';
import type { Actor } from '~/domain/actor/actor.rules';
import { AppError } from '~/lib/errors';
import { formatMinute } from '~/lib/time';
import type { Task } from './assignments.queries.server';
import { isFirstCome } from './expected.rules';

/** Somebody else at a paper that one examiner marks: theirs counts once it is final. */
export type OtherMarker = { name: string; state: 'draft' | 'final'; at: number };

/**
 * Who came to a paper before the reader where whoever comes first marks it; null for a paper that is open to the
 * reader and for one that the reader has handed in a score of. Asks no rights.
 */
export async function findOtherMarker(
  actor: Actor,
  exam: ExamView,
  paper: { id: number; part: Part },
  task: Task,
): Promise<OtherMarker | null> {
  const isNamed = isExaminer(actor, exam, paper.part);
  const { markedBy } = exam.settings;
  const { isSharedOut, kind } = task;
  if (!isFirstCome({ markedBy, isSharedOut, task: kind, isOwner: isExamOwner(actor, exam), isNamed })) return null;
  const scores = await db()
    .selectFrom('scores')
    .innerJoin('users', 'users.id', 'scores.examiner_id')
    .select(['users.name', 'scores.examiner_id', 'scores.state', 'scores.updated_at', 'scores.finalised_at'])
    .where('scores.attempt_id', '=', paper.id)
    .orderBy('scores.finalised_at')
    .orderBy('scores.id')
    .execute();
  if (scores.some((score) => score.examiner_id === actor.id && score.state === 'final')) return null;
  const others = scores.filter((score) => score.examiner_id !== actor.id);
  const final = others.find((score) => score.state === 'final');
  if (final) return { name: final.name, state: 'final', at: final.finalised_at ?? final.updated_at };
  const mayStill = [exam.ownerId, ...exam.examinerIds[paper.part]];
  const draft = others.find((score) => mayStill.includes(score.examiner_id));
  return draft ? { name: draft.name, state: 'draft', at: draft.updated_at } : null;
}

/**
 * @throws AppError conflict for a paper that another has marked
 */
export function refuseMarkedByAnother(other: OtherMarker | null): void {
  if (other?.state !== 'final') return;
  throw new AppError(
    'conflict',
    `这份答卷${other.name}老师已经在 ${formatMinute(other.at)} 评完了。这场考试每份由一位老师评，谁先评就用谁的分数，您不用再评。`,
  );
}
