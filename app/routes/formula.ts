import type { LoaderFunctionArgs } from '@remix-run/node';
import { getFormula, getFormulaForStudent } from '~/domain/question-bank/formula.server';
import { isTeacher } from '~/domain/user/user.rules';
import { requireUser } from '~/http/guards.server';
import { serverNow } from '~/lib/clock.server';

/** The drawing of a `$…$` formula in a question's text; the same formula is always the same drawing. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireUser(request);
  const tex = new URL(request.url).searchParams.get('tex') ?? '';
  const now = serverNow();
  const { svg, isFinal } = isTeacher(actor) ? await getFormula(tex, now) : await getFormulaForStudent(tex, actor, now);
  return new Response(svg, {
    headers: {
      'Content-Type': 'image/svg+xml; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'Cache-Control': isFinal ? 'private, max-age=604800' : 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
