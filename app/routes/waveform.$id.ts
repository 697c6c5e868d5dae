import type { LoaderFunctionArgs } from '@remix-run/node';
import { fileOrRefusal } from '~/components/layout/refusal-page.server';
import { getReadableFile } from '~/domain/file/file.queries.server';
import { drawWaveform } from '~/domain/file/waveform.rules';
import { getWaveform } from '~/domain/file/waveform.server';
import { requireUser } from '~/http/guards.server';
import { requestTime } from '~/http/request.server';
import { AppError } from '~/lib/errors';

const WEEK_SECONDS = 604_800;

/** The drawing of a recording's loudness, for whoever may hear it; a flat line while it cannot be decoded. */
export function loader({ request, params }: LoaderFunctionArgs): Promise<Response> {
  return fileOrRefusal(() => draw(request, params.id ?? ''));
}

async function draw(request: Request, id: string): Promise<Response> {
  const actor = await requireUser(request);
  const file = await getReadableFile(actor, id, requestTime(request));
  if (file.kind !== 'audio') throw new AppError('not_found', '没有这段录音。');
  const found = await getWaveform(file.id);
  // Long pauses are a marker's business; `?plain` leaves them out.
  const isPlain = new URL(request.url).searchParams.has('plain');
  const waveform = found && isPlain ? { ...found, pauses: [] } : found;
  return new Response(drawWaveform(waveform, file.durationMs ?? 0), {
    headers: {
      'Content-Type': 'image/svg+xml; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cache-Control': waveform ? `private, max-age=${WEEK_SECONDS}` : 'private, no-store',
      // Kept for whoever may hear it, not for who signs in after them.
      Vary: 'Cookie',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
