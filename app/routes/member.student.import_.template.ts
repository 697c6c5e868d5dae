import type { LoaderFunctionArgs } from '@remix-run/node';
import { importTemplate } from '~/domain/user/student-export.server';
import { requireTeacher } from '~/http/guards.server';
import { spreadsheetResponse } from '~/http/spreadsheet-response.server';

/** The spreadsheet to fill in for the import. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireTeacher(request);
  return spreadsheetResponse(await importTemplate(), '学生导入模板.xlsx');
}
