import { formatKeys } from '~/domain/question-bank/question.rules';
import type { QuestionSnapshot } from '~/domain/question-bank/question.schema';
import type { AnswerValue } from '~/domain/question-bank/kinds/answer.schema';

/** True when the student gave nothing that could be marked. */
export function isBlankAnswer(value: AnswerValue): boolean {
  return (
    (value.keys ?? []).length === 0 &&
    (value.blanks ?? []).every((blank) => blank.trim() === '') &&
    (value.text ?? '').trim() === ''
  );
}

/** True when the item may be answered by photos. */
export function takesPhotos(snapshot: QuestionSnapshot): boolean {
  return snapshot.bank === 'written' && snapshot.body.answerBy !== 'text';
}

/** True when two clean answers say the same. */
export function isSameAnswer(a: AnswerValue, b: AnswerValue): boolean {
  return (
    (a.text ?? '') === (b.text ?? '') &&
    sameList(a.keys ?? [], b.keys ?? []) &&
    sameList(trimEnd(a.blanks ?? []), trimEnd(b.blanks ?? []))
  );
}

function sameList(a: string[], b: string[]): boolean {
  return a.length === b.length && a.every((entry, index) => entry === b[index]);
}

/** Empty blanks at the end say nothing. */
function trimEnd(blanks: string[]): string[] {
  let length = blanks.length;
  while (length > 0 && blanks[length - 1] === '') length -= 1;
  return blanks.slice(0, length);
}

export type StoredAnswer = { value: AnswerValue; revision: number };

/** No answer is ever changed so often: what is written on top of it is on top of nothing that is known. */
export const NO_REVISION = 1_000_000_000;

/**
 * What to do with an answer that was written on top of `revision` (0: on an empty field).
 * `base` is the value at that revision. A repeat, and a field that was not touched, change nothing; a
 * change on top of an outdated revision is a conflict for the student to settle. `renew`: another text was sent on
 * top of the same revision and may still arrive, so what is stored already is written as a revision of its own.
 */
export function decideSave(
  stored: StoredAnswer | null,
  incoming: { value: AnswerValue; revision: number; renew?: boolean },
  base: AnswerValue | null,
): 'write' | 'keep' | 'conflict' {
  const isCurrent = (stored?.revision ?? 0) === incoming.revision;
  const isRenewed = incoming.renew && (isCurrent || incoming.revision === NO_REVISION);
  if (isSameAnswer(stored?.value ?? {}, incoming.value)) return isRenewed ? 'write' : 'keep';
  if (isCurrent) return 'write';
  const isUntouched =
    incoming.revision === 0 ? isBlankAnswer(incoming.value) : base !== null && isSameAnswer(base, incoming.value);
  return isUntouched ? 'keep' : 'conflict';
}

/** The answer as one line of text, for showing two versions side by side. */
export function describeAnswer(snapshot: QuestionSnapshot, value: AnswerValue): string {
  if (isBlankAnswer(value)) return '（空）';
  if (value.text !== undefined) return value.text;
  if (value.blanks !== undefined)
    return value.blanks.map((blank, index) => `第 ${index + 1} 空：${blank || '（空）'}`).join('；');
  const options = snapshot.bank === 'theory' ? snapshot.body.options : [];
  return formatKeys(snapshot.kind, value.keys ?? [], options);
}

/** Names of the answer fields in a page's form: `a.<item>.keys`, `a.<item>.text`, `a.<item>.blank.<n>`, `r.<item>`. */
export const fieldNames = {
  keys: (itemId: number) => `a.${itemId}.keys`,
  text: (itemId: number) => `a.${itemId}.text`,
  blank: (itemId: number, index: number) => `a.${itemId}.blank.${index}`,
  revision: (itemId: number) => `r.${itemId}`,
  photos: (itemId: number) => `p.${itemId}`,
  replacement: (photoId: number) => `x.${photoId}`,
};

/** Name of the field that settles a conflict without script: `yours` or `stored`. */
export const choiceName = (itemId: number) => `c.${itemId}`;

export type FormAnswer = { itemId: number; value: AnswerValue; revision: number };

/** What was filled in, field by field, as it was sent. */
export type SentFields = Iterable<readonly [name: string, value: unknown]>;

/** The answers of a page to save: where another device's was chosen instead, there is nothing to save. */
export function answersToSave(fields: SentFields): FormAnswer[] {
  const chosen = new Map(fields);
  return readAnswers(fields).filter(({ itemId }) => chosen.get(choiceName(itemId)) !== 'stored');
}

/** Reads the answers of a page: every item whose revision it carries, untouched ones too. */
export function readAnswers(fields: SentFields): FormAnswer[] {
  const sent = new Map<string, string[]>();
  for (const [name, value] of fields) {
    const before = sent.get(name) ?? [];
    if (typeof value === 'string') before.push(value);
    sent.set(name, before);
  }
  const names = [...sent.keys()];
  const texts = (name: string) => sent.get(name) ?? [];
  /** Item → its blanks: every name is looked at once, however many somebody sends. */
  const blanksOf = new Map<number, string[]>();
  for (const name of names) {
    const [, item, at] = /^a\.(\d{1,10})\.blank\.(\d{1,2})$/.exec(name) ?? [];
    if (item === undefined || item !== String(Number(item))) continue;
    const blanks = blanksOf.get(Number(item)) ?? [];
    blanks[Number(at)] = texts(name)[0] ?? '';
    blanksOf.set(Number(item), blanks);
  }
  return names.flatMap((name) => {
    const match = /^r\.(\d{1,10})$/.exec(name);
    if (!match) return [];
    const itemId = Number(match[1]);
    const blanks = blanksOf.get(itemId) ?? [];
    const value: AnswerValue = {
      // 清除选择 is a choice of nothing.
      keys: texts(fieldNames.keys(itemId)).filter((key) => key !== ''),
      blanks: Array.from(blanks, (blank) => blank ?? ''),
      text: texts(fieldNames.text(itemId))[0] ?? '',
    };
    const revision = Number(texts(name)[0]);
    return [{ itemId, value, revision: Number.isInteger(revision) && revision >= 0 ? revision : 0 }];
  });
}
