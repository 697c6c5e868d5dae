import { roundHalfUp } from './bands';

/**
 * Percentages that stand together, rounded so that they still make 100: 37.5, 37.5 and 25 are 38, 37 and 25. What
 * does not make 100 (marks of papers that differ, several choices at once) is rounded one by one.
 */
export function roundShares(percents: readonly number[], digits = 0): number[] {
  const sum = percents.reduce((all, one) => all + one, 0);
  if (Math.abs(sum - 100) > 1e-6 || percents.some((one) => one < 0)) {
    return percents.map((one) => (one < 0 ? -roundHalfUp(-one, digits) : roundHalfUp(one, digits)));
  }
  const scale = 10 ** digits;
  // Past what a computer's fractions are off.
  const exact = percents.map((one) => Number((one * scale).toFixed(6)));
  const units = exact.map(Math.floor);
  const left = 100 * scale - units.reduce((all, one) => all + one, 0);
  const byRest = exact
    .map((one, index) => ({ index, rest: one - Math.floor(one) }))
    .sort((a, b) => b.rest - a.rest || a.index - b.index);
  for (const { index } of byRest.slice(0, left)) units[index] = (units[index] ?? 0) + 1;
  return units.map((one) => one / scale);
}
