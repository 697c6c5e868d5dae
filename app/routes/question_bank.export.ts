import type { LoaderFunctionArgs } from '@remix-run/node';
import { fileOrRefusal } from '~/components/layout/refusal-page.server';
import { exportQuestions } from '~/domain/question-bank/export.commands.server';
import { exportSchema } from '~/domain/question-bank/export.schema';
import { downloadResponse } from '~/http/download-response.server';
import { requireTeacher } from '~/http/guards.server';
import { paramsWithIds } from '~/http/list-params';
import { requestTime } from '~/http/request.server';
import { invalid } from '~/lib/errors';
import { fieldErrorsOf } from '~/lib/form-values';

/** The file behind the export page's form: chosen questions (`ids`), the basket's, or what a list's filters show. */
export function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  return fileOrRefusal(async () => {
    const actor = await requireTeacher(request);
    const parsed = exportSchema.safeParse(paramsWithIds(new URL(request.url).searchParams));
    if (!parsed.success) throw invalid(fieldErrorsOf(parsed.error));
    return downloadResponse(await exportQuestions(actor, parsed.data, requestTime(request)));
  });
}
