import { fieldNames } from '~/domain/attempt/answer.rules';
import type { AnswerValue } from '~/domain/question-bank/kinds/answer.schema';

/** Reading and writing the answer fields of a paper's form. */

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

/** What the fields of an item say now, in the form in which the server keeps it; null when the form has none of it. */
export function readFields(form: HTMLFormElement, itemId: number): AnswerValue | null {
  const fields = fieldsOf(form, itemId);
  if (fields.length === 0) return null;
  // An empty value clears the choice.
  const keys = fields.flatMap((field) => (isChoice(field) && field.checked && field.value ? [field.value] : []));
  const blanks = fields.filter((field) => field.name.includes('.blank.')).map((field) => field.value.trim());
  const text = fields.find((field) => field.name === fieldNames.text(itemId));
  // Chromium 80 leaves an inserted CR where today's browsers do not; the server keeps LF alone.
  if (text) return { text: text.value.replace(/\r\n?/g, '\n') };
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

/**
 * Puts what the page's own form does not show beside its fields, so that the form's own submit carries everything
 * that is not saved.
 */
export function addHidden(
  form: HTMLFormElement,
  answers: { itemId: number; value: AnswerValue; revision: number }[],
  go: string,
): void {
  const add = (name: string, value: string) => {
    const field = Object.assign(document.createElement('input'), { type: 'hidden', name, value });
    field.dataset.added = '';
    form.append(field);
  };
  form.querySelectorAll('[data-added]').forEach((field) => field.remove());
  for (const { itemId, value, revision } of answers) {
    const shown = form.elements.namedItem(fieldNames.revision(itemId));
    // What the page knows of the server is newer than what it was drawn with.
    if (shown instanceof HTMLInputElement) shown.value = String(revision);
    else {
      add(fieldNames.revision(itemId), String(revision));
      (value.keys ?? []).forEach((key) => add(fieldNames.keys(itemId), key));
      (value.blanks ?? []).forEach((blank, index) => add(fieldNames.blank(itemId, index), blank));
      if (value.text !== undefined) add(fieldNames.text(itemId), value.text);
    }
  }
  add('_go', go);
}
