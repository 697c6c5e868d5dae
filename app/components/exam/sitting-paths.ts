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
