import type { LoaderFunctionArgs } from '@remix-run/node';
import { getFormula } from '~/domain/question-bank/formula.server';
import { requireUser } from '~/http/guards.server';
import { serverNow } from '~/lib/clock.server';

/** The drawing of a `$…$` formula that was sent to whoever asks; any other is answered as it is typed. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireUser(request);
  const tex = new URL(request.url).searchParams.get('tex') ?? '';
  const { svg, isFinal } = await getFormula(tex, actor.id, serverNow());
  return new Response(svg, {
    headers: {
      'Content-Type': 'image/svg+xml; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      // Half a day is what a session lives; whoever signs in at the same browser next does not get what it kept.
      'Cache-Control': isFinal ? 'private, max-age=43200' : 'no-store',
      Vary: 'Cookie',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
