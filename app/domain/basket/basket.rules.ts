import {
  PAPER_KINDS,
  paperKindLabel,
  paperKindOf,
  sumPoints,
  type Kinded,
  type PaperKind,
} from '~/domain/exam/paper-mix.rules';

/** What a basket comes to, and how its paper is divided. Pure. */

/** `deleted`: from its bank; `unshared`: its owner no longer shares it. Such a question can only be taken out. */
export type BasketState = 'ready' | 'deleted' | 'unshared';

export type PaperSection<T> = {
  kind: PaperKind;
  heading: string;
  /** All its questions have the same points, which the heading says. */
  isEven: boolean;
  items: (T & { number: number })[];
};

/**
 * The parts of a printed paper: kinds in the order in which they first appear, questions numbered through.
 * The heading says what a part comes to: 一、单选题（每题 2 分，共 10 分）.
 */
export function paperSections<T extends Kinded & { points: number }>(items: T[]): PaperSection<T>[] {
  const kinds = [...new Set(items.map(paperKindOf))];
  let number = 0;
  return kinds.map((kind, index) => {
    const own = items.filter((item) => paperKindOf(item) === kind);
    const isEven = own.every((item) => item.points === own[0]?.points);
    const each = isEven && own.length > 1 ? `每题 ${own[0]?.points ?? 0} 分，` : '';
    return {
      kind,
      isEven,
      heading: `${chineseNumeral(index + 1)}、${paperKindLabel(kind)}题（${own.length} 题，${each}共 ${sumPoints(own)} 分）`,
      items: own.map((item) => ({ ...item, number: (number += 1) })),
    };
  });
}

const DIGITS = '零一二三四五六七八九';

/** 1–99 as 一, 十, 十二, 二十三. */
export function chineseNumeral(number: number): string {
  const [tens, ones] = [Math.floor(number / 10), number % 10];
  const ten = tens === 0 ? '' : tens === 1 ? '十' : `${DIGITS[tens] ?? ''}十`;
  return ten + (ones === 0 && tens > 0 ? '' : (DIGITS[ones] ?? ''));
}

/** The field that holds an item's points in the basket's form. */
export function basketPointsField(itemId: number): string {
  return `points-${itemId}`;
}

export type BasketMove =
  { kind: 'save' } | { kind: 'up' | 'down' | 'remove'; itemId: number } | { kind: 'points'; of: PaperKind };

/** What a button of the basket's form asks for: `up:12`, `points:single`; a form without one only saves. */
export function basketMoveOf(value: unknown): BasketMove {
  const [kind, what = ''] = String(value ?? '').split(':');
  const of = PAPER_KINDS.find((one) => one === what);
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
