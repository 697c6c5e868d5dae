import { Link } from '@remix-run/react';
import { DataTable } from '~/components/list/data-table';
import { buttonClass } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Empty, Note } from '~/components/ui/feedback';
import { ScoreText } from '~/components/ui/score-text';
import { PART_LABELS, type Part } from '~/domain/exam/parts.rules';
import type { MarkedPaper } from '~/domain/scoring/marking/looks.commands.server';
import { isSettled } from '~/domain/scoring/paper/settlement.rules';
import { SETTLEMENT_WORDS } from '~/domain/scoring/paper/share-out.rules';
import { toConsistency } from '~/lib/addresses/scoring';
import { paperHref } from './papers-table';

/** Paper by paper what every examiner gave: the one place where the owner sees it before an own score. */
export function PaperMarks({
  examId,
  part,
  marks,
}: {
  examId: number;
  part: Part;
  marks: { papers: MarkedPaper[]; looked: number } | null;
}) {
  if (marks === null) {
    return (
      <Card title="逐份对照" className="mt-4" id="papers">
        <p>
          评分时谁也看不到别人的分数。您要裁定，或想先看各位老师给了多少，可以在这里逐份对照。
          <strong>看过以后，您自己还没有评的答卷就不能由您仲裁了，</strong>会记入日志。
        </p>
        <Link className={`${buttonClass()} mt-3`} to={toConsistency({ examId, part, papers: 1 }, 'papers')}>
          查看每份答卷的评分
        </Link>
      </Card>
    );
  }
  return (
    <Card
      title={`逐份对照：${PART_LABELS[part]}`}
      hint={`${marks.papers.length} 份`}
      padded={false}
      className="mt-4"
      id="papers"
    >
      {marks.looked > 0 ? (
        <div className="card__body">
          <Note tone="warn">已记下您看过 {marks.looked} 份自己还没有评的答卷，这些答卷不能再由您仲裁，可以裁定。</Note>
        </div>
      ) : null}
      <DataTable
        caption="每份答卷各位老师的评分"
        rows={marks.papers}
        rowKey={(row) => row.attemptId}
        empty={<Empty title="还没有提交的评分">老师们提交评分以后，这里逐份列出。</Empty>}
        columns={[
          {
            key: 'name',
            header: '答卷',
            rowHeader: true,
            nowrap: true,
            cell: (row) => <Link to={paperHref(row.attemptId, 0)}>{row.name}</Link>,
          },
          {
            key: 'scores',
            header: '各位老师的评分',
            cell: (row) => (
              <ul className="share__people">
                {row.scores.map((score) => (
                  <li key={score.id}>
                    {score.examinerName}
                    {score.kind === 'arbiter' ? '（仲裁）' : ''} <ScoreText value={score.percent} />
                    {score.comment ? <span className="small quiet"> {score.comment}</span> : null}
                  </li>
                ))}
              </ul>
            ),
          },
          {
            key: 'result',
            header: '结果',
            cell: (row) => (
              <>
                {isSettled(row.settlement) ? <ScoreText value={row.percent} /> : null}{' '}
                <span className="small quiet">{SETTLEMENT_WORDS[row.settlement]}</span>
              </>
            ),
          },
        ]}
      />
    </Card>
  );
}
