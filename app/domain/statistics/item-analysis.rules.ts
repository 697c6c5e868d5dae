import { covarianceOf, meanOf, varianceOf } from '~/domain/scoring/report/descriptive.rules';
import { known, unknown, type Figure } from '~/domain/scoring/report/figures.rules';

/**
 * Item analysis by Moodle's "Quiz statistics calculations" (docs.moodle.org/dev/Quiz_statistics_calculations), with
 * sample variance and covariance. Written there: x_p the score of an item, T the total of a paper, X_p = T − x_p the
 * rest of the paper, S the papers, P the places of a paper.
 *
 * Papers drawn per student: an item of a pool is analysed over the papers that had it, against the rest of those
 * papers. What Moodle takes over the places of a paper (effective weights, alpha) is taken over places here, too: an
 * item of every paper is a place of its own, the k-th drawn item of a rule is one, whatever was drawn there. So an
 * item of a pool has no effective weight.
 */

export type AnalysedItem = {
  id: number;
  points: number;
  /** Of the pool of a draw; null: in every paper. */
  drawId: number | null;
};

/** What one scored paper earned, in the order of the paper: `items` are indexes into the analysed items. */
export type AnalysedPaper = { items: readonly number[]; points: readonly number[] };

export type ItemAnalysis = {
  count: number;
  mean: Figure;
  facility: Figure;
  standardDeviation: Figure;
  discriminationIndex: Figure;
  discriminationEfficiency: Figure;
  intendedWeight: Figure;
  effectiveWeight: Figure;
};

export type PaperAnalysis = {
  count: number;
  alpha: Figure;
  errorRatio: Figure;
  standardError: Figure;
  items: ItemAnalysis[];
};

/** Columns of a table of papers: the scores at an item or a place, with the totals of the papers that had it. */
type Column = { scores: number[]; totals: number[] };
type Place = Column & { fullMark: number };

/** The figures of each item and of the paper as a measuring instrument. */
export function analysePapers(items: readonly AnalysedItem[], papers: readonly AnalysedPaper[]): PaperAnalysis {
  const totals = papers.map((paper) => paper.points.reduce((sum, points) => sum + points, 0));
  const byItem: Column[] = items.map(() => ({ scores: [], totals: [] }));
  const places = new Map<string, Place>();
  const placeOf = (key: string, fullMark: number): Place => {
    let place = places.get(key);
    if (!place) places.set(key, (place = { scores: [], totals: [], fullMark }));
    return place;
  };
  const ownPlaces = items.map((item) => (item.drawId === null ? placeOf(itemKey(item), item.points) : null));
  for (const [index, paper] of papers.entries()) {
    const total = totals[index] ?? 0;
    const drawn = new Map<number, number>();
    for (const [at, itemIndex] of paper.items.entries()) {
      const item = items[itemIndex];
      if (!item) continue;
      const points = paper.points[at] ?? 0;
      add(byItem[itemIndex], points, total);
      const place = ownPlaces[itemIndex] ?? placeOf(drawnKey(item, drawn), item.points);
      add(place, points, total);
    }
  }
  const fullMark = [...places.values()].reduce((sum, place) => sum + place.fullMark, 0);
  const weights = effectiveWeights(places);
  return {
    count: papers.length,
    ...reliability([...places.values()], totals, fullMark),
    items: items.map((item, index) => ({
      ...analyseItem(item, byItem[index] ?? { scores: [], totals: [] }),
      intendedWeight: fullMark > 0 ? known((100 * item.points) / fullMark) : unknown('这份卷没有满分'),
      effectiveWeight: weightOf(item, weights),
    })),
  };
}

function add(column: Column | undefined, points: number, total: number): void {
  column?.scores.push(points);
  column?.totals.push(total);
}

const itemKey = (item: Pick<AnalysedItem, 'id'>) => `item ${item.id}`;

/** The k-th item of its rule in a paper; `drawn` counts them. */
function drawnKey(item: AnalysedItem, drawn: Map<number, number>): string {
  const drawId = item.drawId ?? 0;
  const number = (drawn.get(drawId) ?? 0) + 1;
  drawn.set(drawId, number);
  return `draw ${drawId} ${number}`;
}

/** Everything about an item but its weights. */
function analyseItem(item: AnalysedItem, { scores, totals }: Column) {
  const rests = totals.map((total, index) => total - (scores[index] ?? 0));
  return {
    count: scores.length,
    mean: scores.length === 0 ? unknown('还没有成绩') : known(meanOf(scores)),
    facility: facilityIndex(scores, item.points),
    standardDeviation: scores.length < 2 ? unknown('答卷不足 2 份，没有标准差') : known(Math.sqrt(varianceOf(scores))),
    discriminationIndex: discriminationIndex(scores, rests),
    discriminationEfficiency: discriminationEfficiency(scores, rests),
  };
}

/** Moodle, "Facility index": the mean as a percentage of the item's maximum (its minimum is 0). */
export function facilityIndex(scores: readonly number[], points: number): Figure {
  if (scores.length === 0) return unknown('还没有成绩');
  return points > 0 ? known((100 * meanOf(scores)) / points) : unknown('这题没有分值');
}

function whyNoDiscrimination(scores: readonly number[], rests: readonly number[]): string | null {
  if (scores.length < 2) return '答卷不足 2 份，算不出区分度';
  if (varianceOf(scores) === 0) return '这题得分都相同，没有区分度';
  if (rests.every((rest) => rest === 0)) return '没有其他题的得分可比，算不出区分度';
  return varianceOf(rests) === 0 ? '其余题目的得分都相同，没有区分度' : null;
}

/**
 * Moodle, "Discrimination index": 100 · C(x_p, X_p) / √(V(x_p) · V(X_p)), the correlation of the item with the rest of
 * the paper, −100 … 100.
 */
export function discriminationIndex(scores: readonly number[], rests: readonly number[]): Figure {
  const reason = whyNoDiscrimination(scores, rests);
  if (reason !== null) return unknown(reason);
  const index = (100 * covarianceOf(scores, rests)) / Math.sqrt(varianceOf(scores) * varianceOf(rests));
  return known(Math.min(100, Math.max(-100, index)));
}

/**
 * Moodle, "Discriminative efficiency": 100 · C(x_p, X_p) / C_max, where C_max is the covariance when both columns are
 * sorted, the greatest these scores could have. It does not fall where an item is merely easy or hard.
 */
export function discriminationEfficiency(scores: readonly number[], rests: readonly number[]): Figure {
  const reason = whyNoDiscrimination(scores, rests);
  if (reason !== null) return unknown(reason.replace(/区分度/g, '区分效率'));
  const greatest = covarianceOf(Float64Array.from(scores).sort(), Float64Array.from(rests).sort());
  return known((100 * covarianceOf(scores, rests)) / greatest);
}

const NEGATIVE = '这题与总分的协方差为负，没有有效权重';

/**
 * Moodle, "Effective question weight": 100 · √C(x_p, T) / Σ √C(x_q, T) over the places q of the paper. A negative
 * covariance has none, and adds nothing to the sum.
 */
function effectiveWeights(places: Map<string, Column>): Map<string, Figure> {
  const covariances = new Map([...places].map(([key, { scores, totals }]) => [key, covarianceOf(scores, totals)]));
  const sum = [...covariances.values()].reduce((total, one) => total + (one > 0 ? Math.sqrt(one) : 0), 0);
  const weight = (covariance: number): Figure => {
    if (sum === 0) return unknown('答卷不足 2 份，或总分都相同，没有有效权重');
    return covariance < 0 ? unknown(NEGATIVE) : known((100 * Math.sqrt(covariance)) / sum);
  };
  return new Map([...covariances].map(([key, covariance]) => [key, weight(covariance)]));
}

function weightOf(item: AnalysedItem, weights: Map<string, Figure>): Figure {
  if (item.drawId !== null) return unknown('随机抽取的题不在每份卷里，没有有效权重');
  return weights.get(itemKey(item)) ?? unknown('还没有成绩');
}

/**
 * Moodle, "Coefficient of internal consistency" (Cronbach's alpha), here not in percent:
 * P/(P − 1) · (1 − Σ V(x_p) / V(T)); "Error ratio": 100 · √(1 − alpha); "Standard error": the error ratio of the
 * standard deviation of T, here in hundredths of the full mark.
 */
function reliability(places: readonly Column[], totals: readonly number[], fullMark: number) {
  const reason = whyNoReliability(places.length, totals);
  if (reason !== null) {
    const none = unknown(reason);
    return { alpha: none, errorRatio: none, standardError: none };
  }
  const variance = varianceOf(totals);
  const parts = places.reduce((sum, { scores }) => sum + varianceOf(scores), 0);
  const alpha = (places.length / (places.length - 1)) * (1 - parts / variance);
  const error = Math.sqrt(Math.max(0, 1 - alpha));
  return {
    alpha: known(alpha),
    errorRatio: known(100 * error),
    standardError:
      fullMark > 0 ? known((100 * error * Math.sqrt(variance)) / fullMark) : unknown('这份卷没有满分，没有测量标准误'),
  };
}

function whyNoReliability(places: number, totals: readonly number[]): string | null {
  if (totals.length < 2) return '答卷不足 2 份，算不出信度';
  if (places < 2) return '不足 2 道题，算不出信度';
  return varianceOf(totals) === 0 ? '总分都相同，算不出信度' : null;
}
