import { needsHand } from '~/domain/exam/by-hand.rules';
import { db } from '~/db/db.server';
import type { AttemptItem, AttemptView } from '~/domain/attempt/attempt.queries.server';
import type { ExamView } from '~/domain/exam/exam.queries.server';
import { isExamOwner } from '~/domain/exam/people.rules';
import { isPaperLocked } from '~/domain/exam/released.queries.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { AppError, notFound } from '~/lib/errors';
import type { LateId } from './late.schema';
import { getScorableAttempt, listScoringItems } from '../paper/scoring-items.queries.server';

/** The attempt and item that something late belongs to. Asks no rights. */
export async function findLate({ kind, id }: LateId): Promise<{ attemptId: number; itemId: number } | null> {
  const table = { answer: 'answer_journal', take: 'takes', photo: 'photos' } as const;
  const row = await db()
    .selectFrom(table[kind])
    .select(['attempt_id', 'item_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? { attemptId: row.attempt_id, itemId: row.item_id } : null;
}

export type LateView = {
  exam: ExamView;
  attempt: AttemptView;
  item: AttemptItem;
  itemNumber: number;
  kind: LateId['kind'];
  id: number;
  /** Final scores that stand now: of an item marked by hand they become drafts again. */
  finals: number;
  isByHand: boolean;
  /** Released to the student: nothing is accepted any more. */
  isLocked: boolean;
};

/**
 * Something that came late, for the exam's owner to decide on.
 * @throws AppError not_found for strangers and for what is not late (any more), forbidden for examiners
 */
export async function getLate(actor: Actor, input: LateId, now: number): Promise<LateView> {
  const found = await findLate(input);
  if (!found) throw notFound('迟到的内容');
  const { exam, attempt } = await getScorableAttempt(actor, found.attemptId, now);
  if (!isExamOwner(actor, exam)) {
    throw new AppError('forbidden', '迟到的内容是否计入，只有出这份考试的老师可以决定。');
  }
  const items = await listScoringItems(exam, attempt);
  const index = items.findIndex((one) => one.id === found.itemId);
  const item = items[index];
  if (!item || !isLate(item, input)) throw notFound('迟到的内容');
  const { count } = await db()
    .selectFrom('scores')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('attempt_id', '=', attempt.id)
    .where('state', '=', 'final')
    .executeTakeFirstOrThrow();
  return {
    exam,
    attempt,
    item,
    itemNumber: index + 1,
    ...input,
    finals: Number(count),
    isByHand: needsHand(item),
    isLocked: await isPaperLocked(exam.id, attempt),
  };
}

/** Whether an item has this among what came late and does not count. */
export function isLate(item: AttemptItem, { kind, id }: LateId): boolean {
  const late = { answer: item.lateAnswers, take: item.lateTakes, photo: item.latePhotos }[kind];
  return late.some((one) => one.id === id);
}
