import { isSameAnswer } from '~/domain/attempt/answer.rules';
import type { AnswerValue } from '~/domain/question-bank/kinds/answer.schema';
import type { UnsentAnswer } from './unsent-answers';

/** Whether a place still holds what it held when it was read. */
export function isAmong(places: Partial<UnsentAnswer>[], { by, order }: UnsentAnswer): boolean {
  return places.some((one) => one.by === by && one.order === order);
}

export function isIn(texts: AnswerValue[], value: AnswerValue): boolean {
  return texts.some((one) => isSame(one, value));
}

/** Options are shown in an order of their own, and stored in the question's. */
export function isSame(a: AnswerValue, b: AnswerValue): boolean {
  return isSameAnswer(sorted(a), sorted(b));
}

function sorted(value: AnswerValue): AnswerValue {
  return value.keys && value.keys.length > 1 ? { ...value, keys: [...value.keys].sort() } : value;
}
