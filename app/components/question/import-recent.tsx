import { Link } from '@remix-run/react';
import { DataTable } from '~/components/list/data-table';
import { Card } from '~/components/ui/card';
import { Chip, type ChipTone } from '~/components/ui/chip';
import type { listRecentImports } from '~/domain/question-bank/import.queries.server';
import type { ImportState } from '~/domain/question-bank/import.rules';
import { BANK_LABELS } from '~/domain/question-bank/question.schema';

const STATES: Record<ImportState, { label: string; tone: ChipTone }> = {
  reading: { label: '正在读取', tone: 'theme' },
  ready: { label: '待确认', tone: 'warn' },
  storing: { label: '正在保存', tone: 'theme' },
  stored: { label: '已导入', tone: 'good' },
  undone: { label: '已撤销', tone: 'line' },
  failed: { label: '没有读成', tone: 'bad' },
};

/** The imports of the last day, so that one left on its way is found again. */
export function RecentImports({ imports }: { imports: Awaited<ReturnType<typeof listRecentImports>> }) {
  if (imports.length === 0) return null;
  return (
    <Card title="最近的导入" hint="没有确认的导入保留 24 小时" padded={false}>
      <DataTable
        caption="最近的导入"
        tight
        rows={imports}
        rowKey={(row) => row.id}
        columns={[
          {
            key: 'name',
            header: '文件',
            clip: true,
            cell: (row) => (
              <Link to={`/question_bank/import/preview?id=${row.id}`} title={row.fileName}>
                {row.fileName}
              </Link>
            ),
          },
          { key: 'bank', header: '题库', nowrap: true, cell: (row) => BANK_LABELS[row.bank] },
          { key: 'format', header: '格式', nowrap: true, cell: (row) => row.formatLabel },
          { key: 'total', header: '题数', align: 'end', cell: (row) => (row.total === 0 ? '—' : row.total) },
          { key: 'at', header: '开始', nowrap: true, quiet: true, cell: (row) => row.startedAt },
          {
            key: 'state',
            header: '状态',
            nowrap: true,
            cell: (row) => <Chip tone={STATES[row.state].tone}>{STATES[row.state].label}</Chip>,
          },
        ]}
      />
    </Card>
  );
}
