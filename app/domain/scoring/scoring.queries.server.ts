import { db } from '~/db/db.server';
import type { AttemptView } from '~/domain/attempt/attempt.queries.server';
import type { ExamView } from '~/domain/exam/exam.queries.server';
import { isExamOwner, type Part } from '~/domain/exam/exam.rules';
import type { Actor } from '~/domain/user/user.rules';
import { isHandedIn, scoringRows } from './papers.queries.server';
import { currentRubric, rubricOfScore } from './rubric.queries.server';
import type { RubricVersion } from './rubric.rules';
import { listScores, type ScoreView } from './scores.queries.server';
import {
  getScorableAttempt,
  listScoringItems,
  photosOpenUntil,
  type ScoringItem,
} from './scoring-items.queries.server';

export type ScoringView = {
  exam: ExamView;
  part: Part;
  attempt: AttemptView;
  student: { id: number; name: string; account: string; className: string };
  items: ScoringItem[];
  /** What the form is filled in by; where nothing can be changed any more, what the own score was given by. */
  rubric: RubricVersion;
  own: ScoreView | null;
  /** Of the other examiners; only the owner sees them. */
  others: ScoreView[];
  /** Photos may still come: a final score would shut them out. */
  photosOpenUntil: number | null;
  done: number;
  total: number;
  previousId: number | null;
  nextId: number | null;
};

/**
 * A paper for marking.
 * @throws AppError not_found for those who do not score it, conflict while it is being written
 */
export async function getScoring(
  actor: Actor,
  input: { attemptId: number; classId: number },
  now: number,
): Promise<ScoringView> {
  const { exam, attempt } = await getScorableAttempt(actor, input.attemptId);
  const { part } = attempt;
  const student = await db()
    .selectFrom('users')
    .leftJoin('classrooms', 'classrooms.id', 'users.classroom_id')
    .select(['users.id', 'users.name', 'users.account', 'classrooms.name as class_name'])
    .where('users.id', '=', attempt.studentId)
    .executeTakeFirstOrThrow();
  const items = await listScoringItems(exam, attempt);
  const scores = await listScores([attempt.id]);
  const own = scores.find((score) => score.examinerId === actor.id) ?? null;
  const rubric =
    exam.status === 'released' && own ? await rubricOfScore(exam, part, own.rubricId) : await currentRubric(exam, part);
  const all = await scoringRows(actor, exam, part, now);
  const papers = all.filter((row) => isHandedIn(row) && (input.classId === 0 || row.classId === input.classId));
  const index = papers.findIndex((row) => row.attemptId === attempt.id);
  return {
    exam,
    part,
    attempt,
    student: { id: student.id, name: student.name, account: student.account, className: student.class_name ?? '' },
    items,
    rubric,
    own,
    others: isExamOwner(actor, exam) ? scores.filter((score) => score.examinerId !== actor.id) : [],
    photosOpenUntil: photosOpenUntil(exam, attempt, items, now),
    done: papers.filter((row) => row.state === 'scored').length,
    total: papers.length,
    previousId: papers[index - 1]?.attemptId ?? null,
    nextId: papers[index + 1]?.attemptId ?? null,
  };
}
