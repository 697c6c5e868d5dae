/** What a basket holds and what its buttons ask for. Pure. */

/** The field that holds an item's points in the basket's form. */
export function basketPointsField(itemId: number): string {
  return `points-${itemId}`;
}

export type BasketMove =
  | { kind: 'save' | 'exam' | 'print' }
  | { kind: 'up' | 'down' | 'remove'; itemId: number }
  | { kind: 'points'; of: QuestionKind };

/** What a button of the basket's form asks for: `up:12`, `points:single`; a form without one only saves. */
export function basketMoveOf(value: unknown): BasketMove {
  const [kind, what = ''] = String(value ?? '').split(':');
  if (kind === 'exam' || kind === 'print') return { kind };
  const of = QUESTION_KINDS.find((one) => one === what);
  if (kind === 'points' && of) return { kind, of };
  if ((kind === 'up' || kind === 'down' || kind === 'remove') && /^\d{1,9}$/.test(what))
    return { kind, itemId: Number(what) };
  return { kind: 'save' };
}

/** An item's neighbours after a move; one that is not possible changes nothing. */
export function movedOrder(order: number[], move: BasketMove): number[] {
  if (move.kind !== 'up' && move.kind !== 'down') return order;
  const from = order.indexOf(move.itemId);
  const to = from + (move.kind === 'up' ? -1 : 1);
  if (from < 0 || to < 0 || to >= order.length) return order;
  const rest = order.filter((id) => id !== move.itemId);
  return [...rest.slice(0, to), move.itemId, ...rest.slice(to)];
}
import { QUESTION_KINDS, type QuestionKind } from '~/domain/question-bank/question.schema';
