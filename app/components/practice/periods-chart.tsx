import { useId } from 'react';
import { DataTable } from '~/components/list/data-table';
import { BANK_LABELS, BANKS } from '~/domain/question-bank/question.schema';
import type { Period } from '~/domain/practice/progress.rules';

const WIDTH = 640;
const HEIGHT = 190;
const FLOOR = 150;
const TOP = 24;

/** How much was practised in each period, as bars with the right rate above, drawn on the server. */
export function PeriodsChart({ periods }: { periods: Period[] }) {
  const titleId = useId();
  const most = Math.max(1, ...periods.map((period) => period.total));
  const slot = WIDTH / periods.length;
  const width = Math.min(40, slot * 0.6);
  return (
    <figure className="chart">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-labelledby={titleId}>
        <title id={titleId}>每段时间的练习次数，数字在下面的表里</title>
        <path className="axis" d={`M0 ${FLOOR}.5H${WIDTH}`} />
        {periods.map((period, index) => {
          const height = Math.round(((FLOOR - TOP) * period.total) / most);
          const x = Math.round(slot * index + (slot - width) / 2);
          const middle = Math.round(slot * (index + 0.5));
          return (
            <g key={period.from}>
              <rect className="bar" x={x} y={FLOOR - height} width={Math.round(width)} height={height} rx="2" />
              {period.total > 0 ? (
                <text className="val" x={middle} y={FLOOR - height - 6} textAnchor="middle">
                  {period.total}
                </text>
              ) : null}
              <text x={middle} y={FLOOR + 16} textAnchor="middle">
                {period.label.split('–')[0]}
              </text>
              <text x={middle} y={FLOOR + 32} textAnchor="middle">
                {period.rightPercent === null ? '' : `对 ${period.rightPercent}%`}
              </text>
            </g>
          );
        })}
      </svg>
      <figcaption>柱高是练习次数；“对”是理论题的正确率。</figcaption>
    </figure>
  );
}

/** The same figures as a table. */
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
