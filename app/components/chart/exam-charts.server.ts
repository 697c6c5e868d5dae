import type { Figure, ItemFigures, ScoreFigures } from '~/domain/scoring/report/figures.rules';
import { base, categoryAxis, short, valueAxis } from './axes.server';
import type { Chart } from './chart.server';
import type { Palette } from './palette.server';

/** Charts of an exam: how its scores spread, its classes, its measures, its items. */

const WIDTH = 480;

/** How many earned what, in tens, with the lines of 及格 and 优秀. */
export function distributionChart(
  scores: Pick<ScoreFigures, 'count' | 'distribution'>,
  { passFrom, excellentFrom }: { passFrom: number; excellentFrom: number },
): Chart {
  const top = scores.distribution.reduce((best, one) => (one.count > best.count ? one : best), {
    from: 0,
    to: 0,
    count: 0,
  });
  return {
    width: WIDTH,
    height: 240,
    alt:
      scores.count === 0
        ? '成绩分布：还没有成绩'
        : `成绩分布柱状图：${scores.count} 人，${top.from} 到 ${top.to} 分人数最多，${top.count} 人`,
    option: (palette) => ({
      ...base(palette),
      grid: { left: 36, right: 14, top: 30, bottom: 40 },
      xAxis: [
        { type: 'category', data: scores.distribution.map(({ from, to }) => `${from}–${to}`), show: false },
        {
          ...valueAxis(palette),
          position: 'bottom',
          min: 0,
          max: 100,
          interval: 10,
          splitLine: { show: false },
          axisLine: { show: true, lineStyle: { color: palette.axis } },
          name: '分数',
          nameLocation: 'middle',
          nameGap: palette.small + 13,
        },
      ],
      yAxis: { ...valueAxis(palette), minInterval: 1, max: Math.max(4, Math.ceil(top.count * 1.12)) },
      series: [
        {
          type: 'bar',
          silent: true,
          barCategoryGap: '10%',
          itemStyle: { color: palette.fill, borderRadius: [2, 2, 0, 0] },
          label: { show: true, position: 'top', distance: 3, color: palette.text, fontSize: palette.small },
          data: scores.distribution.map((one) => one.count),
        },
        {
          type: 'line',
          silent: true,
          xAxisIndex: 1,
          symbol: 'none',
          data: [[0, 0]],
          lineStyle: { opacity: 0 },
          markLine: {
            silent: true,
            symbol: 'none',
            lineStyle: { color: palette.mark, type: [4, 3], width: 1 },
            data: [
              { xAxis: passFrom, label: lineLabel(palette, `及格 ${short(passFrom)}`, 'right') },
              {
                xAxis: excellentFrom,
                label: lineLabel(palette, `优秀 ${short(excellentFrom)}`, excellentFrom > 88 ? 'right' : 'left'),
              },
            ],
          },
        },
      ],
    }),
  };
}

/** Words at the top of a line, on one side of it. */
function lineLabel(palette: Palette, text: string, align: 'left' | 'right') {
  return {
    formatter: text,
    align,
    padding: align === 'left' ? [0, 0, 0, 4] : [0, 4, 0, 0],
    distance: 4,
    color: palette.text,
    fontSize: palette.small,
  };
}

/** A box per class: the middle half of its students, the median as a line, the mean as a point. */
export function boxChart(rows: { name: string; scores: ScoreFigures }[]): Chart {
  const withScores = rows.filter((row) => row.scores.median.value !== null);
  const low = Math.min(100, ...withScores.map((row) => row.scores.min.value ?? 100));
  const from = Math.max(0, Math.min(60, Math.floor(low / 10) * 10 - 10));
  const medians = [...withScores].sort((a, b) => (b.scores.median.value ?? 0) - (a.scores.median.value ?? 0));
  return {
    width: WIDTH,
    height: 60 + 36 * Math.max(rows.length, 1),
    alt: `各班成绩箱线图：${boxSentence(medians)}`,
    option: (palette) => ({
      ...base(palette),
      grid: { left: 112, right: 56, top: 22, bottom: 38 },
      xAxis: {
        ...valueAxis(palette),
        min: from,
        max: 100,
        interval: 10,
        name: '分数',
        nameLocation: 'middle',
        nameGap: palette.small + 11,
      },
      yAxis: [
        {
          ...categoryAxis(
            palette,
            rows.map((row) => row.name),
          ),
          inverse: true,
          axisLine: { show: false },
          axisLabel: { color: palette.text, fontSize: palette.small, width: 100, overflow: 'truncate', interval: 0 },
        },
        {
          ...categoryAxis(
            palette,
            rows.map((row) => figureText(row.scores.median)),
          ),
          inverse: true,
          axisLine: { show: false },
          axisLabel: { color: palette.text, fontSize: palette.small, interval: 0 },
          name: '中位数',
          nameLocation: 'start',
          nameGap: 6,
          nameTextStyle: { color: palette.quiet, fontSize: palette.small, align: 'left', padding: [0, 0, 0, 2] },
        },
      ],
      series: [
        {
          type: 'boxplot',
          silent: true,
          boxWidth: [6, 20],
          itemStyle: { color: palette.pale, borderColor: palette.line, borderWidth: 1 },
          data: rows.map(({ scores }) => boxOf(scores) ?? []),
        },
        {
          // The line of a boxplot's median is as thin as its frame; this one is seen.
          type: 'scatter',
          silent: true,
          symbol: 'rect',
          symbolSize: [2.5, 20],
          itemStyle: { color: palette.strong },
          data: rows.map(({ scores }, index) => [scores.median.value ?? '-', index]),
        },
        {
          type: 'scatter',
          silent: true,
          symbol: 'circle',
          symbolSize: 7,
          itemStyle: { color: palette.ground, borderColor: palette.strong, borderWidth: 1.5 },
          data: rows.map(({ scores }, index) => [scores.mean.value ?? '-', index]),
        },
      ],
    }),
  };
}

function boxOf(scores: ScoreFigures): number[] | null {
  const values = [scores.min, scores.lowerQuartile, scores.median, scores.upperQuartile, scores.max].map(
    (figure) => figure.value,
  );
  return values.includes(null) ? null : (values as number[]);
}

function figureText(figure: Figure): string {
  return figure.value === null ? '—' : short(figure.value);
}

function boxSentence(medians: { name: string; scores: ScoreFigures }[]): string {
  const [first] = medians;
  const last = medians[medians.length - 1];
  if (!first || !last) return '还没有成绩';
  const value = (row: { scores: ScoreFigures }) => figureText(row.scores.median);
  if (first === last) return `${first.name}中位数 ${value(first)} 分`;
  if (value(first) === value(last)) return `各班中位数都是 ${value(first)} 分`;
  return `${first.name}中位数最高，${value(first)} 分；${last.name}最低，${value(last)} 分`;
}

// Where a value of each measure lies on the radar: up, right, down, left. echarts goes the other way round.

/** Words at the side of bars that lie, the first on top. */
export function nameAxis(palette: Palette, names: string[]) {
  return {
    ...categoryAxis(palette, names),
    inverse: true,
    axisLine: { show: false },
    axisLabel: { color: palette.text, fontSize: palette.medium, interval: 0 },
  };
}

/** Each item by how many got it right and how well it tells good from weak; below the line the key may be wrong. */
export function itemsChart(items: Pick<ItemFigures, 'number' | 'facility' | 'discriminationIndex'>[]): Chart {
  const shown = items.flatMap(({ number, facility, discriminationIndex }) =>
    facility.value === null || discriminationIndex.value === null
      ? []
      : [{ number, at: [facility.value, discriminationIndex.value / 100] as const }],
  );
  const low = Math.min(0, ...shown.map((item) => item.at[1]));
  const negative = shown.filter((item) => item.at[1] < 0);
  return {
    width: 960,
    height: 320,
    alt: `得分率与区分度散点图：${shown.length} 题，${
      negative.length === 0
        ? '没有题目的区分度为负'
        : `第 ${negative.map((item) => item.number).join('、')} 题区分度为负`
    }`,
    option: (palette) => ({
      ...base(palette),
      grid: { left: 48, right: 24, top: 28, bottom: 40 },
      xAxis: {
        ...valueAxis(palette),
        min: 0,
        max: 100,
        interval: 10,
        axisLabel: { color: palette.quiet, fontSize: palette.small + 1, formatter: '{value}%' },
        name: '得分率（越往右越容易）',
        nameLocation: 'middle',
        nameGap: palette.small + 1 + 13,
      },
      yAxis: {
        ...valueAxis(palette),
        min: Math.floor(low * 5) / 5,
        max: 1,
        interval: 0.2,
        name: '区分度',
        nameGap: 10,
        nameTextStyle: { color: palette.quiet, fontSize: palette.small + 1, align: 'right' },
      },
      series: [
        {
          type: 'scatter',
          silent: true,
          data: shown.map(({ number, at }) => ({
            value: [...at],
            name: String(number),
            symbol: at[1] < 0 ? 'diamond' : 'circle',
            symbolSize: at[1] < 0 ? 13 : 10,
            itemStyle: {
              color: at[1] < 0 ? palette.bad : palette.fill,
              borderColor: at[1] < 0 ? palette.bad : palette.line,
              borderWidth: 1,
            },
          })),
          label: {
            show: true,
            position: 'right',
            distance: 3,
            formatter: '{b}',
            color: palette.text,
            fontSize: palette.small + 1,
          },
          labelLayout: { hideOverlap: true },
          markLine: {
            silent: true,
            symbol: 'none',
            lineStyle: { color: palette.mark, type: [4, 3], width: 1 },
            label: { show: false },
            data: [{ yAxis: 0 }],
          },
        },
      ],
    }),
  };
}
