import type { LoaderFunctionArgs } from '@remix-run/node';
import { fileOrRefusal } from '~/components/layout/refusal-page.server';
import { findLogo } from '~/domain/file/logo.queries.server';
import { openFile } from '~/domain/file/file.queries.server';
import { sendFile } from '~/http/send-file.server';
import { notFound } from '~/lib/errors';

/** The school's own picture, for everybody: the sign-in page shows it. */
export function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  return fileOrRefusal(() => sendLogo(request));
}

async function sendLogo(request: Request): Promise<Response> {
  const file = await findLogo();
  if (!file) throw notFound('图片');
  const answer = await sendFile(request, {
    ...file,
    name: 'logo',
    modifiedAt: file.createdAt,
    disposition: 'inline',
    open: (range) => openFile(file, range),
  });
  // Its address changes with the picture.
  answer.headers.set('Cache-Control', 'public, max-age=86400, no-transform');
  return answer;
}
