import type { ReactNode } from 'react';
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
