import { useId, type ReactNode } from 'react';
import { ScoreText } from '~/components/ui/score-text';
import { MEASURE_LABELS, MEASURES, type Measure } from '~/domain/exam/measures.rules';

/** A measure's value; null is 不适用. */
export type MeasureValues = Partial<Record<Measure, number | null>>;

const SLIDER: Record<Measure, string> = {
  zqd: 'slider-zqd',
  lld: 'slider-lld',
  wzd: 'slider-wzd',
  gjc: 'slider-gjc',
};
const POINT: Record<Measure, string> = { zqd: 'pt-zqd', lld: 'pt-lld', wzd: 'pt-wzd', gjc: 'pt-gjc' };

const CX = 170;
const CY = 132;
const R = 92;
// Up, right, down, left.
const AXES: Record<Measure, [number, number]> = { zqd: [0, -1], lld: [1, 0], wzd: [0, 1], gjc: [-1, 0] };

function point(measure: Measure, value: number): [number, number] {
  const [x, y] = AXES[measure];
  const r = (R * Math.min(100, Math.max(0, value))) / 100;
  return [round(CX + x * r), round(CY + y * r)];
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function polygon(values: MeasureValues | number): string {
  return MEASURES.map((measure) => {
    const value = typeof values === 'number' ? values : (values[measure] ?? 0);
    return point(measure, value).join(',');
  }).join(' ');
}

function says(values: MeasureValues, measure: Measure): string {
  const value = values[measure];
  return `${MEASURE_LABELS[measure]} ${typeof value === 'number' ? Math.round(value) : '不适用'}`;
}

/** The four measures as a radar, drawn on the server. Put MeasureList or MeasureTable beside it: the figures. */
export function Radar({
  values,
  previous,
  caption,
}: {
  values: MeasureValues;
  /** A second, dashed outline to compare with. */
  previous?: MeasureValues;
  caption?: ReactNode;
}) {
  const titleId = useId();
  const text = [
    { x: CX, y: 22, anchor: 'middle' as const, measure: 'zqd' as const },
    { x: CX + R + 12, y: CY + 5, anchor: 'start' as const, measure: 'lld' as const },
    { x: CX, y: 250, anchor: 'middle' as const, measure: 'wzd' as const },
    { x: CX - R - 12, y: CY + 5, anchor: 'end' as const, measure: 'gjc' as const },
  ];
  return (
    <figure className="chart">
      <svg viewBox="0 0 340 262" role="img" aria-labelledby={titleId}>
        <title id={titleId}>{`四项得分：${MEASURES.map((measure) => says(values, measure)).join('，')}`}</title>
        {[25, 50, 75].map((step) => (
          <polygon key={step} className="gridline" fill="none" points={polygon(step)} />
        ))}
        <polygon className="axis" fill="none" points={polygon(100)} />
        <path className="gridline" d={`M${CX} ${CY - R}V${CY + R}M${CX - R} ${CY}H${CX + R}`} />
        {previous ? <polygon className="ref" points={polygon(previous)} /> : null}
        <polygon className="area" points={polygon(values)} />
        {MEASURES.map((measure) => {
          const value = values[measure];
          if (typeof value !== 'number') return null;
          const [cx, cy] = point(measure, value);
          return <circle key={measure} className={POINT[measure]} r="4" cx={cx} cy={cy} />;
        })}
        {text.map(({ measure, anchor, x, y }) => (
          <text key={measure} className="lbl" x={x} y={y} textAnchor={anchor}>
            {typeof values[measure] === 'number' ? says(values, measure) : MEASURE_LABELS[measure]}
          </text>
        ))}
      </svg>
      {caption ? <figcaption>{caption}</figcaption> : null}
    </figure>
  );
}

/** The four measures as bars with their figures, drawn on the server. */
export function MeasureBars({ values }: { values: MeasureValues }) {
  return (
    <ul className="measures">
      {MEASURES.map((measure) => {
        const value = values[measure];
        return (
          <li key={measure} className={SLIDER[measure]}>
            <span>{MEASURE_LABELS[measure]}</span>
            <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
              <rect className="m-bg" width="100" height="8" />
              <rect
                className="m-v"
                width={typeof value === 'number' ? Math.min(100, Math.max(0, value)) : 0}
                height="8"
              />
            </svg>
            <b className="num">{typeof value === 'number' ? Math.round(value) : '不适用'}</b>
          </li>
        );
      })}
    </ul>
  );
}

/** The figures of a radar, one line a measure with its band; `note` says more (比上次 +8). */
export function MeasureList({ values, note }: { values: MeasureValues; note?: (measure: Measure) => ReactNode }) {
  return (
    <ul className="mlist">
      {MEASURES.map((measure) => {
        const value = values[measure];
        return (
          <li key={measure} className={SLIDER[measure]}>
            <span className="sw" aria-hidden="true" />
            <span>{MEASURE_LABELS[measure]}</span>
            {typeof value === 'number' ? <ScoreText value={value} word /> : <span className="quiet">不适用</span>}
            <span className="quiet small">{note?.(measure)}</span>
          </li>
        );
      })}
    </ul>
  );
}

/** The same figures as a table, for several columns (teacher, machine, last time). */
export function MeasureTable({
  caption,
  columns,
}: {
  caption: string;
  columns: { header: string; values: MeasureValues }[];
}) {
  return (
    <table className="table table--slim">
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">项目</th>
          {columns.map((column) => (
            <th scope="col" className="end" key={column.header}>
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {MEASURES.map((measure) => (
          <tr key={measure}>
            <th scope="row">{MEASURE_LABELS[measure]}</th>
            {columns.map((column) => {
              const value = column.values[measure];
              return (
                <td className="end" key={column.header}>
                  {typeof value === 'number' ? Math.round(value) : '不适用'}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
