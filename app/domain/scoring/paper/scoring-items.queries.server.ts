import { needsHand } from '~/domain/exam/by-hand.rules';
import type { AutoMark } from '~/domain/question-bank/kinds/kind.schema';
import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import { isBlankAnswer } from '~/domain/attempt/answer.rules';
import {
  getAttemptView,
  listAttemptItems,
  type AttemptItem,
  type AttemptView,
} from '~/domain/attempt/attempt.queries.server';
import { findExamView, type ExamView } from '~/domain/exam/exam.queries.server';
import { seesNames } from '~/domain/exam/blind.rules';
import { isPaperLocked } from '~/domain/exam/released.queries.server';
import { GRACE_MS } from '~/domain/exam/times.rules';
import { isExamOwner, mayScorePart } from '~/domain/exam/people.rules';
import type { Part } from '~/domain/exam/parts.rules';
import { RESIT_NUMBER } from '~/domain/exam/resit.rules';
import type { QuestionSnapshot } from '~/domain/question-bank/question.schema';
import type { Actor } from '~/domain/actor/actor.rules';
import { AppError, notFound } from '~/lib/errors';
import { findTask, isGivenTo, type Task } from './assignments.queries.server';
import { refuseMarking } from './former-examiner.queries.server';
import { listCorrections } from '~/domain/exam/correction.queries.server';
import type { CorrectionKind, ItemCorrection } from '~/domain/exam/correction.rules';
import { autoMark } from './scoring.rules';
import { refuseSealed } from './sealed.queries.server';

/** An item as if it were corrected so. */
export type SupposedCorrection = { itemId: number; kind: CorrectionKind };

/**
 * Which attempts of a part their keys decide alone: every item of their own paper is marked by its key. `supposed`:
 * with this correction in place of the item's own.
 */
export async function listMarkedByKeyAlone(
  examId: number,
  part: Part,
  supposed?: SupposedCorrection,
): Promise<Set<number>> {
  if (part === 'oral') return new Set();
  const rows = await db()
    .selectFrom('exam_items')
    .select(['id', 'draw_id', 'snapshot'])
    .where('exam_id', '=', examId)
    .where('part', '=', part)
    .execute();
  const corrections = await listCorrections([examId]);
  const correctionOf = (id: number): Pick<ItemCorrection, 'kind'> | null => {
    if (id !== supposed?.itemId) return corrections.get(id) ?? null;
    return supposed.kind === 'none' ? null : { kind: supposed.kind };
  };
  const byHand = rows.filter((row) =>
    needsHand({
      snapshot: fromJson<Pick<QuestionSnapshot, 'bank' | 'kind'>>(row.snapshot),
      correction: correctionOf(row.id),
    }),
  );
  // A fixed item is in every paper.
  if (rows.length === 0 || byHand.some((row) => row.draw_id === null)) return new Set();
  const attempts = await db()
    .selectFrom('attempts')
    .select('id')
    .where('exam_id', '=', examId)
    .where('part', '=', part)
    .execute();
  const drawn =
    byHand.length === 0
      ? []
      : await db()
          .selectFrom('attempt_items')
          .innerJoin('attempts', 'attempts.id', 'attempt_items.attempt_id')
          .select(['attempt_items.attempt_id', 'attempt_items.item_id'])
          .where('attempts.exam_id', '=', examId)
          .where('attempts.part', '=', part)
          .execute();
  const handIds = new Set(byHand.map((row) => row.id));
  const needHand = new Set(drawn.filter((row) => handIds.has(row.item_id)).map((row) => row.attempt_id));
  return new Set(attempts.map((row) => row.id).filter((id) => !needHand.has(id)));
}

/** One item of a paper with what marking it needs. */
export type ScoringItem = AttemptItem & {
  /** Key words that count in the oral measure; empty: 不适用. */
  keyWords: string[];
  /** What the key says, or that everybody has the full mark; null for what a teacher marks (see needsHand). */
  auto: AutoMark | null;
  /** True when the student gave nothing. */
  isBlank: boolean;
};

/**
 * The attempt and its exam for someone who may score it: the owner, an examiner of the part, and where its papers
 * were shared out only those the paper was given to.
 * @throws AppError not_found for everybody else, conflict while the student is still writing, or others beside a paper
 * that is marked without names (refuseSealed)
 */
export async function getScorableAttempt(
  actor: Actor,
  attemptId: number,
  now: number,
): Promise<{ exam: ExamView; attempt: AttemptView; task: Task }> {
  const attempt = await getAttemptView(attemptId);
  const exam = await findExamView(attempt.examId);
  if (!exam) throw notFound('答卷');
  if (!mayScorePart(actor, exam, attempt.part)) throw await refuseMarking(actor, exam, '答卷', attempt.part);
  const task = await findTask(attempt, actor.id);
  // An examiner of the part knows that there are papers; that this one is somebody else's is no secret to them.
  if (!isExamOwner(actor, exam) && !isGivenTo(task)) {
    throw new AppError('not_found', '这份答卷没有分给您评，或已经改派给别的老师，您不用再评。');
  }
  // First: what is written again without names answers as those do that are sealed beside it.
  if (!seesNames(exam, { isOwner: false, view: 'marking', isOut: await isPaperLocked(exam.id, attempt) })) {
    await refuseSealed(exam, attempt, now);
  }
  if (attempt.state === 'in_progress') {
    throw new AppError('conflict', '这名学生还在答题，交卷后才能评分。');
  }
  return { exam, attempt, task };
}

/** The items of a paper with answers, the key's verdict and the key words. Asks no rights. */
export async function listScoringItems(exam: ExamView, attempt: AttemptView): Promise<ScoringItem[]> {
  const items = await listAttemptItems(attempt);
  return items.map((item) => ({
    ...item,
    keyWords: keyWordsOf(exam, item),
    auto: autoMark(item, item.answer?.value ?? null),
    isBlank:
      item.takes.length === 0 && item.photos.length === 0 && (item.answer === null || isBlankAnswer(item.answer.value)),
  }));
}

/** The key words of an oral item: those set in the exam, else the question's own. */
function keyWordsOf(exam: ExamView, item: AttemptItem): string[] {
  if (item.snapshot.bank !== 'oral') return [];
  return exam.keyPoints.length > 0 ? exam.keyPoints : item.snapshot.keyPoints;
}

/**
 * Until when a paper that takes photos may still get some, the grace included, or null. Closing the exam ends it early; a final score
 * before would refuse photos that the student was promised time for.
 */
export function photosOpenUntil(
  exam: ExamView,
  attempt: AttemptView,
  items: Pick<ScoringItem, 'snapshot'>[],
  now: number,
): number | null {
  const until = attempt.uploadDeadlineAt;
  const mayHavePhotos = items.some(({ snapshot }) => snapshot.bank === 'written' && snapshot.body.answerBy !== 'text');
  // A re-sit has times of its own, after the exam's.
  const isOpen = exam.status === 'published' || attempt.number >= RESIT_NUMBER;
  return isOpen && mayHavePhotos && until !== null && now <= until + GRACE_MS ? until + GRACE_MS : null;
}
