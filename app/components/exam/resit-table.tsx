import { Link, useLocation } from '@remix-run/react';
import { DataTable } from '~/components/list/data-table';
import { Chip, type ChipTone } from '~/components/ui/chip';
import type { ResitRow } from '~/domain/room/resit.queries.server';
import { RESIT_STATE_LABELS, type Resit, type ResitState } from '~/domain/exam/resit.rules';
import { withParams } from '~/http/with-params';
import { formatMinute } from '~/lib/time';

const TONES: Record<ResitState, ChipTone> = { open: 'theme', done: 'good', missed: 'warn' };

/** Those who sit again, how far it is, and taking it back while it is not begun. */
export function ResitTable({ rows, timeZone }: { rows: ResitRow[]; timeZone: string }) {
  const location = useLocation();
  const granted = rows.flatMap((row) => (row.resit === null ? [] : [{ ...row, resit: row.resit }]));
  return (
    <DataTable
      caption="已安排的补考"
      rows={granted}
      rowKey={(row) => row.studentId}
      tight
      columns={[
        {
          key: 'name',
          header: '学生',
          rowHeader: true,
          cell: (row) => (
            <>
              {row.name} <span className="small quiet">{row.className}</span>
            </>
          ),
        },
        { key: 'times', header: '补考时间', cell: (row) => <Times resit={row.resit} timeZone={timeZone} /> },
        {
          key: 'state',
          header: '状态',
          nowrap: true,
          cell: ({ resit, hasBegun, isRunning }) => (
            <Chip tone={TONES[resit.state]}>
              {resit.state === 'open' && hasBegun
                ? isRunning
                  ? '正在补考'
                  : '已开考，待评分'
                : RESIT_STATE_LABELS[resit.state]}
            </Chip>
          ),
        },
        {
          key: 'actions',
          header: '操作',
          actions: true,
          cell: (row) =>
            row.isRunning ? (
              <Link to={withParams(location, { confirm: 'end', ids: row.studentId })} preventScrollReset>
                提前结束<span className="vh">：{row.name}</span>
              </Link>
            ) : row.hasBegun ? null : (
              <Link to={withParams(location, { confirm: 'undo', ids: row.studentId })} preventScrollReset>
                取消补考<span className="vh">：{row.name}</span>
              </Link>
            ),
        },
      ]}
    />
  );
}

function Times({ resit, timeZone }: { resit: Resit; timeZone: string }) {
  return (
    <span className="num">
      {formatMinute(resit.beginsAt, timeZone)} 至 {formatMinute(resit.endsAt, timeZone)}
      {resit.extraMinutes > 0 ? `，补时 ${resit.extraMinutes} 分钟` : ''}
    </span>
  );
}
