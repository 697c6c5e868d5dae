import { useRouteLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { withQuery } from '~/lib/addresses/with-search';
import type { RootData } from '~/root';
import type { ChartImageData } from './chart.server';

/** A chart drawn on the server. The table of the same figures belongs beside or beneath it. */
export function ChartImage({ image, caption }: { image: ChartImageData; caption?: ReactNode }) {
  const root = useRouteLoaderData<RootData>('root');
  const isDark = root?.theme === 'dark';
  const { src, alt, width, height } = image;
  const type = root?.isLargeType ? 'large' : undefined;
  return (
    <figure className="chart">
      <img
        className={isDark ? 'chart__screen' : undefined}
        src={withQuery(src, { scheme: isDark ? 'dark' : undefined, type })}
        alt={alt}
        width={width}
        height={height}
      />
      {/* Paper is white whatever the screen is. */}
      {isDark ? (
        <img className="chart__paper" src={withQuery(src, { type })} alt="" width={width} height={height} />
      ) : null}
      {caption ? <figcaption>{caption}</figcaption> : null}
    </figure>
  );
}
