import { KIND_FACTS } from '~/domain/question-bank/kinds/kind-facts.rules';
import { kindOf } from '~/domain/question-bank/question.schema';
import { sumPoints, type Kinded } from './paper-mix.rules';
import { numberRange } from './paper-numbers.rules';
import {
  groupPaper,
  sectionHeads,
  type SectionGroup,
  type SectionItem,
  type StoredSection,
} from './paper-sections.rules';

/** How a paper is divided where it stands on paper, and how much room its answers are given. Pure. */

export type PaperSection<T> = {
  /** Tells it from the others of the paper. */
  key: string;
  /** 一, 二 …; '' for what is drawn within a section. */
  ordinal: string;
  heading: string;
  /** 答题说明, under the heading; '' for none. */
  instructions: string;
  /** Of what is drawn; '' for none. */
  note: string;
  /** All its questions have the same points, which the heading says. */
  isEven: boolean;
  items: (T & PlaceOnPaper)[];
};

/** What stands before a question on paper. */
type PlaceOnPaper = {
  /** The number under which every student finds it on the screen; null in a pool, of which everybody has others. */
  number: number | null;
  /** `3.`, in a pool `（3）`. */
  label: string;
};

/** What a rule draws from, and how much of it comes into each student's paper. */
export type PaperPool<T> = Kinded & {
  id: number;
  section?: number | null;
  text: string;
  count: number;
  points: number;
  items: T[];
};

/**
 * The sections of a printed paper: 一、单项选择题（2 题，每题 5 分，共 10 分）. Questions have the numbers that they have on
 * every student's screen. What is drawn for each student stands behind the fixed questions of its section and takes as
 * many numbers as are drawn. A paper that mixes kinds and has no sections is one list, as it is on the screen.
 */
export function paperSections<Q extends SectionItem & { points: number }>(
  questions: Q[],
  pools: PaperPool<Q>[] = [],
  stored: readonly StoredSection[] = [],
): PaperSection<Q>[] {
  let next = 1;
  const numbered = (items: Q[]) =>
    items.map((item) => {
      const number = next++;
      return { ...item, number, label: `${number}.` };
    });
  const groups = groupPaper<Q, PaperPool<Q>>(questions, stored, pools);
  const heads = groups[0]?.name === '' && stored.length === 0 ? groups.map(wholePaper) : sectionHeads(groups);
  return heads.flatMap((head) => {
    const { ordinal, heading, instructions, isEven, items, draws } = head;
    const fixed = {
      key: `section-${head.key}`,
      ordinal,
      heading,
      instructions,
      note: '',
      isEven,
      items: numbered(items),
    };
    const drawn = draws.map((pool): PaperSection<Q> => {
      const worth = `每题 ${pool.points} 分，共 ${pool.count * pool.points} 分`;
      const note = `题池共 ${pool.items.length} 题，每名学生抽其中 ${pool.count} 题作答，各人抽到的不同，在各人的屏幕上是${numberRange(next, pool.count)}；括号里只是题池里的次序。`;
      next += pool.count;
      const inPool = pool.items.map((item, index) => ({ ...item, number: null, label: `（${index + 1}）` }));
      const own = { key: `draw-${pool.id}`, note, isEven: true, items: inPool };
      // A section that is drawn altogether by one rule needs no second heading.
      if (items.length === 0 && draws.length === 1) return { ...own, ordinal, heading, instructions };
      return { ...own, ordinal: '', heading: `随机抽题：${pool.text}（${worth}）`, instructions: '' };
    });
    return items.length === 0 && draws.length === 1 ? drawn : [fixed, ...drawn];
  });
}

/** The head of a paper that is one list. */
function wholePaper<Q extends { points: number }>({ items, draws }: SectionGroup<Q, PaperPool<Q>>) {
  const count = items.length + draws.reduce((sum, draw) => sum + draw.count, 0);
  const points = sumPoints(items) + draws.reduce((sum, draw) => sum + draw.count * draw.points, 0);
  const heading = `试题（${count} 题，共 ${Math.round(points * 100) / 100} 分）`;
  return { key: 0, ordinal: '', heading, instructions: '', isEven: false, items, draws };
}

const MIN_LINES = 3;

/** Nothing needs more, and with its number it still fits on one page. */
export const MAX_LINES = 24;

/** How many lines a paper has to write on: by the points, half of those, none where answers are written on other sheets. */
export const LINE_CHOICES = ['', 'half', 'none'] as const;
/** How many those sheets have. */
export const SHEET_LINE_CHOICES = ['', 'half', 'third'] as const;
export type SheetLineChoice = (typeof SHEET_LINE_CHOICES)[number];
export type LineChoice = (typeof LINE_CHOICES)[number];

const LINE_SHARES: Record<LineChoice | SheetLineChoice, number> = { '': 1, half: 1 / 2, third: 1 / 3, none: 0 };

/** So many lines at the end stand together: a last one alone would fill another sheet. */
export const LAST_LINES = 4;

/** How many lines an answer is given; 0 where there is nothing to write. */
export function answerLineCount(
  question: Kinded & { points: number },
  choice: LineChoice | SheetLineChoice = '',
): number {
  const perPoint = KIND_FACTS[kindOf(question)].linesPerPoint;
  if (perPoint === 0 || choice === 'none') return 0;
  const wanted = perPoint * question.points * LINE_SHARES[choice];
  return Math.min(MAX_LINES, Math.max(MIN_LINES, Math.ceil(wanted)));
}

/** So many lines go to the next sheet with their question; more begin where there is room. */
const MOST_WHOLE = 12;

/** Whether a question and its lines stand on one sheet: a few lines torn off would fill another alone. */
export function staysWhole(question: Kinded & { points: number }, choice: LineChoice = ''): boolean {
  const count = answerLineCount(question, choice);
  return count > 0 && count <= MOST_WHOLE;
}
