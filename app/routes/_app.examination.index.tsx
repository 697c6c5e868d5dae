import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { z } from 'zod';
import { ExamTable, nameOf } from '~/components/exam/exam-table';
import { ErrorSummary } from '~/components/form/error-summary';
import { TextField } from '~/components/form/text-fields';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { ConfirmSection } from '~/components/list/confirm-section';
import { FilterBar } from '~/components/list/filter-bar';
import { Pagination } from '~/components/list/pagination';
import { Tabs } from '~/components/list/tabs';
import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { PlusIcon } from '~/components/ui/icons';
import { countOwnExams, findOwnExams, listOwnExams } from '~/domain/exam/exam-list.queries.server';
import { EXAM_STATUSES, EXAM_STATUS_LABELS } from '~/domain/exam/states.rules';
import { copyExam } from '~/domain/exam/copy.commands.server';
import { deleteExams, publishExam, withdrawExams } from '~/domain/exam/status.commands.server';
import { closeExams } from '~/domain/room/close.commands.server';
import { getClosingFigures } from '~/domain/room/close.queries.server';
import { closeSentence, type ClosingFigures } from '~/domain/room/close.rules';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { requireTeacher } from '~/http/guards.server';
import { confirmIds, listParams } from '~/http/list-params';
import { withParams } from '~/http/with-params';
import { requestTime } from '~/http/request.server';
import { readTexts } from '~/http/uploads.server';
import { toPaperPreview, toStep } from '~/lib/addresses/exams';
import { AppError } from '~/lib/errors';
import { newUuid } from '~/lib/ids.server';
import { idField, idList, requestIdField } from '~/lib/zod';
import listStyles from '~/styles/lists.css?url';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: listStyles }];

export const meta: MetaFunction = () => [{ title: '我的考试 - 考评' }];

const QUESTIONS = ['copy', 'withdraw', 'close', 'delete'] as const;

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const { searchParams } = new URL(request.url);
  const filter = listParams(searchParams, { tab: z.enum(['', ...EXAM_STATUSES]).catch('') });
  const asked = QUESTIONS.find((one) => one === searchParams.get('confirm')) ?? null;
  const page = await listOwnExams(actor, { ...filter, status: filter.tab }, requestTime(request));
  const counts = await countOwnExams(actor, filter.keyword);
  const exams = asked === null ? [] : await findOwnExams(actor, confirmIds(searchParams, asked));
  if (asked === null || exams.length === 0) return { page, counts, filter, confirm: null };
  const found = exams.map(({ id }) => id);
  const closing = await getClosingFigures(actor, asked === 'close' ? found : [], requestTime(request));
  return { page, counts, filter, confirm: { asked, exams, closing, requestId: newUuid() } };
}

const ids = { ids: idList('请选择考试') };
const intents = z.discriminatedUnion('_intent', [
  z.object({ _intent: z.literal('publish'), id: idField('考试'), version: z.coerce.number().max(2_147_483_647) }),
  z.object({ _intent: z.literal('copy'), ids: idField('考试'), requestId: requestIdField }),
  z.object({ _intent: z.literal('withdraw'), ...ids }),
  z.object({ _intent: z.literal('close'), ...ids }),
  z.object({ _intent: z.literal('delete'), ...ids }),
]);

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireTeacher(request);
  const now = requestTime(request);
  const form = await readTexts(request);
  const back = withParams(new URL(request.url), { confirm: null, ids: null });
  const answer = await answerForm(form, intents, async (input): Promise<Response> => {
    switch (input._intent) {
      case 'publish':
        return publishFromPreview(request, actor, input, now);
      case 'copy': {
        const id = await copyExam(actor, { id: input.ids, requestId: input.requestId }, now);
        return redirectWithFlash(request, toStep('firstadd', { id }), '已复制成一份草稿，请填写考试时间');
      }
      case 'withdraw':
        await withdrawExams(actor, input.ids, now);
        return redirectWithFlash(request, back, '已撤回为草稿，可以修改后重新发布');
      case 'close':
        await closeExams(actor, input.ids, now);
        return redirectWithFlash(request, back, '考试已关闭，可以评分了');
      case 'delete':
        await deleteExams(actor, input.ids, now);
        return redirectWithFlash(request, back, `已删除 ${input.ids.length} 场考试`);
    }
  });
  return answer.ok ? answer.value : answer.problem;
}

/** The preview page lists what stands in the way itself; so it is shown again. */
async function publishFromPreview(
  request: Request,
  actor: Parameters<typeof publishExam>[0],
  input: { id: number; version: number },
  now: number,
): Promise<Response> {
  try {
    await publishExam(actor, input, now);
    return await redirectWithFlash(request, toPaperPreview({ id: input.id }), '已发布，学生已收到通知');
  } catch (error) {
    if (!(error instanceof AppError) || (error.code !== 'invalid' && error.code !== 'conflict')) throw error;
    const count = Object.keys(error.fields ?? {}).length;
    const text = count > 0 ? `还没有发布：有 ${count} 处要先处理` : error.message;
    return redirectWithFlash(request, toPaperPreview({ id: input.id }), text, 'warn');
  }
}

const CALM = ['copy', 'withdraw'];

const TEXTS: Record<(typeof QUESTIONS)[number], (names: string, closing: ClosingFigures) => string> = {
  copy: (names) =>
    `确定复制${names}吗？试卷、班级、阅卷老师、评分标准和设置都一样，做成一份新的草稿；时间另填，答卷和成绩不带过去。`,
  withdraw: (names) => `确定撤回${names}吗？学生会收到撤回通知，考试变回草稿，修改后要重新发布。`,
  close: (names, closing) => `确定现在关闭${names}吗？${closeSentence(closing)}`,
  delete: (names) => `确定删除${names}吗？删除后不能恢复，题库里的题目不受影响。`,
};

export default function OwnExamsPage() {
  const { page, counts, filter, confirm } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  const location = useLocation();
  return (
    <>
      <PageHeader
        title="我的考试"
        purpose="自己出的考试：从草稿、发布、进行到公布成绩。"
        crumbs={[{ label: '考试' }, { label: '我的考试' }]}
        actions={
          <ButtonLink to={toStep('firstadd')} variant="primary">
            <PlusIcon />
            新增
          </ButtonLink>
        }
      />
      {problem ? <ErrorSummary errors={problem.fieldErrors} message={problem.message} /> : null}
      <Card padded={false}>
        <Tabs
          label="考试状态"
          current={filter.tab}
          items={[
            { label: '全部', value: '', count: counts[''] },
            ...EXAM_STATUSES.map((status) => ({
              label: EXAM_STATUS_LABELS[status],
              value: status,
              count: counts[status],
            })),
          ]}
        />
        <FilterBar label="查找考试">
          <TextField name="keyword" label="考试名称" width="m" defaultValue={filter.keyword} maxLength={100} />
        </FilterBar>
        {confirm ? (
          <ConfirmSection
            intent={confirm.asked}
            text={TEXTS[confirm.asked](confirm.exams.map((exam) => `「${nameOf(exam)}」`).join('、'), confirm.closing)}
            fields={{ ids: confirm.exams.map((exam) => exam.id).join(','), requestId: confirm.requestId }}
            cancelHref={withParams(location, { confirm: null, ids: null, currentPage: page.currentPage })}
            danger={!CALM.includes(confirm.asked)}
          />
        ) : null}
        <ExamTable rows={page.rows} isFiltered={filter.keyword !== ''} tab={filter.tab} />
        <Pagination page={page} unit="场" />
      </Card>
    </>
  );
}

export { RouteError as ErrorBoundary };
