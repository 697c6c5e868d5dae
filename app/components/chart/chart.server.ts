import { createHash } from 'node:crypto';
import type { EChartsCoreOption } from 'echarts/core';
import { drawSvg } from '~/lib/echarts.server';
import { paletteOf, type Look, type Palette } from './palette.server';

/** A drawing: its size, what it says in a sentence, and how echarts is told to draw it. */
export type Chart = {
  width: number;
  height: number;
  /** Says what one would see at a glance; the figures themselves stand in a table beside. */
  alt: string;
  option: (palette: Palette) => EChartsCoreOption;
};

/** What a page needs to show a drawing. */
export type ChartImageData = { src: string; alt: string; width: number; height: number };

/** The image of a chart that `src` serves. */
export function chartImage(src: string, chart: Chart): ChartImageData {
  return { src, alt: chart.alt, width: chart.width, height: chart.height };
}

/** How the person looks at it, from the parameters that ChartImage adds to the address. */
export function lookOf(search: URLSearchParams, userType: number): Look {
  return {
    userType,
    scheme: search.get('scheme') === 'dark' ? 'dark' : 'light',
    isLarge: search.get('type') === 'large',
  };
}

/**
 * Serves a chart as an image. It is asked for anew each time and drawn only when what it shows has changed: the tag
 * is made of everything that is drawn, so a re-marked paper or another colour scheme is seen at once.
 */
export async function answerChart(request: Request, chart: Chart, look: Look): Promise<Response> {
  const option = chart.option(paletteOf(look));
  const size = { width: chart.width, height: chart.height };
  const tag = `"${createHash('sha256')
    .update(JSON.stringify([option, size]))
    .digest('base64url')
    .slice(0, 22)}"`;
  const headers = {
    'Cache-Control': 'private, no-cache',
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    ETag: tag,
    'X-Content-Type-Options': 'nosniff',
  };
  if (request.headers.get('If-None-Match') === tag) return new Response(null, { status: 304, headers });
  return new Response(await drawSvg(option, size), {
    headers: { ...headers, 'Content-Type': 'image/svg+xml; charset=utf-8' },
  });
}
