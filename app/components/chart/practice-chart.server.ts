import { BANK_LABELS, BANKS, type Bank } from '~/domain/question-bank/question.schema';
import type { Period } from '~/domain/practice/progress.rules';
import { base, categoryAxis, short, valueAxis } from './axes.server';
import type { Chart } from './chart.server';
import type { Palette } from './palette.server';

/** The banks differ by hatching and colour. */
function fillOf(palette: Palette, bank: Bank) {
  const line = { borderColor: palette.line, borderWidth: 0.5 };
  const decal = { color: palette.line, symbol: 'rect' };
  if (bank === 'oral') return { color: palette.fill, ...line };
  return bank === 'written'
    ? { color: palette.pale, ...line, decal: { ...decal, dashArrayX: [1, 0], dashArrayY: [1, 5], rotation: 0.8 } }
    : { color: palette.ground, ...line, decal: { ...decal, dashArrayX: [1, 5], dashArrayY: [1, 5] } };
}

/**
 * How much was practised in each period, bank upon bank; with `marks` (of the exams in each period, 0–100 on an axis
 * of their own) practice stands beside what came of it.
 */
export function practiceChart(periods: Period[], marks: (number | null)[] | null = null): Chart {
  const all = periods.reduce((sum, period) => sum + period.total, 0);
  const most = Math.max(4, ...periods.map((period) => period.total));
  const sat = (marks ?? []).flatMap((mark) => (mark === null ? [] : [mark]));
  return {
    width: 520,
    height: marks ? 260 : 270,
    alt: `${marks ? '练习次数与考试成绩' : '练习次数'}图：${periods.length} 段时间共练习 ${all} 次${
      sat.length === 0 ? '' : `，其中 ${sat.length} 段有考试成绩：${sat.map(short).join('、')} 分`
    }`,
    option: (palette) => ({
      ...base(palette),
      grid: { left: 40, right: marks ? 40 : 14, top: marks ? 58 : 40, bottom: marks ? 30 : 44 },
      legend: {
        top: 0,
        left: 0,
        itemWidth: 18,
        itemGap: 16,
        selectedMode: false,
        textStyle: { color: palette.text, fontSize: palette.small },
      },
      xAxis: {
        ...categoryAxis(
          palette,
          periods.map((period) => {
            const day = period.label.split('–')[0] ?? period.label;
            return marks || period.rightPercent === null ? day : `${day}\n对${period.rightPercent}%`;
          }),
        ),
        axisLabel: { color: palette.quiet, fontSize: palette.small, lineHeight: palette.small + 5, interval: 0 },
      },
      yAxis: [
        { ...valueAxis(palette), name: marks ? '次' : '', minInterval: 1, max: Math.ceil(most * 1.15) },
        {
          ...valueAxis(palette),
          show: marks !== null,
          name: '分',
          min: 0,
          max: 100,
          interval: 20,
          splitLine: { show: false },
        },
      ],
      series: [
        ...BANKS.map((bank) => ({
          type: 'bar' as const,
          silent: true,
          stack: 'practice',
          name: BANK_LABELS[bank],
          barMaxWidth: 36,
          itemStyle: fillOf(palette, bank),
          // A bar of nothing would still draw its frame.
          data: periods.map((period) => period.counts[bank] || '-'),
        })),
        {
          // Carries the sums; a stack has no label of its own.
          type: 'line',
          silent: true,
          symbol: 'none',
          lineStyle: { opacity: 0 },
          data: periods.map((period) => ({
            value: period.total,
            symbol: 'circle',
            symbolSize: 0.1,
            label: {
              show: period.total > 0,
              formatter: String(period.total),
              position: 'top',
              color: palette.text,
              fontSize: palette.small,
            },
          })),
        },
        ...(marks
          ? [
              {
                type: 'line' as const,
                silent: true,
                name: '考试成绩',
                yAxisIndex: 1,
                symbol: 'diamond',
                symbolSize: 11,
                connectNulls: true,
                itemStyle: { color: palette.measures.gjc, borderColor: palette.ground, borderWidth: 1 },
                lineStyle: { color: palette.measures.gjc, width: 1.5, type: [6, 4] },
                label: {
                  show: true,
                  position: 'top' as const,
                  backgroundColor: palette.ground,
                  padding: [1, 2],
                  color: palette.measures.gjc,
                  fontSize: palette.small,
                  fontWeight: 'bold' as const,
                },
                data: marks.map((mark) =>
                  mark === null ? '-' : { value: mark, label: { formatter: `${short(mark)} 分` } },
                ),
              },
            ]
          : []),
      ],
    }),
  };
}
