import type { LoaderFunctionArgs } from '@remix-run/node';
import { fileOrRefusal } from '~/components/layout/refusal-page.server';
import { exportAudit } from '~/domain/audit/audit-export.server';
import { auditParams } from '~/domain/audit/audit.schema';
import { requireTeacher } from '~/http/guards.server';
import { listParams } from '~/http/list-params';
import { requestTime } from '~/http/request.server';
import { spreadsheetResponse } from '~/http/spreadsheet-response.server';

/** The file behind 导出 of the audit page: what its filters leave. */
export function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  return fileOrRefusal(async () => {
    const actor = await requireTeacher(request);
    const filter = listParams(new URL(request.url).searchParams, auditParams);
    return spreadsheetResponse(await exportAudit(actor, filter, requestTime(request)), '操作记录.xlsx');
  });
}
