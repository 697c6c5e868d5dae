import { cleanAnswer } from '~/domain/question-bank/kinds/kinds.rules';
import { db, transaction } from '~/db/db.server';
import { fromJson, toJson } from '~/db/json';
import type { ExamItemView } from '~/domain/exam/exam.queries.server';
import type { QuestionSnapshot } from '~/domain/question-bank/question.schema';
import { dropHeldForm, listHeldForms, type HeldForm, type StoredForm } from '~/domain/user/held-form.commands.server';
import { AppError } from '~/lib/errors';
import { answersToSave, choiceName, isBlankAnswer, isSameAnswer, readAnswers } from './answer.rules';
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
  const ofPaper = formsOfPaper(await listHeldForms(attempt.studentId, now), attempt.id);
  if (ofPaper.length === 0) return;
  for (const [itemId, { offered, aside }] of await sortHeld(attempt, ofPaper)) {
    await journalVersions(attempt.id, itemId, [...aside, ...(offered ? [offered] : [])]);
  }
  for (const form of ofPaper) await dropHeldForm(form.id);
}

async function journalVersions(attemptId: number, itemId: number, versions: HeldVersion[]): Promise<void> {
  for (const { value, revision, at } of versions) {
    if (value === null || isBlankAnswer(value)) continue;
    const entry = { attempt_id: attemptId, item_id: itemId, revision, value: toJson(value), received_at: at };
    await db()
      .insertInto('answer_journal')
      .values({ ...entry, outcome: 'refused' })
      .execute();
  }
}

/**
 * Before a page is saved: what to call once it is. The forms that were held for it have then served: what they say that
 * stood in no field of the page goes into the journal, as when the paper is closed.
 */
export async function settlingHeldAnswers(
  attempt: Pick<AttemptView, 'id' | 'examId' | 'part'>,
  forms: StoredForm[],
): Promise<() => Promise<void>> {
  const ofPaper = formsOfPaper(forms, attempt.id);
  if (ofPaper.length === 0) return async () => {};
  const sorted = await sortHeld(attempt, ofPaper);
  return () =>
    transaction(async () => {
      const current = await listCurrent(attempt.id);
      for (const [itemId, { aside }] of sorted) {
        const stored = current.get(itemId)?.value;
        const isNews = ({ value }: HeldVersion) => !(value !== null && stored && saysAll(stored, value));
        await journalVersions(attempt.id, itemId, aside.filter(isNews));
      }
      for (const form of ofPaper) await dropHeldForm(form.id);
    });
}

/** Each says which sitting it belongs to: a re-sit has the same pages as the sitting before. */
export function formsOfPaper<F extends HeldForm>(forms: F[], attemptId: number): F[] {
  return forms.filter(({ fields }) =>
    fields.some(([name, value]) => name === 'attemptId' && value === String(attemptId)),
  );
}

type Stored = { value: AnswerValue; savedAt: number };

async function listCurrent(attemptId: number): Promise<Map<number, Stored>> {
  const rows = await db()
    .selectFrom('answers')
    .select(['item_id', 'value', 'saved_at'])
    .where('attempt_id', '=', attemptId)
    .execute();
  return new Map(rows.map((row) => [row.item_id, { value: fromJson<AnswerValue>(row.value), savedAt: row.saved_at }]));
}

type Counted = { itemId: number; revision: number; value: AnswerValue };

/** What counted at each revision of an item. */
async function listEarlierVersions(attemptId: number): Promise<Counted[]> {
  const rows = await db()
    .selectFrom('answer_journal')
    .select(['item_id', 'revision', 'value'])
    .where('attempt_id', '=', attemptId)
    .where('outcome', 'in', ['saved', 'grace'])
    .execute();
  return rows.map((row) => ({
    itemId: row.item_id,
    revision: row.revision,
    value: fromJson<AnswerValue>(row.value),
  }));
}

/** A change that was sent while the session had ended. */
type HeldVersion = {
  /** As it would be stored; null for what could not be. */
  value: AnswerValue | null;
  /** As the fields show it. */
  shown: AnswerValue;
  revision: number;
  at: number;
  /** It was chosen before another that is stored. */
  isChosen: boolean;
  /** Its student's own session sent it. */
  isProven: boolean;
};

type HeldItem = {
  /** Stands in the item's fields, to be saved. */
  offered: HeldVersion | null;
  /** Others that say something of their own: they stand nowhere else. */
  aside: HeldVersion[];
};

/** What somebody changed on pages before they were sent, by item: the latest is offered, unless something was saved since. */
async function sortHeld(
  attempt: Pick<AttemptView, 'id' | 'examId' | 'part'>,
  forms: HeldForm[],
): Promise<Map<number, HeldItem>> {
  const items = await listPaperItems(attempt);
  const before = await listEarlierVersions(attempt.id);
  const current = await listCurrent(attempt.id);
  const sorted = new Map<number, HeldItem>();
  const read = forms.map(readForm);
  for (const item of items) {
    const counted = before.filter(({ itemId }) => itemId === item.id);
    const stored = current.get(item.id);
    const versions = read.reduce<HeldVersion[]>((all, form) => withForm(all, form, item, counted), []);
    const last = versions.at(-1);
    if (!last) continue;
    const isLatest = !stored || stored.savedAt < last.at;
    const isKnown = ({ value }: HeldVersion, later: HeldVersion[]) =>
      value !== null &&
      [...later.map((one) => one.value), ...counted.map((one) => one.value)].some((one) => one && saysAll(one, value));
    const aside = (isLatest ? versions.slice(0, -1) : versions).filter(
      (one) => !isKnown(one, versions.slice(versions.indexOf(one) + 1)),
    );
    const isSame = last.value !== null && stored && isSameAnswer(last.value, stored.value);
    const offered = isLatest && !isSame ? last : null;
    if (offered || aside.length > 0) sorted.set(item.id, { offered, aside });
  }
  return sorted;
}

/** A form with its answers, by item, and the items whose answers would be saved. */
type ReadForm = HeldForm & { sent: Map<number, ReturnType<typeof readAnswers>[number]>; toSave: Set<number> };

function readForm(form: HeldForm): ReadForm {
  return {
    ...form,
    sent: new Map(readAnswers(form.fields).map((answer) => [answer.itemId, answer])),
    toSave: new Set(answersToSave(form.fields).map(({ itemId }) => itemId)),
  };
}

/** The changes of an item with what one more form says of it: where the stored answer was chosen, the form's own is none. */
function withForm(all: HeldVersion[], form: ReadForm, item: ExamItemView, counted: Counted[]): HeldVersion[] {
  const { fields, at, isProven } = form;
  const sent = form.sent.get(item.id);
  if (!sent) return all;
  const value = tidyAnswer(item.snapshot, sent.value);
  const base = counted.find(({ revision }) => revision === sent.revision)?.value ?? {};
  const isChosen = fields.some(([name]) => name === choiceName(item.id));
  if (!form.toSave.has(item.id)) {
    return all.filter((one) => !(value && one.value && saysAll(value, one.value)));
  }
  if (value !== null && !isChosen && isSameAnswer(value, base)) return all;
  const shown = value === null ? forForm(sent.value) : asPlaces(item.snapshot, value);
  return [...all, { value, shown, revision: sent.revision, at, isChosen, isProven }];
}

/** True when `whole` holds all that `part` says. */
function saysAll(whole: AnswerValue, part: AnswerValue): boolean {
  if (isBlankAnswer(part) || isSameAnswer(whole, part)) return true;
  const text = (part.text ?? '').trim();
  if (text !== '') return (whole.text ?? '').includes(text);
  const { blanks = [] } = part;
  return blanks.length > 0 && blanks.every((blank, index) => blank === '' || whole.blanks?.[index] === blank);
}

/** An answer that waits in the page's fields to be saved, as its student sees it, and what else was sent. */
export type HeldAnswer = {
  offered: (Pick<HeldVersion, 'revision' | 'isChosen' | 'isProven'> & { value: AnswerValue }) | null;
  aside: AnswerValue[];
};

/** By item what was changed on a page and sent while the session had ended; of several tabs the latest change is offered. */
export async function readHeldAnswers(
  attempt: Pick<AttemptView, 'id' | 'examId' | 'part'>,
  forms: HeldForm[],
): Promise<Map<number, HeldAnswer>> {
  const ofPaper = formsOfPaper(forms, attempt.id);
  const sorted = ofPaper.length === 0 ? new Map<number, HeldItem>() : await sortHeld(attempt, ofPaper);
  return new Map(
    [...sorted].map(([itemId, { offered, aside }]) => [
      itemId,
      {
        offered: offered && { ...offered, value: offered.shown },
        aside: aside.map((one) => one.shown),
      },
    ]),
  );
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
 * What an item's fields show: the saved answer, or what its student sent (`held`) while the session had ended. Where
 * another was saved before, on which it was not written or against which it was chosen, both stand there
 * (`storedElsewhere`) and nothing is saved by itself; so do they where somebody else may have sent it.
 */
export function shownAnswer(item: { id: number; answer: AnswerView | null }, held: ReadonlyMap<number, HeldAnswer>) {
  const given = held.get(item.id)?.offered;
  const { value = {}, revision = 0 } = item.answer ?? {};
  if (!given) return { shown: value, shownRevision: revision, isRestored: false, storedElsewhere: null };
  const isOld = item.answer !== null && (given.isChosen || given.revision !== revision);
  const isTwofold = isOld || !given.isProven;
  return {
    shown: given.value,
    shownRevision: isTwofold ? revision : given.revision,
    isRestored: true,
    storedElsewhere: isTwofold ? value : null,
  };
}

/** Of a form's reading only what it holds: a choice item has no text, a text item no blanks. */
function forForm({ keys = [], blanks = [], text = '' }: AnswerValue): AnswerValue {
  if (text !== '') return { text };
  return blanks.length > 0 ? { blanks } : { keys };
}
