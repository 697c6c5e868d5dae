import { DataTable } from '~/components/list/data-table';
import { Empty } from '~/components/ui/feedback';
import { formatBytes } from '~/domain/file/file.rules';
import type { RetentionRun } from '~/domain/retention/retention.queries.server';
import { formatMinute } from '~/lib/time';

/** The last deletions: when, by whom, how much. */
export function RunsTable({ runs, timeZone }: { runs: RetentionRun[]; timeZone: string }) {
  return (
    <DataTable
      caption="最近的删除"
      rows={runs}
      rowKey={(run) => run.id}
      empty={<Empty title="还没有删除过录音" />}
      columns={[
        { key: 'at', header: '时间', rowHeader: true, cell: (run) => formatMinute(run.at, timeZone) },
        { key: 'by', header: '谁', cell: (run) => run.byName ?? '自动删除' },
        { key: 'count', header: '录音', align: 'end', cell: (run) => `${run.count} 条` },
        { key: 'bytes', header: '腾出', align: 'end', cell: (run) => formatBytes(run.bytes) },
      ]}
    />
  );
}
