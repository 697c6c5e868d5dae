import { known, unknown, type Figure } from './figures.rules';

/**
 * Figures of a list of numbers. Variances, covariances and the moments are those of Moodle's "Quiz statistics
 * calculations" (docs.moodle.org/dev/Quiz_statistics_calculations): sample statistics, dividing by n − 1.
 */

/** Spreads below it are the dust of binary floats on numbers that are equal on paper. */
const DUST = 1e-9;

const NOTHING = '还没有成绩';

/** The arithmetic mean; of no numbers it is 0, for use where there is a number. */
export function meanOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let index = 0; index < values.length; index += 1) sum += values[index] ?? 0;
  return values.length === 0 ? 0 : sum / values.length;
}

/** Moodle, "Average": the sum divided by the number. */
export function mean(values: readonly number[]): Figure {
  return values.length === 0 ? unknown(NOTHING) : known(meanOf(values));
}

/**
 * Moodle, "Covariance": C(x, y) = 1/(n − 1) · Σ (x − x̄)(y − ȳ). Of fewer than two pairs it is 0, for use where there
 * are two.
 */
export function covarianceOf(xs: ArrayLike<number>, ys: ArrayLike<number>): number {
  if (xs.length < 2) return 0;
  const meanX = meanOf(xs);
  const meanY = meanOf(ys);
  let sum = 0;
  for (let index = 0; index < xs.length; index += 1) sum += ((xs[index] ?? 0) - meanX) * ((ys[index] ?? 0) - meanY);
  return sum / (xs.length - 1);
}

/** Moodle, "Variance": V(x) = C(x, x). Values that are equal on paper have none at all. */
export function varianceOf(values: readonly number[]): number {
  const variance = covarianceOf(values, values);
  return isDust(variance, values) ? 0 : variance;
}

function isDust(variance: number, values: readonly number[]): boolean {
  let largest = 1;
  for (const value of values) largest = Math.max(largest, Math.abs(value));
  return Math.sqrt(variance) <= DUST * largest;
}

/** Moodle, "Standard deviation": the square root of the sample variance. */
export function standardDeviation(values: readonly number[]): Figure {
  if (values.length < 2) return unknown('人数不足 2 人，没有标准差');
  return known(Math.sqrt(varianceOf(values)));
}

/**
 * The value below which the share `p` (0–1) lies, by linear interpolation between the neighbours in order: type 7 of
 * Hyndman and Fan (1996), which is what spreadsheets compute (QUARTILE.INC) and R by default. With p = 0.5 it is the
 * median as Moodle defines it: the middle value, or the mean of the two in the middle.
 */
export function quantile(values: readonly number[], p: number): Figure {
  if (values.length === 0) return unknown(NOTHING);
  const inOrder = Float64Array.from(values).sort();
  const place = (inOrder.length - 1) * p;
  const below = Math.floor(place);
  const low = inOrder[below] ?? 0;
  const high = inOrder[below + 1] ?? low;
  return known(low + (high - low) * (place - below));
}

export function min(values: readonly number[]): Figure {
  return quantile(values, 0);
}

export function max(values: readonly number[]): Figure {
  return quantile(values, 1);
}

/** The mean of the powers of the differences to the mean: m2, m3 and m4. */
function centralMoments(values: readonly number[]): { m2: number; m3: number; m4: number } {
  const centre = meanOf(values);
  const powers = { m2: 0, m3: 0, m4: 0 };
  for (const value of values) {
    const difference = value - centre;
    const square = difference * difference;
    powers.m2 += square;
    powers.m3 += square * difference;
    powers.m4 += square * square;
  }
  const n = values.length;
  return { m2: powers.m2 / n, m3: powers.m3 / n, m4: powers.m4 / n };
}

/**
 * Moodle, "Skewness": k3 / k2^(3/2) with the k-statistics k2 = n·m2/(n − 1) and k3 = n²·m3/((n − 1)(n − 2)).
 * Negative: a tail of low scores.
 */
export function skewness(values: readonly number[]): Figure {
  const n = values.length;
  if (n < 3) return unknown('人数不足 3 人，没有偏度');
  if (varianceOf(values) === 0) return unknown('成绩都相同，没有偏度');
  const { m2, m3 } = centralMoments(values);
  const k2 = (n * m2) / (n - 1);
  const k3 = (n * n * m3) / ((n - 1) * (n - 2));
  return known(k3 / k2 ** 1.5);
}

/**
 * Moodle, "Kurtosis": k4 / k2² with k4 = n²·((n + 1)·m4 − 3(n − 1)·m2²) / ((n − 1)(n − 2)(n − 3)); 0 for the normal
 * distribution.
 */
export function kurtosis(values: readonly number[]): Figure {
  const n = values.length;
  if (n < 4) return unknown('人数不足 4 人，没有峰度');
  if (varianceOf(values) === 0) return unknown('成绩都相同，没有峰度');
  const { m2, m4 } = centralMoments(values);
  const k2 = (n * m2) / (n - 1);
  const k4 = (n * n * ((n + 1) * m4 - 3 * (n - 1) * m2 * m2)) / ((n - 1) * (n - 2) * (n - 3));
  return known(k4 / k2 ** 2);
}
