import type { LoaderFunctionArgs } from '@remix-run/node';
import { requireUser } from '~/http/guards.server';
import { AppError } from '~/lib/errors';

const MAX_TEX = 500;

/** The drawing of a `$…$` formula in a question's text; the same formula is always the same drawing. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  const tex = new URL(request.url).searchParams.get('tex') ?? '';
  if (tex === '' || tex.length > MAX_TEX) throw new AppError('not_found', '没有这个公式。');
  // Comes with the first formula: a school without any starts sooner.
  const { drawFormula } = await import('~/lib/formula.server');
  return new Response(drawFormula(tex), {
    headers: {
      'Content-Type': 'image/svg+xml; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'Cache-Control': 'private, max-age=604800',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
