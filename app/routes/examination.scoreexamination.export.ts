import type { LoaderFunctionArgs } from '@remix-run/node';
import { fileOrRefusal } from '~/components/layout/refusal-page.server';
import { exportAnswers } from '~/domain/scoring/answer-export.server';
import { exportScoreList } from '~/domain/scoring/score-list-export.server';
import { scoreListShape } from '~/domain/scoring/score-list.schema';
import { requireTeacher } from '~/http/guards.server';
import { listParams } from '~/http/list-params';
import { requestTime } from '~/http/request.server';
import { spreadsheetResponse } from '~/http/spreadsheet-response.server';

/** The exports behind the score list's links: the list as it is filtered, or (`what=answers`) every answer. */
export function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  return fileOrRefusal(async () => {
    const actor = await requireTeacher(request);
    const { searchParams } = new URL(request.url);
    const now = requestTime(request);
    const filter = listParams(searchParams, scoreListShape);
    const isAnswers = searchParams.get('what') === 'answers';
    const { name, bytes } = isAnswers
      ? await exportAnswers(actor, filter, now)
      : await exportScoreList(actor, filter, now);
    return spreadsheetResponse(bytes, name);
  });
}
