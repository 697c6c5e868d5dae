import { Link } from '@remix-run/react';
import { DataTable } from '~/components/list/data-table';
import { ButtonLink } from '~/components/ui/button';
import { Empty } from '~/components/ui/feedback';
import { questionKindLabel } from '~/domain/question-bank/question.rules';
import { practicePath } from '~/domain/practice/practice.rules';
import type { RecentTry } from '~/domain/practice/progress.queries.server';
import { toPractice } from '~/lib/addresses/practice';
import { formatDuration, formatMinute } from '~/lib/time';
import { ResultChip } from './tries';
import { RichText } from '~/components/question/rich-text';
import { goneWord } from './gone';

/** The own tries, newest first. What can no longer be practised keeps its title. */
export function RecentTable({ rows, timeZone }: { rows: RecentTry[]; timeZone: string }) {
  return (
    <DataTable
      caption="最近的练习"
      tight
      rows={rows}
      rowKey={(row) => row.id}
      columns={[
        {
          key: 'title',
          header: '题目',
          clip: true,
          cell: (row) =>
            row.head && (row.head.isAvailable || row.head.isInTrash) ? (
              <>
                <Link to={practicePath(row.bank, row.head.target, { done: row.bank === 'oral' ? null : row.id })}>
                  <RichText text={row.head.title} />
                </Link>
                {row.head.isInTrash ? <span className="quiet small">（{goneWord(row.head)}）</span> : null}
              </>
            ) : (
              <>
                <RichText text={row.head?.title ?? '题目'} />{' '}
                <span className="quiet small">（{goneWord(row.head ?? {})}）</span>
              </>
            ),
        },
        { key: 'kind', header: '题型', nowrap: true, cell: (row) => (row.head ? questionKindLabel(row.head) : '') },
        {
          key: 'result',
          header: '结果',
          nowrap: true,
          cell: (row) => (row.head?.isClosed ? '—' : <ResultChip {...row} />),
        },
        {
          key: 'time',
          header: '用时',
          align: 'end',
          nowrap: true,
          cell: (row) => (row.durationMs > 0 ? formatDuration(row.durationMs) : '—'),
        },
        { key: 'at', header: '时间', nowrap: true, quiet: true, cell: (row) => formatMinute(row.createdAt, timeZone) },
      ]}
      empty={
        <Empty
          title="还没有练习"
          action={
            <ButtonLink to={toPractice()} variant="primary">
              开始练习
            </ButtonLink>
          }
        >
          练过的题和结果会记在这里。
        </Empty>
      }
    />
  );
}
