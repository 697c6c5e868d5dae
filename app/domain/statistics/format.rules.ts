import { PART_LABELS, type Part } from '~/domain/exam/parts.rules';
import { roundShares } from '~/lib/shares';
import { FIXED_OPTIONS } from '~/domain/question-bank/kinds/kinds.schema';
import type { Figure } from '~/domain/scoring/report/figures.rules';
import { roundHalfUp } from '~/domain/scoring/paper/scoring.rules';

/** How figures are written: `77.6`, `80`, `−0.12`; no trailing zeros unless the digits are fixed. */
export function formatFigure(value: number, digits = 1, isFixed = false): string {
  const rounded = roundHalfUp(Math.abs(value), digits);
  return `${value < 0 && rounded !== 0 ? '−' : ''}${isFixed ? rounded.toFixed(digits) : rounded}`;
}

/** How far a figure is from another one, as both are shown: `+2.1`, `−3`, `0`; whoever subtracts them gets the same. */
export function formatChange(value: number, from: number, digits = 1): string {
  const change = roundHalfUp(value, digits) - roundHalfUp(from, digits);
  const rounded = roundHalfUp(Math.abs(change), digits);
  return rounded === 0 ? '0' : `${change < 0 ? '−' : '+'}${rounded}`;
}

/** What an option is called: by its letter, one of a kind whose options are words by its word. */
export function optionName({ key, text }: { key: string; text: string }): string {
  const isWord = Object.values(FIXED_OPTIONS).some((fixed) =>
    fixed?.some((option) => option.key === key && option.text === text),
  );
  return isWord ? text : key;
}

/** A part of a whole in percent, 0 where the whole is empty. */
export function sharePercent(count: number, all: number): number {
  return all === 0 ? 0 : (count / all) * 100;
}

type Weighted = { intendedWeight: Figure; effectiveWeight: Figure };

/** Items with their weights as they are shown beside each other: together 100, where they are of one paper. */
export function withShownWeights<T extends Weighted>(items: readonly T[], digits: number): T[] {
  const shown = (name: keyof Weighted) => {
    const figures = items.map((item) => item[name]);
    const shares = roundShares(
      figures.map((figure) => figure.value ?? 0),
      digits,
    );
    return figures.map((figure, index) => (figure.value === null ? figure : { ...figure, value: shares[index] ?? 0 }));
  };
  const [intended, effective] = [shown('intendedWeight'), shown('effectiveWeight')];
  return items.map((item, index) => ({
    ...item,
    intendedWeight: intended[index] ?? item.intendedWeight,
    effectiveWeight: effective[index] ?? item.effectiveWeight,
  }));
}

/** What stands beside an exam whose results are not out as a whole. */
export const notOutWord = ({ isPartlyReleased }: { isPartlyReleased: boolean }) =>
  isPartlyReleased ? '部分班级已公布' : '未公布';

/** Why nobody has a total although a part has scores. */
export function withoutTotal(
  parts: readonly { part: Part; scores: { count: number; absent: number; unscored: number } }[],
): string {
  const lacking = parts.flatMap(({ part, scores: { absent, unscored } }) => [
    ...(absent > 0 ? [`${PART_LABELS[part]} ${absent} 人缺考`] : []),
    ...(unscored > 0 ? [`${PART_LABELS[part]} ${unscored} 人没评完`] : []),
  ]);
  const scored = parts.flatMap(({ part, scores: { count } }) =>
    count > 0 ? [`${PART_LABELS[part]}有 ${count} 人的成绩`] : [],
  );
  return `${[...lacking, ...scored].join('，')}。`;
}
