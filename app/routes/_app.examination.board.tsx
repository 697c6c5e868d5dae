import {
  data,
  type ActionFunctionArgs,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { z } from 'zod';
import { BoardBar, BoardRefresh } from '~/components/exam/board-bar';
import { BoardConfirm } from '~/components/exam/board-confirm';
import { BOARD_FORM, BoardTable } from '~/components/exam/board-table';
import { SelectField } from '~/components/form/choice-fields';
import { TextField } from '~/components/form/text-fields';
import { DiskNote } from '~/components/school/disk-note';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { BulkBar } from '~/components/list/bulk-bar';
import { FilterBar } from '~/components/list/filter-bar';
import { Pagination } from '~/components/list/pagination';
import { Tabs } from '~/components/list/tabs';
import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { PART_LABELS, PHASE_LABELS } from '~/domain/exam/exam.rules';
import { extendExam } from '~/domain/exam/extend.commands.server';
import { extendSchema } from '~/domain/exam/extend.schema';
import { resitUrl } from '~/domain/exam/wizard-steps.rules';
import { findSeats, getBoard } from '~/domain/room/board.queries.server';
import { boardParams, handInSchema, unlockSchema } from '~/domain/room/board.schema';
import { handInForStudents } from '~/domain/room/hand-in.commands.server';
import { unlockSignIns } from '~/domain/room/unlock.commands.server';
import { getDiskState } from '~/domain/file/quota.server';
import { getSchool } from '~/domain/user/school.queries.server';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { requireTeacher } from '~/http/guards.server';
import { confirmIds, listParams } from '~/http/list-params';
import { isLite } from '~/http/lite.server';
import { requestTime } from '~/http/request.server';
import { readTexts } from '~/http/uploads.server';
import { withParams } from '~/http/with-params';

export const meta: MetaFunction<typeof loader> = ({ data: found }) => [
  { title: `监考${found ? `：${found.board.exam.name}` : ''} - 考评` },
];

const QUESTIONS = ['extend', 'extendAll', 'handin'] as const;
const refreshParam = { refresh: z.enum(['', 'on', 'off']).catch('') };

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const now = requestTime(request);
  const { searchParams } = new URL(request.url);
  const filter = listParams(searchParams, { ...boardParams, ...refreshParam });
  const board = await getBoard(actor, filter, now);
  const asked = board.isOwner ? (QUESTIONS.find((one) => one === searchParams.get('confirm')) ?? null) : null;
  const wanted = asked === null || asked === 'extendAll' ? [] : confirmIds(searchParams, asked);
  const students = await findSeats(actor, { ...filter, part: board.part }, wanted, now);
  const question = asked === 'extendAll' || students.length > 0 ? asked : null;
  const [{ timeZone }, disk] = await Promise.all([getSchool(), getDiskState()]);
  // 精简模式 sends no script, yet its browser may run some: there no noscript element counts.
  const reloads = filter.refresh === 'on' && question === null && (await isLite(request));
  return data(
    { board, filter, question, students, now, timeZone, disk },
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
  const answer =
    form.get('_intent') === 'handin'
      ? await answerForm(form, handInSchema, async (input) => {
          const count = await handInForStudents(actor, input, now);
          return count === 0 ? '这些答卷已经交了' : `已代交 ${count} 份答卷，学生会收到消息`;
        })
      : form.get('_intent') === 'unlock'
        ? await answerForm(form, unlockSchema, async (input) =>
            (await unlockSignIns(actor, input, now)) === 0 ? '已经可以登录了' : '已解除锁定，学生现在可以再试密码',
          )
        : await answerForm(form, extendSchema, async (input) => {
            const reached = await extendExam(actor, input, now);
            return `已给 ${reached} 名学生补时 ${input.minutes} 分钟，他们会收到消息`;
          });
  if (!answer.ok) return answer.problem;
  const currentPage = url.searchParams.get('currentPage');
  return redirectWithFlash(request, withParams(url, { confirm: null, ids: null, currentPage }), answer.value);
}

export default function BoardPage() {
  const { board, filter, question, students, now, timeZone, disk } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  const location = useLocation();
  const { exam, part, phase } = board;
  const isSitting = phase === 'running' || phase === 'not_started' || filter.view === 'resit';
  const mayAct = board.isOwner && isSitting;
  const tabs = [
    ...board.parts.map((one) => ({ label: PART_LABELS[one], href: boardHref(exam.id, one, '') })),
    ...(board.resits > 0
      ? [{ label: `${PART_LABELS[part]}补考`, href: boardHref(exam.id, part, 'resit'), count: board.resits }]
      : []),
  ];
  const isFiltered = filter.state !== '' || filter.classId !== 0 || filter.keyword !== '';
  return (
    <>
      <PageHeader
        title={exam.name}
        purpose={`${PART_LABELS[part]}${filter.view === 'resit' ? '补考' : PHASE_LABELS[phase]}${
          board.minutes === null ? '' : `，每人 ${board.minutes} 分钟`
        }。有问题的学生排在最前面。`}
        crumbs={[{ label: '考试' }, { label: '我的考试', href: '/examination/index' }, { label: '监考' }]}
        actions={
          <>
            {mayAct && filter.view === '' ? (
              <ButtonLink to={withParams(location, { confirm: 'extendAll', ids: null })} preventScrollReset>
                全场补时
              </ButtonLink>
            ) : null}
            {board.isOwner && exam.status !== 'published' ? <ButtonLink to={resitUrl(exam.id)}>补考</ButtonLink> : null}
          </>
        }
      />
      <DiskNote disk={disk} />
      <BoardRefresh refresh={filter.refresh} isWaiting={question !== null} now={now} timeZone={timeZone} />
      <BoardBar
        counts={board.counts}
        state={filter.state}
        phase={filter.view === 'resit' ? 'resit' : phase}
        beginsAt={board.beginsAt}
        endsAt={board.endsAt}
        now={now}
        timeZone={timeZone}
      />
      <Card padded={false}>
        {tabs.length > 1 ? <Tabs label="部分" current={boardHref(exam.id, part, filter.view)} items={tabs} /> : null}
        <FilterBar keep={['examId', 'part', 'view', 'refresh']} label="查找学生">
          <TextField name="keyword" label="姓名或学号" defaultValue={filter.keyword} maxLength={100} />
          {board.classes.length > 1 ? (
            <SelectField
              name="classId"
              label="班级"
              placeholder="全部"
              defaultValue={filter.classId === 0 ? '' : filter.classId}
              options={board.classes.map(({ id, name }) => ({ value: id, label: name }))}
            />
          ) : null}
        </FilterBar>
        {question ? (
          <BoardConfirm
            key={question}
            question={question}
            examId={exam.id}
            part={part}
            students={students}
            problem={problem}
          />
        ) : null}
        {mayAct && board.rows.length > 0 ? (
          <BulkBar
            formId={BOARD_FORM}
            unit="人"
            actions={[
              { confirm: 'extend', label: '补时' },
              { confirm: 'handin', label: '代交', variant: 'warn' },
            ]}
          />
        ) : null}
        <BoardTable
          rows={board.rows}
          place={{ examId: exam.id, part }}
          mayAct={mayAct}
          isFiltered={isFiltered}
          timeZone={timeZone}
        />
        <Pagination page={board} unit="人" />
      </Card>
    </>
  );
}

function boardHref(examId: number, part: string, view: '' | 'resit'): string {
  return `/examination/board?examId=${examId}&part=${part}${view === '' ? '' : `&view=${view}`}`;
}

export { RouteError as ErrorBoundary };
