import type { LoaderFunctionArgs } from '@remix-run/node';
import { xlsxTemplate } from '~/domain/question-bank/formats/xlsx-format.server';
import { downloadResponse } from '~/http/download-response.server';
import { requireTeacher } from '~/http/guards.server';

/** The spreadsheet to fill in for the import. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireTeacher(request);
  return downloadResponse({ ...(await xlsxTemplate()), name: '试题导入模板.xlsx' });
}
