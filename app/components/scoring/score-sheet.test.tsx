import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ClassSummary, ScoreListRow } from '~/domain/scoring/report/score-list.rules';
import { ScoreSheet } from './score-sheet';

const summary = {
  ...{ candidates: 3, scored: 2, absent: 1, waiting: 0, mean: 70, max: 80, min: 60 },
  ...{ passRate: 100, excellentRate: 0, median: 70 },
} as unknown as ClassSummary;

function row(studentId: number, percent: number | null, remarks: string[]): ScoreListRow {
  const part = { part: 'written', percent, state: percent === null ? 'absent' : 'scored', resit: '' };
  return {
    ...{ studentId, account: `s${studentId}`, name: '甲', total: percent, grade: null, rank: null, classRank: null },
    ...{ className: '', parts: [part], remarks, state: part.state },
  } as unknown as ScoreListRow;
}

test('what is remarked of everybody who has a score stands once above the table', () => {
  const closed = '提前结束收卷';
  const rows = [row(1, 80, [closed, '补时 5 分钟']), row(2, 60, [closed]), row(3, null, [])];
  const names = { schoolName: '', examName: '', className: '', printedOn: '' };
  const html = renderToStaticMarkup(
    <ScoreSheet {...names} rows={rows} summary={summary} hasNames hasExamRank={false} isScaled={false} />,
  );
  expect(html.split(closed)).toHaveLength(2);
  expect(html).toContain('有成绩的学生都是：提前结束收卷');
  expect(html).toContain('补时 5 分钟');
});
