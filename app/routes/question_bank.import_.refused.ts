import type { LoaderFunctionArgs } from '@remix-run/node';
import { refusedFile } from '~/domain/question-bank/refused-file.queries.server';
import { downloadResponse } from '~/http/download-response.server';
import { requireTeacher } from '~/http/guards.server';
import { requestTime } from '~/http/request.server';

/** The questions that an import cannot take, with the reasons, as a text to mend. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const id = new URL(request.url).searchParams.get('id') ?? '';
  const file = await refusedFile(actor, id, requestTime(request));
  return downloadResponse({ ...file, mime: 'text/plain; charset=utf-8' });
}
