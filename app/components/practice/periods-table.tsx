import { DataTable } from '~/components/list/data-table';
import { BANK_LABELS, BANKS } from '~/domain/question-bank/question.schema';
import type { Period } from '~/domain/practice/progress.rules';

/** What was practised in each period, as a table. */
export function PeriodsTable({ periods, unitLabel }: { periods: Period[]; unitLabel: string }) {
  return (
    <DataTable
      caption={`每${unitLabel}的练习`}
      slim
      rows={[...periods].reverse()}
      rowKey={(period) => period.from}
      columns={[
        {
          key: 'period',
          header: unitLabel === '周' ? '一周' : '日期',
          rowHeader: true,
          nowrap: true,
          cell: (period) => period.label,
        },
        ...BANKS.map((bank) => ({
          key: bank,
          header: BANK_LABELS[bank],
          align: 'end' as const,
          cell: (period: Period) => period.counts[bank],
        })),
        { key: 'total', header: '合计', align: 'end', cell: (period) => period.total },
        {
          key: 'right',
          header: '理论正确率',
          align: 'end',
          cell: (period) => (period.rightPercent === null ? '—' : `${period.rightPercent}%`),
        },
      ]}
    />
  );
}
