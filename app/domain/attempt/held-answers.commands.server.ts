import { cleanAnswer } from '~/domain/question-bank/kinds/kinds.rules';
import { db } from '~/db/db.server';
import { fromJson, toJson } from '~/db/json';
import type { ExamItemView } from '~/domain/exam/exam.queries.server';
import type { QuestionSnapshot } from '~/domain/question-bank/question.schema';
import { dropHeldForm, listHeldForms, type HeldForm } from '~/domain/user/held-form.commands.server';
import { AppError } from '~/lib/errors';
import { isBlankAnswer, isSameAnswer, readAnswers } from './answer.rules';
import { answerValueSchema, type AnswerValue } from '~/domain/question-bank/kinds/answer.schema';
import type { AnswerView, AttemptView } from './attempt.queries.server';
import { asPlaces, fromPlaces } from './option-places.rules';
import { listPaperItems } from './paper.queries.server';

/**
 * Of a closed paper: what its student sent while the session had ended, and never saved after signing in again, goes
 * into the journal with the time at which it came. Nobody was signed in then, so it does not count by itself: the
 * teacher reads it beside what came late, and may accept it. Call it in the transaction that holds the attempt's lock.
 */
export async function journalHeldAnswers(
  attempt: Pick<AttemptView, 'id' | 'examId' | 'studentId' | 'part'>,
  now: number,
): Promise<void> {
  const forms = await listHeldForms(attempt.studentId, now);
  const ofPaper = formsOfPaper(forms, attempt.id);
  if (ofPaper.length === 0) return;
  const items = await listPaperItems(attempt);
  const before = await listEarlierVersions(attempt.id);
  const saved = await db()
    .selectFrom('answers')
    .select(['item_id', 'value', 'saved_at'])
    .where('attempt_id', '=', attempt.id)
    .execute();
  for (const form of ofPaper) {
    for (const { itemId, revision, value } of changesOf(form, items, before)) {
      const counting = saved.find((row) => row.item_id === itemId);
      const isNews =
        value !== null &&
        !isBlankAnswer(value) &&
        !(counting && (counting.saved_at >= form.at || isSameAnswer(fromJson<AnswerValue>(counting.value), value)));
      if (!isNews) continue;
      const entry = { attempt_id: attempt.id, item_id: itemId, revision, value: toJson(value), received_at: form.at };
      await db()
        .insertInto('answer_journal')
        .values({ ...entry, outcome: 'refused' })
        .execute();
    }
    await dropHeldForm(form.id);
  }
}

/** Each says which sitting it belongs to: a re-sit has the same pages as the sitting before. */
export function formsOfPaper<F extends HeldForm>(forms: F[], attemptId: number): F[] {
  return forms.filter(({ fields }) =>
    fields.some(([name, value]) => name === 'attemptId' && value === String(attemptId)),
  );
}

/** What counted at each revision of an item (`item.revision`). */
async function listEarlierVersions(attemptId: number): Promise<Map<string, AnswerValue>> {
  const rows = await db()
    .selectFrom('answer_journal')
    .select(['item_id', 'revision', 'value'])
    .where('attempt_id', '=', attemptId)
    .where('outcome', 'in', ['saved', 'grace'])
    .execute();
  return new Map(rows.map((row) => [`${row.item_id}.${row.revision}`, fromJson<AnswerValue>(row.value)]));
}

/** What somebody changed on a page before it was sent: `value` as it would be stored, null for what could not be. */
function changesOf(
  { fields }: HeldForm,
  items: ExamItemView[],
  before: ReadonlyMap<string, AnswerValue>,
): { itemId: number; revision: number; value: AnswerValue | null; sent: AnswerValue }[] {
  return readAnswers(fields).flatMap(({ itemId, revision, value: sent }) => {
    const item = items.find((one) => one.id === itemId);
    if (!item) return [];
    const value = tidyAnswer(item.snapshot, sent);
    const isUntouched = value !== null && isSameAnswer(value, before.get(`${itemId}.${revision}`) ?? {});
    return isUntouched ? [] : [{ itemId, revision, value, sent }];
  });
}

/** An answer that waits in the page's fields to be saved, as its student sees it. */
export type HeldAnswer = { value: AnswerValue; revision: number; at: number };

/** By item what was changed on a page and sent while the session had ended; of several tabs the latest change. */
export async function readHeldAnswers(
  attempt: Pick<AttemptView, 'id' | 'examId' | 'part'>,
  forms: HeldForm[],
): Promise<Map<number, HeldAnswer>> {
  const held = new Map<number, HeldAnswer>();
  const ofPaper = formsOfPaper(forms, attempt.id);
  if (ofPaper.length === 0) return held;
  const items = await listPaperItems(attempt);
  const before = await listEarlierVersions(attempt.id);
  for (const form of ofPaper) {
    for (const { itemId, revision, value, sent } of changesOf(form, items, before)) {
      const item = items.find((one) => one.id === itemId);
      const shown = value !== null && item ? asPlaces(item.snapshot, value) : forForm(sent);
      held.set(itemId, { value: shown, revision, at: form.at });
    }
  }
  return held;
}

/** An answer of a form as it would be stored; null for one that could not have been saved either. */
function tidyAnswer(snapshot: QuestionSnapshot, value: AnswerValue): AnswerValue | null {
  const parsed = answerValueSchema.safeParse(value);
  if (!parsed.success) return null;
  try {
    return cleanAnswer(snapshot, fromPlaces(snapshot, parsed.data));
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/**
 * What an item's fields show: the saved answer, or what its student sent (`held`) while the session had ended, where
 * that says something else and nothing was saved since.
 */
export function shownAnswer(item: { id: number; answer: AnswerView | null }, held: ReadonlyMap<number, HeldAnswer>) {
  const given = held.get(item.id);
  const isRestored =
    given !== undefined &&
    !isSameAnswer(item.answer?.value ?? {}, given.value) &&
    (item.answer === null || item.answer.savedAt < given.at);
  return {
    shown: isRestored ? given.value : (item.answer?.value ?? {}),
    shownRevision: isRestored ? given.revision : (item.answer?.revision ?? 0),
    isRestored,
  };
}

/** Of a form's reading only what it holds: a choice item has no text, a text item no blanks. */
function forForm({ keys = [], blanks = [], text = '' }: AnswerValue): AnswerValue {
  if (text !== '') return { text };
  return blanks.length > 0 ? { blanks } : { keys };
}
