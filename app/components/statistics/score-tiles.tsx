import { StatTiles } from '~/components/ui/facts';
import { formatChange, formatFigure } from '~/domain/statistics/format.rules';
import type { ScoreFigures } from '~/domain/scoring/report/figures.rules';
import { FigureText, RangeText } from './figure-text';

export type Thresholds = { passFrom: number; excellentFrom: number };

/** The six figures one looks for first. */
export function ScoreTiles({
  scores,
  previous,
  thresholds,
}: {
  scores: ScoreFigures;
  /** The exam of the same category before this one. */
  previous: { name: string; mean: number } | null;
  thresholds: Thresholds;
}) {
  const { mean } = scores;
  const unitOf = (figure: { value: number | null }, unit: string) => (figure.value === null ? undefined : unit);
  const all = scores.count + scores.absent + scores.unscored;
  return (
    <StatTiles
      items={[
        {
          label: '参考人数',
          value: scores.count,
          unit: ` / ${all}`,
          note: `缺考 ${scores.absent} 人${scores.unscored > 0 ? `，待评分 ${scores.unscored} 人` : ''}`,
        },
        {
          label: '平均分',
          value: <FigureText figure={mean} />,
          unit: unitOf(mean, '分'),
          note:
            previous && mean.value !== null ? (
              <span title={previous.name}>
                比上次 {formatChange(mean.value, previous.mean)}
                <span className="vh">（上次是{previous.name}）</span>
              </span>
            ) : (
              '没有上次可比'
            ),
        },
        {
          label: '中位数',
          value: <FigureText figure={scores.median} />,
          unit: unitOf(scores.median, '分'),
          note: (
            <>
              四分位 <RangeText from={scores.lowerQuartile} to={scores.upperQuartile} />
            </>
          ),
        },
        {
          label: '标准差',
          value: <FigureText figure={scores.standardDeviation} />,
          unit: unitOf(scores.standardDeviation, '分'),
          note: (
            <>
              最低 <FigureText figure={scores.min} />
              ，最高 <FigureText figure={scores.max} />
            </>
          ),
        },
        {
          label: '及格率',
          value: <FigureText figure={scores.passRate} />,
          unit: unitOf(scores.passRate, '%'),
          note: `${shareCount(scores.passRate.value, scores.count)}${formatFigure(thresholds.passFrom)} 分起`,
        },
        {
          label: '优秀率',
          value: <FigureText figure={scores.excellentRate} />,
          unit: unitOf(scores.excellentRate, '%'),
          note: `${shareCount(scores.excellentRate.value, scores.count)}${formatFigure(thresholds.excellentFrom)} 分起`,
        },
      ]}
    />
  );
}

function shareCount(rate: number | null, count: number): string {
  return rate === null ? '' : `${Math.round((rate * count) / 100)} 人，`;
}
