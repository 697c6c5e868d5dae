import { Link, useLocation } from '@remix-run/react';
import { DataTable } from '~/components/list/data-table';
import { Chip } from '~/components/ui/chip';
import { Empty } from '~/components/ui/feedback';
import { formatBytes } from '~/domain/file/file.rules';
import type { ExpiredExam } from '~/domain/retention/retention.queries.server';
import { KEPT_LABELS } from '~/domain/retention/retention.rules';
import { withParams } from '~/http/with-params';
import { formatDate } from '~/lib/time';

/** The dry run by exam: what of each would go, what stays and why. */
export function ExpiredTable({ rows, timeZone }: { rows: ExpiredExam[]; timeZone: string }) {
  const location = useLocation();
  const day = (at: number | null) => (at === null ? '—' : formatDate(at, timeZone));
  return (
    <DataTable
      caption="超过保存期限的考试录音"
      rows={rows}
      rowKey={(row) => row.examId}
      empty={<Empty title="没有考试的录音超过期限">到期的录音会按考试列在这里。</Empty>}
      columns={[
        {
          key: 'name',
          header: '考试',
          rowHeader: true,
          cell: (row) => (
            <>
              <span className="font-semibold">{row.name}</span>
              <div className="small quiet">出题老师 {row.ownerName}</div>
            </>
          ),
        },
        { key: 'released', header: '公布成绩', nowrap: true, quiet: true, cell: (row) => day(row.releasedAt) },
        { key: 'count', header: '录音', align: 'end', nowrap: true, cell: (row) => `${row.count} 条` },
        { key: 'bytes', header: '占用', align: 'end', nowrap: true, cell: (row) => formatBytes(row.bytes) },
        { key: 'oldest', header: '最早', nowrap: true, quiet: true, cell: (row) => day(row.oldest) },
        { key: 'fate', header: '到期处理', cell: (row) => <Fate row={row} timeZone={timeZone} /> },
        {
          key: 'actions',
          header: '操作',
          actions: true,
          cell: (row) => (
            <Link
              to={withParams(location, { confirm: row.kept === 'held' ? 'unhold' : 'hold', ids: row.examId })}
              preventScrollReset
            >
              {row.kept === 'held' ? '取消保留' : '保留'}
              <span className="vh">：{row.name}</span>
            </Link>
          ),
        },
      ]}
    />
  );
}

function Fate({ row, timeZone }: { row: ExpiredExam; timeZone: string }) {
  if (row.kept === null) return <Chip tone="warn">将删除</Chip>;
  return (
    <>
      <Chip tone={row.kept === 'held' ? 'theme' : 'line'}>{KEPT_LABELS[row.kept]}</Chip>
      {row.hold ? (
        <div className="small quiet">
          {row.hold.reason}（{row.hold.byName}，{formatDate(row.hold.at, timeZone)}）
        </div>
      ) : null}
    </>
  );
}
