import { ChartImage } from '~/components/chart/chart-image';
import type { ChartImageData } from '~/components/chart/chart.server';
import { Card } from '~/components/ui/card';
import { MEASURE_LABELS, MEASURES } from '~/domain/exam/measures.rules';
import type { MeasureMeans } from '~/domain/scoring/report/figures.rules';
import { FigureText } from './figure-text';

/** The four oral measures: as a shape, as lengths, and per class in a table. */
export function MeasuresCard({
  radar,
  bars,
  rows,
  caption,
}: {
  radar: ChartImageData;
  bars: ChartImageData;
  rows: { name: string; measures: MeasureMeans | null }[];
  /** What the dashed outline and the thin bars are. */
  caption: string | null;
}) {
  return (
    <Card title="口语四项均分" hint={caption ?? undefined} padded={false}>
      <div className="card__body measures-pair">
        <ChartImage image={radar} />
        <ChartImage image={bars} />
      </div>
      <table className="table table--slim">
        <caption className="vh">口语四项均分</caption>
        <thead>
          <tr>
            <th scope="col">范围</th>
            {MEASURES.map((measure) => (
              <th scope="col" className="end" key={measure}>
                {MEASURE_LABELS[measure]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name}>
              <th scope="row">{row.name}</th>
              {MEASURES.map((measure) => (
                <td className="end" key={measure}>
                  <FigureText
                    figure={row.measures?.[measure] ?? { value: null, reason: '这个班没有按四项评的口语成绩' }}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
