import type { LoaderFunctionArgs } from '@remix-run/node';
import { fileOrRefusal } from '~/components/layout/refusal-page.server';
import { answersSoon, getMadeFile } from '~/domain/export/answers-export.server';
import { exportScoreList } from '~/domain/scoring/report/score-list-export.server';
import { scoreListShape } from '~/domain/scoring/report/score-list.schema';
import { redirectWithFlash } from '~/http/flash.server';
import { requireTeacher } from '~/http/guards.server';
import { listParams } from '~/http/list-params';
import { requestTime } from '~/http/request.server';
import { sendFile } from '~/http/send-file.server';
import { spreadsheetResponse } from '~/http/spreadsheet-response.server';
import { toPapers } from '~/lib/addresses/scoring';

const GOES_ON = '答卷很多，正在导出：可以去做别的，导出好了“消息”里会有下载的链接。';

/**
 * The exports behind the score list's links: the list as it is filtered, or (`what=answers`) every answer; with `file`
 * one that took longer and was told of in a message.
 */
export function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  return fileOrRefusal(async () => {
    const actor = await requireTeacher(request);
    const { searchParams } = new URL(request.url);
    const now = requestTime(request);
    const made = searchParams.get('file');
    if (made !== null) {
      const { open, ...file } = await getMadeFile(actor, made, now);
      return sendFile(request, { ...file, modifiedAt: file.createdAt, disposition: 'attachment', open });
    }
    const filter = listParams(searchParams, scoreListShape);
    if (searchParams.get('what') !== 'answers') {
      const { name, bytes } = await exportScoreList(actor, filter, now);
      return spreadsheetResponse(bytes, name);
    }
    const answers = await answersSoon(actor, filter, now, { isGone: () => request.signal.aborted });
    if (answers) return spreadsheetResponse(answers.bytes, answers.name);
    return redirectWithFlash(request, toPapers({ examId: filter.examId }), GOES_ON);
  });
}
