import { KIND_FACTS } from '~/domain/question-bank/kinds/kind-facts.rules';
import { kindOf } from '~/domain/question-bank/question.schema';
import { byKindAsFirst, type Kinded } from './paper-mix.rules';
import { groupPaper, sectionHeads, type SectionItem, type StoredSection } from './paper-sections.rules';

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
  items: (T & { number: number })[];
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
 * The sections of a printed paper, questions numbered through: 一、单项选择题（2 题，每题 5 分，共 10 分）. Where the order
 * mixes kinds and no sections are stored, kinds stand together in the order in which they first appear. What is drawn
 * for each student stands behind the fixed questions of its section.
 */
export function paperSections<Q extends SectionItem & { points: number }>(
  questions: Q[],
  pools: PaperPool<Q>[] = [],
  stored: readonly StoredSection[] = [],
): PaperSection<Q>[] {
  const ordered = stored.length > 0 ? questions : byKindAsFirst(questions);
  let number = 0;
  const numbered = (items: Q[]) => items.map((item) => ({ ...item, number: (number += 1) }));
  return sectionHeads(groupPaper<Q, PaperPool<Q>>(ordered, stored, pools)).flatMap((head) => {
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
      const note = `题池共 ${pool.items.length} 题，每名学生抽其中 ${pool.count} 题作答，各人抽到的不同。`;
      const own = { key: `draw-${pool.id}`, note, isEven: true, items: numbered(pool.items) };
      // A section that is drawn altogether by one rule needs no second heading.
      if (items.length === 0 && draws.length === 1) return { ...own, ordinal, heading, instructions };
      return { ...own, ordinal: '', heading: `随机抽题：${pool.text}（${worth}）`, instructions: '' };
    });
    return drawn[0] && drawn[0].ordinal !== '' ? drawn : [fixed, ...drawn];
  });
}

const MIN_LINES = 3;

/** Nothing needs more, and with its number it still fits on one page. */
export const MAX_LINES = 24;

/** How many lines an answer is given; 0 where there is nothing to write. */
export function answerLineCount(question: Kinded & { points: number }): number {
  const perPoint = KIND_FACTS[kindOf(question)].linesPerPoint;
  return perPoint === 0 ? 0 : Math.min(MAX_LINES, Math.max(MIN_LINES, Math.ceil(perPoint * question.points)));
}
