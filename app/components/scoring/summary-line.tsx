import type { ClassSummary } from '~/domain/scoring/report/score-list.rules';
import { roundHalfUp } from '~/domain/scoring/paper/scoring.rules';

/** A figure with one decimal, — where there is none. */
export function shownFigure(value: number | null, unit = ''): string {
  return value === null ? '—' : `${roundHalfUp(value, 1).toFixed(1)}${unit}`;
}

/** The figures of a score list as terms and values. */
export function summaryFigures(summary: ClassSummary): { term: string; value: string }[] {
  return [
    { term: '参考', value: `${summary.count} 人` },
    { term: '缺考', value: `${summary.absent} 人` },
    ...(summary.open > 0 ? [{ term: '未出分', value: `${summary.open} 人` }] : []),
    { term: '平均', value: shownFigure(summary.mean) },
    { term: '最高', value: summary.max === null ? '—' : String(summary.max) },
    { term: '最低', value: summary.min === null ? '—' : String(summary.min) },
    { term: '及格率', value: shownFigure(summary.passRate, '%') },
    { term: '优秀率', value: shownFigure(summary.excellentRate, '%') },
  ];
}

/** 参考 42 人 缺考 1 人 平均 78.3 … in one line. */
export function SummaryLine({ summary, compared }: { summary: ClassSummary; compared?: string }) {
  return (
    <dl className="sumline" aria-label="统计">
      {summaryFigures(summary).map(({ term, value }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
          {term === '平均' && compared ? <dd className="quiet small">{compared}</dd> : null}
        </div>
      ))}
    </dl>
  );
}
