import { formatFigure } from '~/domain/statistics/format.rules';
import type { Figure } from '~/domain/scoring/report/figures.rules';

/** A figure, or — with the reason there is none: on pointing at it, and in words for readers. */
export function FigureText({
  figure,
  digits = 1,
  unit = '',
  scale = 1,
  isFixed = false,
}: {
  figure: Figure;
  digits?: number;
  unit?: string;
  /** 0.01 shows a percentage as a part of one. */
  scale?: number;
  /** Always with all digits: 0.30 below 0.31. */
  isFixed?: boolean;
}) {
  if (figure.value === null) return <NoFigure reason={figure.reason} />;
  return (
    <>
      {formatFigure(figure.value * scale, digits, isFixed)}
      {unit}
    </>
  );
}

/** What stands where there is no figure. */
export function NoFigure({ reason }: { reason: string }) {
  return (
    <span className="nofigure" title={reason}>
      <span aria-hidden="true">—</span>
      <span className="vh">没有：{reason}</span>
    </span>
  );
}

/** Two ends of a range, 71–86. */
export function RangeText({ from, to }: { from: Figure; to: Figure }) {
  if (from.value === null) return <NoFigure reason={from.reason} />;
  if (to.value === null) return <NoFigure reason={to.reason} />;
  return (
    <>
      {formatFigure(from.value)}–{formatFigure(to.value)}
    </>
  );
}
