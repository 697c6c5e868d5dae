import type { LoaderFunctionArgs } from '@remix-run/node';
import { exportAudit } from '~/domain/audit/audit-export.server';
import { auditParams } from '~/domain/audit/audit.schema';
import { downloadResponse } from '~/http/download-response.server';
import { requireTeacher } from '~/http/guards.server';
import { listParams } from '~/http/list-params';
import { requestTime } from '~/http/request.server';
import { XLSX_MIME } from '~/lib/spreadsheet.server';

/** The file behind 导出 of the audit page: what its filters leave. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const filter = listParams(new URL(request.url).searchParams, auditParams);
  const bytes = await exportAudit(actor, filter, requestTime(request));
  return downloadResponse({ bytes, name: '操作记录.xlsx', mime: XLSX_MIME });
}
