import { MEASURE_LABELS, MEASURES, type Measure } from '~/domain/exam/measures.rules';
import { base, short, valueAxis } from './axes.server';
import type { Chart } from './chart.server';
import type { MeasureValues } from './measures';
import { nameAxis } from './exam-charts.server';

/** The charts of the four measures: as a radar for one student, as bars for a group. */

const CENTRE = { x: 170, y: 134 };
const RADIUS = 88;
// Where a value of each measure lies on the radar: up, right, down, left. echarts goes the other way round.
const AXES: Record<Measure, [number, number]> = { zqd: [0, -1], lld: [1, 0], wzd: [0, 1], gjc: [-1, 0] };
const AROUND: Measure[] = ['zqd', 'gjc', 'wzd', 'lld'];
function measureWord(values: MeasureValues, measure: Measure): string {
  const value = values[measure];
  return typeof value === 'number' ? short(value) : '不适用';
}

function measureSentence(values: MeasureValues): string {
  return MEASURES.map((measure) => `${MEASURE_LABELS[measure]} ${measureWord(values, measure)}`).join('，');
}

/** The four measures as a radar; `against` is a second, dashed outline. */
export function radarChart(values: MeasureValues, against?: { name: string; values: MeasureValues } | null): Chart {
  const clamp = (value: number | null | undefined) => Math.min(100, Math.max(0, value ?? 0));
  const outline = (from: MeasureValues) => AROUND.map((measure) => clamp(from[measure]));
  return {
    width: 340,
    height: 268,
    alt: `四项得分雷达图：${measureSentence(values)}${against ? `；虚线是${against.name}：${measureSentence(against.values)}` : ''}`,
    option: (palette) => ({
      ...base(palette),
      radar: {
        center: [CENTRE.x, CENTRE.y],
        radius: RADIUS,
        splitNumber: 4,
        // The words at the sides stand in two lines: one would not fit beside the figure.
        indicator: AROUND.map((measure) => ({
          name: `${MEASURE_LABELS[measure]}${AXES[measure][0] === 0 ? ' ' : '\n'}${measureWord(values, measure)}`,
          max: 100,
          min: 0,
        })),
        axisName: { color: palette.text, fontSize: palette.medium, lineHeight: palette.medium + 5 },
        axisNameGap: 12,
        axisLine: { lineStyle: { color: palette.grid } },
        splitLine: { lineStyle: { color: [palette.grid, palette.grid, palette.grid, palette.grid, palette.axis] } },
        splitArea: { show: false },
      },
      series: [
        {
          type: 'radar',
          silent: true,
          symbol: 'none',
          data: [
            ...(against
              ? [{ value: outline(against.values), lineStyle: { color: palette.mark, type: [4, 3], width: 1.5 } }]
              : []),
            {
              value: outline(values),
              lineStyle: { color: palette.line, width: 2 },
              areaStyle: { color: palette.line, opacity: 0.16 },
            },
          ],
        },
      ],
      graphic: MEASURES.filter((measure) => typeof values[measure] === 'number').map((measure) => {
        const [x, y] = AXES[measure];
        const r = (RADIUS * clamp(values[measure])) / 100;
        return {
          type: 'circle',
          silent: true,
          z: 10,
          shape: { cx: CENTRE.x + x * r, cy: CENTRE.y + y * r, r: 4.5 },
          style: { fill: palette.measures[measure], stroke: palette.ground, lineWidth: 1.5 },
        };
      }),
    }),
  };
}

/** The four measures as bars in their colours; `against` as thin hatched bars below them. */
export function measuresChart(values: MeasureValues, against?: { name: string; values: MeasureValues } | null): Chart {
  return {
    width: 340,
    height: against ? 236 : 200,
    alt: `四项得分条形图：${measureSentence(values)}${against ? `；细条是${against.name}：${measureSentence(against.values)}` : ''}`,
    option: (palette) => ({
      ...base(palette),
      grid: { left: 64, right: 56, top: 6, bottom: 26 },
      xAxis: { ...valueAxis(palette), min: 0, max: 100, interval: 25 },
      yAxis: [
        nameAxis(
          palette,
          MEASURES.map((measure) => MEASURE_LABELS[measure]),
        ),
        nameAxis(
          palette,
          MEASURES.map((measure) => measureWord(values, measure)),
        ),
      ],
      series: [
        {
          type: 'bar',
          silent: true,
          barWidth: 14,
          barGap: '30%',
          showBackground: true,
          backgroundStyle: { color: palette.grid, borderRadius: 3 },
          data: MEASURES.map((measure) => ({
            value: values[measure] ?? 0,
            itemStyle: { color: palette.measures[measure], borderRadius: 3 },
          })),
        },
        ...(against
          ? [
              {
                type: 'bar' as const,
                silent: true,
                barWidth: 6,
                itemStyle: {
                  color: palette.ground,
                  borderColor: palette.mark,
                  borderWidth: 1,
                  borderRadius: 2,
                  decal: {
                    color: palette.mark,
                    symbol: 'rect',
                    dashArrayX: [1, 0],
                    dashArrayY: [2, 3],
                    rotation: -0.8,
                  },
                },
                label: {
                  show: true,
                  position: 'right' as const,
                  color: palette.quiet,
                  fontSize: palette.small,
                },
                data: MEASURES.map((measure) => ({
                  value: against.values[measure] ?? 0,
                  label: { formatter: measureWord(against.values, measure) },
                })),
              },
            ]
          : []),
      ],
    }),
  };
}
