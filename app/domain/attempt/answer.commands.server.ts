import { assertFits, cleanAnswer } from '~/domain/question-bank/kinds/kinds.rules';
import { db, transaction } from '~/db/db.server';
import { fromJson, toJson } from '~/db/json';
import type { ExamItemView } from '~/domain/exam/exam.queries.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { invalid } from '~/lib/errors';
import { decideSave, isSameAnswer, type StoredAnswer } from './answer.rules';
import type { AnswerValue } from '~/domain/question-bank/kinds/answer.schema';
import { lockOwnAttempt, reviseReceipt } from './attempt.commands.server';
import { answerOutcome, type Outcome } from './attempt.rules';
import type { AnswersInput } from './attempt.schema';
import { thinJournal } from './journal-thinning.commands.server';
import { asPlaces, assertByPlaces, fromPlaces, isByLetters } from './option-places.rules';
import { getPaperItem, listPaperItems } from './paper.queries.server';

/** What became of one answer. `stored` is what counts now; in a conflict `yours` is what was sent; options as the student has them. */
export type SavedAnswer = {
  itemId: number;
  /** `unchanged`: it said what is stored already. */
  outcome: Outcome | 'unchanged' | 'conflict';
  revision: number;
  savedAt: number | null;
  stored: AnswerValue;
  yours: AnswerValue;
};

/**
 * Saves the answers of a page, all in one transaction; `now` is when the request began. Every version that arrives is
 * kept in the journal (thinJournal: until that is far too much): one that came after the grace as refused, one written
 * on top of an outdated revision as a conflict that carries both versions. `takesLetters`: also from a page that was opened before
 * its options were named by their places.
 * @throws AppError not_found unless the attempt is the student's own and has the item, invalid for an option that is not there
 */
export async function saveAnswers(
  actor: Actor,
  input: AnswersInput,
  now: number,
  { takesLetters = true } = {},
): Promise<SavedAnswer[]> {
  return transaction(async () => {
    const attempt = await lockOwnAttempt(actor, input.attemptId);
    const items = await listPaperItems(attempt);
    const timing = answerOutcome(attempt, now);
    const results: SavedAnswer[] = [];
    for (const answer of input.answers) {
      const item = await getPaperItem(attempt, answer.itemId, items);
      if (!takesLetters) assertByPlaces(item.snapshot, answer.value);
      const sent = { ...answer, value: fromPlaces(item.snapshot, answer.value) };
      const saved = await saveOne(attempt.id, item, sent, timing, now);
      const isAsSent = saved.outcome !== 'conflict' && isSameAnswer(saved.stored, saved.yours);
      // In other words than its own a page would take its answer for one of another device.
      const inWords = (value: AnswerValue) =>
        isAsSent && isByLetters(answer.value) ? value : asPlaces(item.snapshot, value);
      const [stored, yours] = [inWords(saved.stored), inWords(saved.yours)];
      results.push({ ...saved, stored, yours });
    }
    if (results.some(({ outcome }) => outcome === 'saved' || outcome === 'grace')) await reviseReceipt(attempt, now);
    return results;
  });
}

async function saveOne(
  attemptId: number,
  item: ExamItemView,
  sent: { value: AnswerValue; revision: number; renew?: boolean },
  timing: Outcome,
  now: number,
): Promise<SavedAnswer> {
  assertFits(item.snapshot, sent.value);
  const value = cleanAnswer(item.snapshot, sent.value);
  assertNothingLost(sent.value, value);
  const row = await db()
    .selectFrom('answers')
    .select(['value', 'revision', 'saved_at'])
    .where('attempt_id', '=', attemptId)
    .where('item_id', '=', item.id)
    .executeTakeFirst();
  const stored: StoredAnswer | null = row ? { value: fromJson<AnswerValue>(row.value), revision: row.revision } : null;
  const decision = decideSave(
    stored,
    { value, revision: sent.revision, renew: sent.renew && timing !== 'refused' },
    await baseOf(attemptId, item.id, stored, sent.revision),
  );
  const asStored = { itemId: item.id, revision: stored?.revision ?? 0, savedAt: row?.saved_at ?? null };
  const versions = { stored: stored?.value ?? {}, yours: value };
  if (decision === 'keep') return { ...asStored, outcome: 'unchanged', ...versions };
  if (timing === 'refused' || decision === 'conflict') {
    const outcome = timing === 'refused' ? 'refused' : 'conflict';
    await keepAside(attemptId, item.id, sent.revision, value, outcome, now);
    return { ...asStored, outcome, ...versions };
  }
  const revision = (stored?.revision ?? 0) + 1;
  const fields = { value: toJson(value), revision, saved_at: now, is_in_grace: timing === 'grace' ? 1 : 0 };
  await db()
    .insertInto('answers')
    .values({ attempt_id: attemptId, item_id: item.id, ...fields })
    .onConflict((conflict) => conflict.columns(['attempt_id', 'item_id']).doUpdateSet(fields))
    .execute();
  await journal(attemptId, item.id, revision, value, timing, now);
  await thinJournal(attemptId, fields.value.length);
  return { itemId: item.id, outcome: timing, revision, savedAt: now, stored: value, yours: value };
}

/** Refuses what the question has no place for, at its place in the request: it would be dropped without a word. */
function assertNothingLost(sent: AnswerValue, kept: AnswerValue): void {
  const says = (text: string | undefined) => (text ?? '').trim() !== '';
  if (says(sent.text) && kept.text === undefined) throw invalid({ 'value.text': '这道题不写文字，没有保存' });
  if (sent.keys?.some(says) && kept.keys === undefined) throw invalid({ 'value.keys': '这道题没有选项，没有保存' });
  const count = kept.blanks?.length ?? 0;
  const over = (sent.blanks ?? []).findIndex((blank, index) => index >= count && says(blank));
  if (over < 0) return;
  throw invalid({
    [`value.blanks.${over}`]: count === 0 ? '这道题没有空，没有保存' : `这道题只有 ${count} 空，没有保存`,
  });
}

/** The value at the revision the student wrote on top of; only asked for when that is outdated. */
async function baseOf(
  attemptId: number,
  itemId: number,
  stored: StoredAnswer | null,
  revision: number,
): Promise<AnswerValue | null> {
  if (revision === 0 || revision === (stored?.revision ?? 0)) return null;
  const row = await db()
    .selectFrom('answer_journal')
    .select('value')
    .where('attempt_id', '=', attemptId)
    .where('item_id', '=', itemId)
    .where('revision', '=', revision)
    .where('outcome', 'in', ['saved', 'grace'])
    .executeTakeFirst();
  return row ? fromJson<AnswerValue>(row.value) : null;
}

/** Of one item: whoever goes on sending has the last one kept in place of the one before. */
const MOST_ASIDE = { refused: 3, conflict: 20 };

/**
 * Keeps an answer that does not count: the first ones and the newest. One that was accepted is never touched, and one
 * that is kept already, sent again by another window or because nobody heard the answer, takes nobody's place.
 */
async function keepAside(
  attemptId: number,
  itemId: number,
  revision: number,
  value: AnswerValue,
  outcome: keyof typeof MOST_ASIDE,
  now: number,
): Promise<void> {
  const kept = await db()
    .selectFrom('answer_journal')
    .leftJoin('late_acceptances', (join) =>
      join
        .onRef('late_acceptances.ref_id', '=', 'answer_journal.id')
        .on('late_acceptances.attempt_id', '=', attemptId)
        .on('kind', '=', 'answer'),
    )
    .select(['answer_journal.id', 'value', 'late_acceptances.ref_id as acceptedId'])
    .where('answer_journal.attempt_id', '=', attemptId)
    .where('answer_journal.item_id', '=', itemId)
    .where('outcome', '=', outcome)
    .orderBy('answer_journal.id', 'desc')
    .execute();
  const text = toJson(value);
  const waiting = kept.filter((one) => one.acceptedId === null);
  const isFull = waiting.length >= MOST_ASIDE[outcome];
  if ((isFull || outcome === 'refused') && kept.some((one) => one.value === text)) return;
  const [newest] = waiting;
  if (!newest || !isFull) return journal(attemptId, itemId, revision, value, outcome, now);
  await db()
    .updateTable('answer_journal')
    .set({ revision, value: text, received_at: now })
    .where('id', '=', newest.id)
    .execute();
}

async function journal(
  attemptId: number,
  itemId: number,
  revision: number,
  value: AnswerValue,
  outcome: Outcome | 'conflict',
  now: number,
): Promise<void> {
  await db()
    .insertInto('answer_journal')
    .values({ attempt_id: attemptId, item_id: itemId, revision, value: toJson(value), received_at: now, outcome })
    .execute();
}
