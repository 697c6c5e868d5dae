import type { ExamSettings } from '~/domain/exam/exam-settings.schema';
import { roundHalfUp } from '../paper/scoring.rules';
import { kurtosis, max, mean, min, quantile, skewness, standardDeviation } from './descriptive.rules';
import { known, unknown, type Figure, type ScoreFigures } from './figures.rules';

/** From which percentage a score passes, is good, is excellent; below which it is low. */
export type Thresholds = Pick<ExamSettings, 'passFrom' | 'goodFrom' | 'excellentFrom' | 'lowFrom'>;

/** What a set of students comes to; those who may still sit are in none of them. */
export type ScoreSet = { scores: number[]; absent: number; unscored: number };

const TENS = 10;

/**
 * The figures of a set of scores (percentages 0–100). All of them go by the score rounded half up, which is the one
 * people see: a 59.6 reads as 60, passes, and is 60 in the mean, the minimum and the quartiles too. Good counts the
 * excellent too.
 */
export function scoreFigures({ scores: exact, absent, unscored }: ScoreSet, thresholds: Thresholds): ScoreFigures {
  const scores = exact.map((score) => roundHalfUp(score));
  const share = (isCounted: (score: number) => boolean): Figure =>
    scores.length === 0 ? unknown('还没有成绩') : known((100 * scores.filter(isCounted).length) / scores.length);
  return {
    count: scores.length,
    absent,
    unscored,
    mean: mean(scores),
    median: quantile(scores, 0.5),
    standardDeviation: standardDeviation(scores),
    min: min(scores),
    max: max(scores),
    lowerQuartile: quantile(scores, 0.25),
    upperQuartile: quantile(scores, 0.75),
    skewness: skewness(scores),
    kurtosis: kurtosis(scores),
    passRate: share((score) => score >= thresholds.passFrom),
    goodRate: share((score) => score >= thresholds.goodFrom),
    excellentRate: share((score) => score >= thresholds.excellentFrom),
    lowRate: share((score) => score < thresholds.lowFrom),
    distribution: distributionInTens(scores),
  };
}

/** How many whole scores lie in 0–9, 10–19, … and, with the full mark, 90–100. */
export function distributionInTens(scores: readonly number[]): ScoreFigures['distribution'] {
  const counts = Array.from({ length: TENS }, () => 0);
  for (const score of scores) {
    const place = Math.min(TENS - 1, Math.max(0, Math.floor(score / TENS)));
    counts[place] = (counts[place] ?? 0) + 1;
  }
  return counts.map((count, index) => ({
    from: index * TENS,
    to: index === TENS - 1 ? 100 : index * TENS + TENS - 1,
    count,
  }));
}
