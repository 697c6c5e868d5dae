import type { LoaderFunctionArgs } from '@remix-run/node';
import { fileOrRefusal } from '~/components/layout/refusal-page.server';
import { exportStudents } from '~/domain/user/student-export.server';
import { exportStudentsSchema } from '~/domain/user/student.schema';
import { requireTeacher } from '~/http/guards.server';
import { requestTime } from '~/http/request.server';
import { spreadsheetResponse } from '~/http/spreadsheet-response.server';
import { invalid } from '~/lib/errors';
import { fieldErrorsOf } from '~/lib/form-values';

/** The export behind the list's links: chosen students (`ids`) or what the filters show. */
export function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  return fileOrRefusal(async () => {
    const actor = await requireTeacher(request);
    const { searchParams } = new URL(request.url);
    const parsed = exportStudentsSchema.safeParse({
      ids: searchParams.getAll('ids'),
      classId: searchParams.get('classId') ?? '',
      keyword: searchParams.get('keyword') ?? '',
    });
    if (!parsed.success) throw invalid(fieldErrorsOf(parsed.error));
    return spreadsheetResponse(await exportStudents(actor, parsed.data, requestTime(request)));
  });
}
