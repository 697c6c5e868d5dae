import { chineseNumeral } from '~/domain/question-bank/formats/words.rules';
import { paperKindLabel, paperKindOf, sumPoints, type Kinded, type PaperKind } from './paper-mix.rules';

/** How a paper is divided where it stands on paper, and how much room its answers are given. Pure. */

export type PaperSection<T> = {
  /** Tells it from the others of the paper. */
  key: string;
  /** 一, 二 … */
  ordinal: string;
  heading: string;
  /** Under the heading; '' for none. */
  note: string;
  /** All its questions have the same points, which the heading says. */
  isEven: boolean;
  items: (T & { number: number })[];
};

/** What a rule draws from, and how much of it comes into each student's paper. */
export type PaperPool<T> = { id: number; text: string; count: number; points: number; items: T[] };

/**
 * The parts of a printed paper: kinds in the order in which they first appear, then a part for each pool, questions
 * numbered through. The heading says what a part comes to: 一、单选题（2 题，每题 5 分，共 10 分）.
 */
export function paperSections<Q extends Kinded & { points: number }>(
  questions: Q[],
  pools: PaperPool<Q>[] = [],
): PaperSection<Q>[] {
  const kinds = [...new Set(questions.map(paperKindOf))];
  let number = 0;
  const numbered = (items: Q[]) => items.map((item) => ({ ...item, number: (number += 1) }));
  const fixed = kinds.map((kind, index) => {
    const own = questions.filter((item) => paperKindOf(item) === kind);
    const isEven = own.every((item) => item.points === own[0]?.points);
    const each = isEven && own.length > 1 ? `每题 ${own[0]?.points ?? 0} 分，` : '';
    const ordinal = chineseNumeral(index + 1);
    const name = `${ordinal}、${paperKindLabel(kind)}题`;
    return {
      key: kind,
      ordinal,
      isEven,
      heading: `${name}（${own.length} 题，${each}共 ${sumPoints(own)} 分）`,
      note: '',
      items: numbered(own),
    };
  });
  const drawn = pools.map(({ id, text, count, points, items }, index) => ({
    key: `draw-${id}`,
    ordinal: chineseNumeral(kinds.length + index + 1),
    isEven: true,
    heading: `${chineseNumeral(kinds.length + index + 1)}、抽题：${text}（每题 ${points} 分，共 ${count * points} 分）`,
    note: `题池共 ${items.length} 题，每名学生抽其中 ${count} 题作答，各人抽到的不同。`,
    items: numbered(items),
  }));
  return [...fixed, ...drawn];
}

/** Lines to write on for every point of a kind; choices and blanks need none. */
const LINES_PER_POINT: Partial<Record<PaperKind, number>> = { short: 0.8, written: 1 };
const MIN_LINES = 3;

/** Nothing needs more, and with its number it still fits on one page. */
export const MAX_LINES = 24;

/** How many lines an answer is given; 0 where there is nothing to write. */
export function answerLineCount(question: Kinded & { points: number }): number {
  const perPoint = LINES_PER_POINT[paperKindOf(question)];
  return perPoint === undefined ? 0 : Math.min(MAX_LINES, Math.max(MIN_LINES, Math.ceil(perPoint * question.points)));
}
