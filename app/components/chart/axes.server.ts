import { formatFigure } from '~/domain/statistics/format.rules';
import type { Palette } from './palette.server';

/** As figures are written beside the charts: one decimal at most. */
export function short(value: number): string {
  return formatFigure(value);
}

/** What all charts share. */
export function base(palette: Palette) {
  return { textStyle: { fontFamily: palette.font, fontSize: palette.small, color: palette.quiet } };
}

/** A value axis in the pages' manner: thin grid, quiet figures. */
export function valueAxis(palette: Palette) {
  return {
    type: 'value' as const,
    axisLine: { show: false },
    axisTick: { show: false },
    axisLabel: { color: palette.quiet, fontSize: palette.small },
    splitLine: { lineStyle: { color: palette.grid } },
    nameTextStyle: { color: palette.quiet, fontSize: palette.small },
  };
}

/** A category axis in the pages' manner. */
export function categoryAxis(palette: Palette, names: string[]) {
  return {
    type: 'category' as const,
    data: names,
    axisLine: { lineStyle: { color: palette.axis } },
    axisTick: { show: false },
    axisLabel: { color: palette.quiet, fontSize: palette.small, interval: 0 },
  };
}
