import { exportAudit } from '~/domain/audit/audit-export.server';
import { listAudit } from '~/domain/audit/audit.queries.server';
import { auditCallFields } from '~/domain/audit/audit.schema';
import { auditRow } from '~/http/answers/school';
import { blob, call, defineApi, paged, pageOf } from '~/http/api.server';
import { apiList } from '~/http/api-list';
import { spreadsheetResponse } from '~/http/spreadsheet-response.server';
import { assertDays } from '~/lib/day-problems.server';
import { formatSecond } from '~/lib/time';
import { z } from 'zod';

const { loader, action } = defineApi('audit', {
  list: call('GET', 'teacher', apiList(auditCallFields), pageOf(auditRow), async ({ actor, input, now }) => {
    assertDays(input);
    const page = await listAudit(actor, input, now);
    return paged({ ...page, rows: page.rows.map((row) => ({ ...row, at: formatSecond(row.at) })) });
  }),
  export: call('POST', 'teacher', z.object(auditCallFields), blob(), async ({ actor, input, now }) => {
    assertDays(input);
    return spreadsheetResponse(await exportAudit(actor, input, now), '操作记录.xlsx');
  }),
});

export { loader, action };
