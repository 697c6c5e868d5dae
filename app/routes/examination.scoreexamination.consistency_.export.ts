import type { LoaderFunctionArgs } from '@remix-run/node';
import { fileOrRefusal } from '~/components/layout/refusal-page.server';
import { z } from 'zod';
import { PARTS } from '~/domain/exam/parts.rules';
import { exportConsistency } from '~/domain/scoring/marking/consistency-export.server';
import { requireTeacher } from '~/http/guards.server';
import { listParams } from '~/http/list-params';
import { requestTime } from '~/http/request.server';
import { spreadsheetResponse } from '~/http/spreadsheet-response.server';

/** The consistency report as a file. */
export function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  return fileOrRefusal(async () => {
    const actor = await requireTeacher(request);
    const params = listParams(new URL(request.url).searchParams, {
      examId: z.coerce.number().int().min(0).max(2_147_483_647).catch(0),
      part: z.enum(PARTS).nullable().catch(null),
    });
    const { name, bytes } = await exportConsistency(actor, params, requestTime(request));
    return spreadsheetResponse(bytes, name);
  });
}
