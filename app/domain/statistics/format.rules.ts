import { roundHalfUp } from '~/domain/scoring/scoring.rules';

/** How figures are written: `77.6`, `80`, `−0.12`; no trailing zeros unless the digits are fixed. */
export function formatFigure(value: number, digits = 1, isFixed = false): string {
  const rounded = roundHalfUp(Math.abs(value), digits);
  return `${value < 0 && rounded !== 0 ? '−' : ''}${isFixed ? rounded.toFixed(digits) : rounded}`;
}

/** A difference with its sign: `+2.1`, `−3`, `±0`. */
export function formatChange(value: number, digits = 1): string {
  const rounded = roundHalfUp(Math.abs(value), digits);
  return rounded === 0 ? '±0' : `${value < 0 ? '−' : '+'}${rounded}`;
}

/** A part of a whole in percent, 0 where the whole is empty. */
export function sharePercent(count: number, all: number): number {
  return all === 0 ? 0 : (count / all) * 100;
}
