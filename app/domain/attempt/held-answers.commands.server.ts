import { cleanAnswer } from '~/domain/question-bank/kinds/kinds.rules';
import { db } from '~/db/db.server';
import { fromJson, toJson } from '~/db/json';
import type { QuestionSnapshot } from '~/domain/question-bank/question.schema';
import { dropHeldForm, listHeldForms } from '~/domain/user/held-form.commands.server';
import { AppError } from '~/lib/errors';
import { isBlankAnswer, isSameAnswer, readAnswers, type FormAnswer } from './answer.rules';
import { answerValueSchema, type AnswerValue } from '~/domain/question-bank/kinds/answer.schema';
import type { AnswerView, AttemptView } from './attempt.queries.server';
import { fromPlaces } from './option-places.rules';
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
  const ofPaper = forms.filter(({ fields }) =>
    fields.some(([name, value]) => name === 'attemptId' && value === String(attempt.id)),
  );
  if (ofPaper.length === 0) return;
  const items = await listPaperItems(attempt);
  const saved = await db()
    .selectFrom('answers')
    .select(['item_id', 'value', 'saved_at'])
    .where('attempt_id', '=', attempt.id)
    .execute();
  for (const { id, fields, at } of ofPaper) {
    for (const { itemId, revision, value } of readAnswers(fields)) {
      const item = items.find((one) => one.id === itemId);
      const clean = item ? tidyAnswer(item.snapshot, value) : null;
      const counting = saved.find((row) => row.item_id === itemId);
      const isNews =
        clean !== null &&
        !isBlankAnswer(clean) &&
        !(counting && (counting.saved_at >= at || isSameAnswer(fromJson<AnswerValue>(counting.value), clean)));
      if (!isNews) continue;
      const entry = { attempt_id: attempt.id, item_id: itemId, revision, value: toJson(clean), received_at: at };
      await db()
        .insertInto('answer_journal')
        .values({ ...entry, outcome: 'refused' })
        .execute();
    }
    await dropHeldForm(id);
  }
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
export function shownAnswer(
  item: { id: number; question: QuestionSnapshot; answer: AnswerView | null },
  held: { answers: FormAnswer[]; at: number },
) {
  const given = held.answers.find((answer) => answer.itemId === item.id);
  const isRestored =
    given !== undefined &&
    !isSameAnswer(item.answer?.value ?? {}, tidyAnswer(item.question, given.value) ?? forForm(given.value)) &&
    (item.answer === null || item.answer.savedAt < held.at);
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
