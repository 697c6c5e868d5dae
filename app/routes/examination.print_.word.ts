import type { LoaderFunctionArgs } from '@remix-run/node';
import { fileOrRefusal } from '~/components/layout/refusal-page.server';
import { exportPaper } from '~/domain/exam/print-word.server';
import { wordSchema } from '~/domain/exam/print.schema';
import { downloadResponse } from '~/http/download-response.server';
import { requireTeacher } from '~/http/guards.server';
import { requestTime } from '~/http/request.server';

/** The paper of an exam, or its key, as a Word file: behind the print page's link. */
export function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  return fileOrRefusal(async () => {
    const actor = await requireTeacher(request);
    const input = wordSchema.parse(Object.fromEntries(new URL(request.url).searchParams.entries()));
    return downloadResponse(await exportPaper(actor, input, requestTime(request)));
  });
}
