import { Link } from '@remix-run/react';
import { DataTable } from '~/components/list/data-table';
import { Chip, type ChipTone } from '~/components/ui/chip';
import { Empty } from '~/components/ui/feedback';
import { DECISION_LABELS, TARGET_LABELS } from '~/domain/work/comment.rules';
import type { HistoryRow } from '~/domain/work/moderation.queries.server';
import { toWork } from '~/lib/addresses/works';
import { formatMinute } from '~/lib/time';

const TONES: Record<string, ChipTone> = { approve: 'good', reject: 'bad', withdraw: 'warn', delete: 'bad' };

/** Every decision that was taken: what, who, when and why. */
export function HistoryTable({
  rows,
  isFiltered,
  timeZone,
}: {
  rows: HistoryRow[];
  isFiltered: boolean;
  timeZone: string;
}) {
  return (
    <DataTable
      caption="审核历史"
      rows={rows}
      rowKey={(row) => row.id}
      empty={<Empty title={isFiltered ? '没有符合条件的记录' : '还没有审核过任何内容'} />}
      columns={[
        {
          key: 'what',
          header: '内容',
          rowHeader: true,
          cell: (row) => (
            <>
              <Chip>{TARGET_LABELS[row.kind]}</Chip>{' '}
              <Link
                to={row.kind === 'work' ? toWork(row.workId) : toWork(row.workId, {}, 'comments')}
                className="underline"
              >
                {row.kind === 'work' ? `《${row.title}》` : row.comment}
              </Link>
              {row.kind === 'comment' ? <span className="quiet small"> 在《{row.title}》下</span> : null}
            </>
          ),
        },
        { key: 'author', header: '谁写的', nowrap: true, cell: (row) => row.author },
        {
          key: 'decision',
          header: '决定',
          nowrap: true,
          cell: (row) => (
            <Chip tone={TONES[row.decision] ?? 'plain'}>{DECISION_LABELS[row.decision] ?? row.decision}</Chip>
          ),
        },
        {
          key: 'reason',
          header: '原因',
          width: 'w-1/3',
          cell: (row) => row.reason || <span className="quiet">—</span>,
        },
        { key: 'decider', header: '审核人', nowrap: true, cell: (row) => row.decider },
        {
          key: 'time',
          header: '时间',
          nowrap: true,
          quiet: true,
          cell: (row) => formatMinute(row.decidedAt, timeZone),
        },
      ]}
    />
  );
}
