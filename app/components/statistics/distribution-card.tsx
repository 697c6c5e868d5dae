import { roundHalfUp } from '~/lib/bands';
import { ChartImage } from '~/components/chart/chart-image';
import type { ChartImageData } from '~/components/chart/chart.server';
import { Card } from '~/components/ui/card';
import { formatFigure, sharePercent } from '~/domain/statistics/format.rules';
import type { ScoreFigures } from '~/domain/scoring/report/figures.rules';
import { FigureText } from './figure-text';

/** How the scores spread: a picture, the same as a table, and the figures of its shape. */
export function DistributionCard({
  scores,
  image,
  isOpen,
  hasTable,
}: {
  scores: ScoreFigures;
  image: ChartImageData;
  isOpen: boolean;
  /** False where the table stands in a card of its own. */
  hasTable: boolean;
}) {
  return (
    <Card title="成绩分布" hint={`${scores.count} 人，每 10 分一段`}>
      <ChartImage image={image} />
      <dl className="shape small">
        <div>
          <dt>良好率</dt>
          <dd>
            <FigureText figure={scores.goodRate} unit="%" />
          </dd>
        </div>
        <div>
          <dt>低分率</dt>
          <dd>
            <FigureText figure={scores.lowRate} unit="%" />
          </dd>
        </div>
        <div>
          <dt>偏度</dt>
          <dd>
            <FigureText figure={scores.skewness} digits={2} />
          </dd>
        </div>
        <div>
          <dt>峰度</dt>
          <dd>
            <FigureText figure={scores.kurtosis} digits={2} />
          </dd>
        </div>
      </dl>
      {hasTable ? (
        <details className="more" open={isOpen || undefined}>
          <summary>看数据表</summary>
          <TensTable scores={scores} />
        </details>
      ) : null}
    </Card>
  );
}

/** The table of the distribution on its own, where there are no classes to compare. */
export function TensCard({ scores }: { scores: ScoreFigures }) {
  return (
    <Card title="各分数段人数" padded={false}>
      <TensTable scores={scores} />
    </Card>
  );
}

function TensTable({ scores }: { scores: ScoreFigures }) {
  const shares = scores.distribution.map(({ count }) => roundHalfUp(sharePercent(count, scores.count), 1));
  return (
    <table className="table table--slim">
      <caption className="vh">各分数段人数</caption>
      <thead>
        <tr>
          <th scope="col">分数段</th>
          <th scope="col" className="end">
            人数
          </th>
          <th scope="col" className="end">
            占比
          </th>
        </tr>
      </thead>
      <tbody>
        {scores.distribution.map(({ from, to, count }, index) => (
          <tr key={from}>
            <th scope="row">
              {from}–{to}
            </th>
            <td className="end">{count}</td>
            <td className="end">{formatFigure(shares[index] ?? 0)}%</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
