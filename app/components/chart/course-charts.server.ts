import { base, categoryAxis, short, valueAxis } from './axes.server';
import type { Chart } from './chart.server';
import type { Palette } from './palette.server';

/** Charts of what happens over time: exam after exam, and practice beside exams. */

export type CourseLine = {
  name: string;
  /** 0–100, null where there is none; as long as the points. */
  values: (number | null)[];
};

/** A step of the course: an exam, by its day and name. */
export type CoursePoint = { day: string; name: string };

const WIDTH = 960;

/** Lines differ by dash, mark and colour, in this order. */
const STYLES = [
  { type: 'solid', symbol: 'circle', width: 2.5, size: 8 },
  { type: [6, 4], symbol: 'triangle', width: 1.5, size: 9 },
  { type: [2, 3], symbol: 'rect', width: 1.5, size: 7 },
  { type: [10, 3, 2, 3], symbol: 'diamond', width: 1.5, size: 9 },
] as const;

function colour(palette: Palette, index: number): string {
  return [palette.line, palette.measures.gjc, palette.measures.wzd, palette.quiet][index] ?? palette.quiet;
}

/**
 * Lines over the exams, the first with its figures. With `grades` the axis says grades and no point can be read off:
 * the values are then the grades' own places.
 */
export function courseChart({
  title,
  points,
  lines,
  grades = null,
  unit = '分',
}: {
  title: string;
  points: CoursePoint[];
  lines: CourseLine[];
  grades?: string[] | null;
  unit?: string;
}): Chart {
  const first = lines[0];
  const known = (first?.values ?? []).flatMap((value) => (value === null ? [] : [value]));
  const word = (value: number) => (grades ? (grades[value] ?? '') : ` ${short(value)} ${unit}`);
  const [begin] = known;
  const end = known[known.length - 1];
  return {
    width: WIDTH,
    height: 300,
    alt:
      begin === undefined || end === undefined
        ? `${title}：还没有成绩`
        : `${title}折线图：${points.length} 场考试，${first?.name ?? ''}从${word(begin)}到${word(end)}`,
    option: (palette) => {
      // As wide as the page: one size up from the charts that stand side by side.
      const size = palette.small + 1;
      const step = points.length <= 12 ? 1 : Math.ceil(points.length / 12);
      const signs = Math.max(3, Math.floor((((WIDTH - 80) / Math.max(points.length, 1)) * step) / size) - 1);
      return {
        ...base(palette),
        grid: { left: grades ? 60 : 40, right: 24, top: 40, bottom: 48 },
        legend: {
          show: lines.length > 1,
          top: 0,
          left: 0,
          itemWidth: 30,
          itemGap: 18,
          selectedMode: false,
          textStyle: { color: palette.text, fontSize: size },
        },
        xAxis: {
          ...categoryAxis(
            palette,
            points.map((point) => `${point.day}\n${clip(point.name, Math.min(signs, 14))}`),
          ),
          boundaryGap: true,
          axisLabel: {
            color: palette.quiet,
            fontSize: size,
            lineHeight: size + 5,
            interval: step - 1,
          },
        },
        yAxis: grades
          ? { ...categoryAxis(palette, grades), splitLine: { show: true, lineStyle: { color: palette.grid } } }
          : { ...valueAxis(palette), min: 0, max: 100, interval: 20 },
        series: lines.map((line, index) => {
          const style = STYLES[index] ?? STYLES[STYLES.length - 1];
          const stroke = colour(palette, index);
          return {
            type: 'line',
            silent: true,
            name: line.name,
            data: line.values.map((value) =>
              value === null ? '-' : { value, label: { formatter: grades ? '' : short(value) } },
            ),
            symbol: style?.symbol,
            symbolSize: style?.size,
            showAllSymbol: true,
            connectNulls: true,
            itemStyle: { color: stroke, borderColor: palette.ground, borderWidth: 1 },
            lineStyle: { color: stroke, width: style?.width, type: style?.type, cap: 'butt' },
            z: lines.length - index,
            label: {
              show: index === 0 && !grades && points.length <= 24,
              position: 'top',
              distance: 5,
              color: palette.text,
              fontSize: size,
              // Lines pass behind the figures.
              backgroundColor: palette.ground,
              padding: [1, 2],
            },
          };
        }),
      };
    },
  };
}

function clip(text: string, length: number): string {
  const signs = [...text];
  return signs.length <= length ? text : `${signs.slice(0, length - 1).join('')}…`;
}
