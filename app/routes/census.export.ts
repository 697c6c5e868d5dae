import type { LoaderFunctionArgs } from '@remix-run/node';
import { fileOrRefusal } from '~/components/layout/refusal-page.server';
import { exportExamStatistics } from '~/domain/statistics/statistics-export.server';
import { examFiguresCall } from '~/domain/statistics/statistics.schema';
import { requireTeacher } from '~/http/guards.server';
import { requestTime } from '~/http/request.server';
import { spreadsheetResponse } from '~/http/spreadsheet-response.server';
import { invalid } from '~/lib/errors';
import { fieldErrorsOf } from '~/lib/form-values';

/** The statistics of an exam as an .xlsx file, behind the statistics page's link. */
export function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  return fileOrRefusal(async () => {
    const actor = await requireTeacher(request);
    const parsed = examFiguresCall.safeParse(Object.fromEntries(new URL(request.url).searchParams.entries()));
    if (!parsed.success) throw invalid(fieldErrorsOf(parsed.error));
    const { name, bytes } = await exportExamStatistics(actor, parsed.data, requestTime(request));
    return spreadsheetResponse(bytes, name);
  });
}
