import type * as Core from 'echarts/core';

type Echarts = typeof Core;

let loading: Promise<Echarts> | null = null;

/** Loaded with the first chart: it takes a third of a second, which no other page should wait for. */
function load(): Promise<Echarts> {
  loading ??= (async () => {
    const [core, charts, components, renderers] = await Promise.all([
      import('echarts/core'),
      import('echarts/charts'),
      import('echarts/components'),
      import('echarts/renderers'),
    ]);
    core.use([
      charts.BarChart,
      charts.BoxplotChart,
      charts.LineChart,
      charts.RadarChart,
      charts.ScatterChart,
      components.GraphicComponent,
      components.GridComponent,
      components.LegendComponent,
      components.MarkAreaComponent,
      components.MarkLineComponent,
      components.RadarComponent,
      renderers.SVGRenderer,
    ]);
    return core;
  })();
  return loading;
}

/** Says the font once instead of at every word, and leaves out what only a pointer would need: half the bytes. */
function slim(svg: string): string {
  const font = /font-family:([^;"]*);/.exec(svg)?.[1] ?? 'sans-serif';
  return svg
    .replaceAll(`font-family:${font};`, '')
    .replace(/ (ecmeta_\w+|pointer-events|class)="[^"]*"/g, '')
    .replace(/<style >[\s\S]*?<\/style>/g, '')
    .replace('<svg ', `<svg font-family="${font}" `);
}

/** Draws a chart on the server. The SVG carries style attributes: serve it as an image, never inside a page. */
export async function drawSvg(
  option: Core.EChartsCoreOption,
  size: { width: number; height: number },
): Promise<string> {
  const core = await load();
  const chart = core.init(null, null, { renderer: 'svg', ssr: true, ...size });
  try {
    chart.setOption({ animation: false, ...option });
    return slim(chart.renderToSVGString());
  } finally {
    chart.dispose();
  }
}
