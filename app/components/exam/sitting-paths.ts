import type { Part } from '~/domain/exam/exam.rules';

/** Where a part is sat. */
export function sittingPath(examId: number, part: Part): string {
  return part === 'oral'
    ? `/examination/evaluation/index?id=${examId}`
    : `/examination/evaluation/written?id=${examId}`;
}

/** The receipt of an attempt. */
export function receiptPath(examId: number, part: Part, number: number): string {
  return `/examination/evaluation/receipt?id=${examId}&part=${part}&number=${number}`;
}

/** The button that saves what stands on a page and then hands the paper in. */
export const HAND_IN = 'hand-in';

/** The button that sends what is chosen on an item and then asks whether to hand in. */
export const ASK = 'ask';

/** The button that does the same and goes to another item. */
export const goTo = (position: number) => `item-${position}`;

/** Where such a button leads; '' for any other. */
export function pathOfGo(go: string, examId: number, part: Part, item: number): string {
  if (go === ASK) return `${sittingPath(examId, part)}&item=${item}&confirm=submit`;
  const [, position] = /^item-(\d{1,3})$/.exec(go) ?? [];
  return position === undefined ? '' : `${sittingPath(examId, part)}&item=${position}`;
}
