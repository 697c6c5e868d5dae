import { fieldNames } from '~/domain/attempt/answer.rules';
import type { AnswerValue } from '~/domain/attempt/answer.schema';
import { getStored, putStored } from '~/lib/stored-values';

/** Reading and writing the answer fields of a paper's form, and keeping what the server has not yet acknowledged. */

/** The item a field belongs to: `a.<item>.…`; null for any other field. */
export function itemOfField(name: string): number | null {
  const match = /^a\.(\d+)\./.exec(name);
  return match ? Number(match[1]) : null;
}

function fieldsOf(form: HTMLFormElement, itemId: number): (HTMLInputElement | HTMLTextAreaElement)[] {
  return Array.from(form.elements).filter(
    (element): element is HTMLInputElement | HTMLTextAreaElement =>
      (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) &&
      itemOfField(element.name) === itemId,
  );
}

/** What the fields of an item say now, in the form in which the server keeps it. */
export function readFields(form: HTMLFormElement, itemId: number): AnswerValue {
  const fields = fieldsOf(form, itemId);
  const keys = fields.flatMap((field) => (isChoice(field) && field.checked ? [field.value] : []));
  const blanks = fields.filter((field) => field.name.includes('.blank.')).map((field) => field.value.trim());
  const text = fields.find((field) => field.name === fieldNames.text(itemId));
  if (text) return { text: text.value };
  return blanks.length > 0 ? { blanks } : { keys };
}

/** Puts an answer into the fields of an item. */
export function writeFields(form: HTMLFormElement, itemId: number, value: AnswerValue): void {
  for (const field of fieldsOf(form, itemId)) {
    if (isChoice(field)) field.checked = (value.keys ?? []).includes(field.value);
    else if (field.name === fieldNames.text(itemId)) field.value = value.text ?? '';
    else field.value = value.blanks?.[Number(field.name.split('.').pop())] ?? '';
  }
}

function isChoice(field: HTMLInputElement | HTMLTextAreaElement): field is HTMLInputElement {
  return field.type === 'radio' || field.type === 'checkbox';
}

/** An answer that has not been acknowledged, as the browser keeps it. */
export type UnsentAnswer = { value: AnswerValue; revision: number; at: number };

/** Pen answers and theory answers are kept under the specification's two names. */
export type UnsentKey = 'penTestData' | 'theoryData';
const KEYS: UnsentKey[] = ['penTestData', 'theoryData'];
const MAX_AGE_MS = 24 * 3600_000;

type UnsentData = Record<string, Record<string, UnsentAnswer>>;

function ownerKey(userId: number, attemptId: number): string {
  return `${userId}:${attemptId}`;
}

/** Drops what is older than a day: nobody will come back for it. */
function readAll(key: UnsentKey): UnsentData {
  const all = getStored<UnsentData>(key) ?? {};
  const fresh: UnsentData = {};
  for (const [owner, answers] of Object.entries(all)) {
    const kept = Object.entries(answers).filter(([, answer]) => Date.now() - answer.at < MAX_AGE_MS);
    if (kept.length > 0) fresh[owner] = Object.fromEntries(kept);
  }
  return fresh;
}

/** Keeps an answer in the browser until the server has it. */
export function keepUnsent(
  key: UnsentKey,
  userId: number,
  attemptId: number,
  itemId: number,
  answer: UnsentAnswer,
): void {
  const all = readAll(key);
  const owner = ownerKey(userId, attemptId);
  all[owner] = { ...all[owner], [itemId]: answer };
  putStored(key, all);
}

/** Forgets an acknowledged answer. */
export function dropUnsent(userId: number, attemptId: number, itemId: number): void {
  const owner = ownerKey(userId, attemptId);
  for (const key of KEYS) {
    const all = readAll(key);
    if (!all[owner]?.[itemId]) continue;
    delete all[owner][itemId];
    if (Object.keys(all[owner]).length === 0) delete all[owner];
    putStored(key, all);
  }
}

/** Everything this user left unsent in this attempt. */
export function listUnsent(
  userId: number,
  attemptId: number,
): { itemId: number; unsentKey: UnsentKey; answer: UnsentAnswer }[] {
  const owner = ownerKey(userId, attemptId);
  return KEYS.flatMap((key) =>
    Object.entries(readAll(key)[owner] ?? {}).map(([itemId, answer]) => ({
      itemId: Number(itemId),
      unsentKey: key,
      answer,
    })),
  );
}
