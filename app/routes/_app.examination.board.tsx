import {
  data,
  redirect,
  type ActionFunctionArgs,
  type HeadersFunction,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { BoardActions } from '~/components/exam/board-actions';
import { BoardAnnouncements, BoardBar, BoardRefresh } from '~/components/exam/board-bar';
import { BoardConfirm } from '~/components/exam/board-confirm';
import { BoardList } from '~/components/exam/board-list';
import { BoardSeats } from '~/components/exam/board-seats';
import { BoardTabs } from '~/components/exam/board-tabs';
import { DiskNote } from '~/components/school/disk-note';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { Note } from '~/components/ui/feedback';
import { findScannable } from '~/domain/exam/scannable.queries.server';
import { getClosingFigures } from '~/domain/room/close.queries.server';
import { closeExams } from '~/domain/room/close.commands.server';
import { extendExam } from '~/domain/room/extend.commands.server';
import { extendFormSchema } from '~/domain/room/extend.schema';
import { getExtendNotice } from '~/domain/room/resume.queries.server';
import { announce, correctAnnouncement, withdrawAnnouncement } from '~/domain/room/announcement.commands.server';
import {
  announceSchema,
  correctAnnouncementSchema,
  withdrawAnnouncementSchema,
} from '~/domain/room/announcement.schema';
import { findSeats, getBoard, getRoom } from '~/domain/room/board.queries.server';
import { BOARD_QUESTIONS, boardParams, closeSchema, handInSchema, unlockSchema } from '~/domain/room/board.schema';
import { handInForStudents } from '~/domain/room/hand-in.commands.server';
import { unlockSignIns } from '~/domain/room/unlock.commands.server';
import { getDiskState } from '~/domain/file/quota.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { getSchool } from '~/domain/school/school.queries.server';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { requireTeacher } from '~/http/guards.server';
import { confirmIds, listParams } from '~/http/list-params';
import { isLite } from '~/http/lite.server';
import { requestTime } from '~/http/request.server';
import { readTexts } from '~/http/uploads.server';
import { withParams } from '~/http/with-params';
import { newUuid } from '~/lib/ids.server';
import { toExams } from '~/lib/addresses/sitting';
import listStyles from '~/styles/lists.css?url';
import styles from '~/styles/board.css?url';

export const links: LinksFunction = () => [listStyles, styles].map((href) => ({ rel: 'stylesheet', href }));

export const meta: MetaFunction<typeof loader> = ({ data: found }) => [
  { title: `监考${found ? `：${found.board.exam.name}` : ''} - 考评` },
];

const params = { ...boardParams, refresh: z.enum(['', 'on', 'off']).catch('') };

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const now = requestTime(request);
  const { searchParams } = new URL(request.url);
  const filter = listParams(searchParams, params);
  const board = filter.look === 'list' ? await getBoard(actor, filter, now) : await getRoom(actor, filter, now);
  // The part has a name in the address: read anew, the board stays where it was opened.
  if (filter.part === null && board.parts.length > 1) {
    throw redirect(
      withParams(new URL(request.url), { part: board.part, currentPage: searchParams.get('currentPage') }),
    );
  }
  const wish = BOARD_QUESTIONS.find((one) => one === searchParams.get('confirm')) ?? null;
  // Whoever watches may tell the room something; the rest is the owner's.
  const asked = board.isOwner || wish === 'announce' || wish === 'correct' || wish === 'withdraw' ? wish : null;
  const isAboutSome = asked === 'extend' || asked === 'handin';
  const wanted = isAboutSome ? confirmIds(searchParams, asked) : [];
  const students = await findSeats(actor, { ...filter, part: board.part }, wanted, now);
  const isAboutTold = asked === 'correct' || asked === 'withdraw';
  const [toldId] = isAboutTold ? confirmIds(searchParams, asked) : [];
  const told = board.announcements.find((one) => one.id === toldId && one.mayChange) ?? null;
  const isGone = (isAboutSome && students.length === 0) || (isAboutTold && told === null);
  const question = isGone ? null : asked;
  const notice =
    question === 'extend' || question === 'extendAll'
      ? await getExtendNotice(
          actor,
          { id: board.exam.id, part: board.part },
          question === 'extend' ? students.map((one) => one.studentId) : null,
        )
      : null;
  const closing = question === 'close' ? await getClosingFigures(actor, [board.exam.id], now) : null;
  const isScannable = (await findScannable([board.exam.id])).has(board.exam.id);
  const [{ timeZone }, disk] = await Promise.all([getSchool(), getDiskState()]);
  // 精简模式 sends no script, yet its browser may run some: there no noscript element counts.
  const reloads = filter.refresh === 'on' && question === null && (await isLite(request));
  return data(
    {
      board,
      isScannable,
      filter,
      question,
      students,
      told,
      notice,
      closing,
      requestId: newUuid(),
      now,
      timeZone,
      disk,
    },
    { headers: reloads ? { Refresh: '30' } : undefined },
  );
}

export const headers: HeadersFunction = ({ loaderHeaders }) => {
  const refresh = loaderHeaders.get('Refresh');
  return refresh === null ? new Headers() : { Refresh: refresh };
};

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireTeacher(request);
  const now = requestTime(request);
  const form = await readTexts(request);
  const url = new URL(request.url);
  const answer = await act(actor, form, now);
  if (!answer.ok) return answer.problem;
  const currentPage = url.searchParams.get('currentPage');
  return redirectWithFlash(request, withParams(url, { confirm: null, ids: null, currentPage }), answer.value);
}

/** Does what was asked; the words tell what came of it. */
function act(actor: Actor, form: FormData, now: number) {
  switch (form.get('_intent')) {
    case 'handin':
      return answerForm(form, handInSchema, async (input) => {
        const count = await handInForStudents(actor, input, now);
        return count === 0 ? '这些答卷已经交了' : `已代交 ${count} 份答卷，学生会收到消息`;
      });
    case 'unlock':
      return answerForm(form, unlockSchema, async (input) =>
        (await unlockSignIns(actor, input, now)) === 0 ? '已经可以登录了' : '已解除锁定，学生现在可以再试密码',
      );
    case 'announce':
      return answerForm(form, announceSchema, async (input) => {
        const open = await announce(actor, input, now);
        return open === 0
          ? '公告已发出，现在没有人在作答'
          : `公告已发出，${open} 名学生正在作答：开着的考试页 15 秒内显示，没有回应的重新打开时显示`;
      });
    case 'correct':
      return answerForm(form, correctAnnouncementSchema, async (input) => {
        await correctAnnouncement(actor, input, now);
        return '公告已更正，开着的考试页 15 秒内换成新的';
      });
    case 'withdraw':
      return answerForm(form, withdrawAnnouncementSchema, async (input) => {
        await withdrawAnnouncement(actor, input, now);
        return '公告已撤回，开着的考试页 15 秒内不再显示';
      });
    case 'close':
      return answerForm(form, closeSchema, async ({ id }) => {
        await closeExams(actor, [id], now);
        return '考试已结束，没有交的答卷都按已保存的内容收了';
      });
    default:
      return answerForm(form, extendFormSchema, async (input) => {
        const reached = await extendExam(actor, input, now);
        return `已给 ${reached} 名学生补时 ${input.minutes} 分钟，他们会收到消息`;
      });
  }
}

export default function BoardPage() {
  const { board, isScannable, filter, question, students, told, notice, closing, requestId, now, timeZone, disk } =
    useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  const { exam, part, phase } = board;
  const isSitting = phase === 'running' || phase === 'not_started' || filter.view === 'resit';
  const mayAct = board.isOwner && isSitting;
  const asking = question ? (
    <BoardConfirm
      key={question}
      question={question}
      examId={exam.id}
      part={part}
      view={filter.view}
      parts={board.parts}
      closing={closing}
      students={students}
      told={told}
      endsAt={board.endsAt}
      notice={notice}
      requestId={requestId}
      problem={problem}
    />
  ) : null;
  const isList = 'rows' in board;
  return (
    <>
      <div className="board-head">
        <PageHeader
          title={<span title={exam.name}>{exam.name}</span>}
          crumbs={[{ label: '考试' }, { label: '我的考试', href: toExams() }, { label: '监考' }]}
          actions={
            <BoardActions
              {...{ exam, part, isScannable, isList, isSitting }}
              isOwner={board.isOwner}
              view={filter.view}
            />
          }
        />
        <BoardAnnouncements announcements={board.announcements} />
      </div>
      <DiskNote disk={disk} />
      <BoardTabs examId={exam.id} part={part} parts={board.parts} resits={board.resits} view={filter.view} />
      <BoardBar
        counts={board.counts}
        state={filter.state}
        phase={filter.view === 'resit' ? 'resit' : phase}
        minutes={board.minutes}
        beginsAt={board.beginsAt}
        endsAt={board.endsAt}
        now={now}
        timeZone={timeZone}
      >
        <BoardRefresh refresh={filter.refresh} isWaiting={question !== null} now={now} timeZone={timeZone} />
      </BoardBar>
      {board.isUntold ? (
        <Note>匿名评阅：答卷全部评完以前，这里不说各人几点开始、几点、怎样交卷，作答了几题。</Note>
      ) : null}
      {isList ? (
        <BoardList board={board} filter={filter} mayAct={mayAct} timeZone={timeZone}>
          {asking}
        </BoardList>
      ) : (
        <>
          {asking}
          <BoardSeats plan={board} place={{ examId: exam.id, part }} mayAct={mayAct} isFiltered={filter.state !== ''} />
        </>
      )}
    </>
  );
}

export { shouldRevalidate } from '~/http/fresh-key';

export { RouteError as ErrorBoundary };
