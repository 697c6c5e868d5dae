import {
  sectionsOfItems,
  type SectionDraw,
  type SectionItem,
  type StoredSection,
} from '~/domain/exam/paper-sections.rules';
import { meanOf } from '~/domain/scoring/report/descriptive.rules';
import { known, unknown, type SectionFigures } from '~/domain/scoring/report/figures.rules';
import type { AnalysedPaper } from './item-analysis.rules';

type Item = SectionItem & { id: number; points: number; drawId: number | null };
type Draw = SectionDraw & { id: number };

/**
 * The mean of each section over the papers that are scored. What is drawn counts where its rule stands, so that every
 * paper has the same sections with the same points. `items` are those that the papers' indexes mean.
 */
export function sectionFigures(
  items: readonly Item[],
  draws: readonly Draw[],
  stored: readonly StoredSection[],
  papers: readonly AnalysedPaper[],
): SectionFigures[] {
  const { heads, indexes } = sectionsOfItems(items, draws, stored);
  return heads.map((head, index) => {
    const earned = papers.map((paper) =>
      paper.items.reduce((sum, item, at) => sum + (indexes[item] === index ? (paper.points[at] ?? 0) : 0), 0),
    );
    const mean = meanOf(earned);
    return {
      key: head.key,
      title: head.title,
      itemCount: head.count,
      points: head.points,
      mean: earned.length === 0 ? unknown('还没有成绩') : known(mean),
      facility: earned.length === 0 || head.points === 0 ? unknown('还没有成绩') : known((100 * mean) / head.points),
    };
  });
}
