import {
  redirect,
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { AdjustExam } from '~/components/exam/adjust-exam';
import { nameOf } from '~/components/exam/exam-table';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { DataTable } from '~/components/list/data-table';
import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Empty } from '~/components/ui/feedback';
import { PlusIcon } from '~/components/ui/icons';
import { getAdjustPage } from '~/domain/room/adjust.queries.server';
import { listOwnExams } from '~/domain/exam/exam-list.queries.server';
import { TEST_TYPE_LABELS } from '~/domain/exam/parts.rules';
import { addClassrooms, extendExam } from '~/domain/room/extend.commands.server';
import { addClassroomsSchema, extendFormSchema } from '~/domain/room/extend.schema';
import { getWizardExam } from '~/domain/exam/wizard.queries.server';
import { stepToContinue } from '~/domain/exam/wizard.rules';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { requireTeacher } from '~/http/guards.server';
import { requestTime } from '~/http/request.server';
import { readTexts } from '~/http/uploads.server';
import { newUuid } from '~/lib/ids.server';
import { toBoard, toExam, toPaperPreview, toStep } from '~/lib/addresses/exams';
import { toExams } from '~/lib/addresses/sitting';
import { formatMinute } from '~/lib/time';
import { idField } from '~/lib/zod';
import stepStyles from '~/styles/steps.css?url';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: stepStyles }];

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.adjust ? `调整：${data.adjust.exam.name}` : '新增考试'} - 考评` },
];

/** The entrance: a new exam or a draft to continue; with an id, where that exam is worked on now. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const now = requestTime(request);
  const { searchParams } = new URL(request.url);
  if (searchParams.has('id')) {
    const id = idField().catch(0).parse(searchParams.get('id'));
    const exam = await getWizardExam(actor, id);
    if (exam.status !== 'draft')
      return { adjust: { ...(await getAdjustPage(actor, id, now)), requestId: newUuid() }, drafts: null };
    const step = stepToContinue(exam);
    throw redirect(step ? toStep(step, { id }) : toPaperPreview({ id }));
  }
  const drafts = await listOwnExams(actor, { status: 'draft', keyword: '', pageSize: 15, currentPage: 1 }, now);
  if (drafts.totalCount === 0) throw redirect(toStep('firstadd'));
  return { adjust: null, drafts };
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireTeacher(request);
  const now = requestTime(request);
  const form = await readTexts(request);
  const here = toExam({ id: idField().catch(0).parse(form.get('id')) });
  const answer =
    form.get('_intent') === 'addClassrooms'
      ? await answerForm(form, addClassroomsSchema, async (input) => {
          return `已增加 ${await addClassrooms(actor, input, now)} 个班级`;
        })
      : await answerForm(form, extendFormSchema, async (input) => {
          const reached = await extendExam(actor, input, now);
          return `已给 ${reached} 名学生补时 ${input.minutes} 分钟，他们会收到消息`;
        });
  if (!answer.ok) return answer.problem;
  return redirectWithFlash(request, here, answer.value);
}

export default function AddExamPage() {
  const { adjust, drafts } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  const crumbs = [{ label: '考试' }, { label: '我的考试', href: toExams() }];
  if (adjust !== null) {
    return (
      <>
        <PageHeader
          title={adjust.exam.name}
          purpose="发布后试题不再改；可以补时、增加班级，每一次都有记录。"
          crumbs={[...crumbs, { label: '调整' }]}
          actions={
            <>
              <ButtonLink to={toPaperPreview({ id: adjust.exam.id })}>预览</ButtonLink>
              {adjust.exam.status === 'published' ? (
                <ButtonLink to={toBoard({ examId: adjust.exam.id })}>监考</ButtonLink>
              ) : null}
              <ButtonLink to={toExams()}>返回列表</ButtonLink>
            </>
          }
        />
        <AdjustExam {...adjust} problem={problem} />
      </>
    );
  }
  return (
    <>
      <PageHeader
        title="新增考试"
        purpose="从头新建，或者继续没有发布的草稿。"
        crumbs={[...crumbs, { label: '新增考试' }]}
        actions={
          <ButtonLink to={toStep('firstadd')} variant="primary">
            <PlusIcon />
            新建考试
          </ButtonLink>
        }
      />
      <Card title="继续草稿" hint={`共 ${drafts?.totalCount ?? 0} 场`} padded={false}>
        <DataTable
          caption="草稿"
          rows={drafts?.rows ?? []}
          rowKey={(row) => row.id}
          empty={<Empty title="没有草稿" />}
          columns={[
            {
              key: 'name',
              header: '考试',
              clip: true,
              cell: (row) => <Link to={toExam({ id: row.id })}>{nameOf(row)}</Link>,
            },
            { key: 'type', header: '部分', nowrap: true, cell: (row) => TEST_TYPE_LABELS[row.testType] },
            {
              key: 'updated',
              header: '上次保存',
              nowrap: true,
              quiet: true,
              cell: (row) => formatMinute(row.updatedAt),
            },
            {
              key: 'actions',
              header: '操作',
              actions: true,
              cell: (row) => (
                <>
                  <Link to={toExam({ id: row.id })}>
                    继续编辑<span className="vh">：{nameOf(row)}</span>
                  </Link>
                  <Link to={toExams({ confirm: 'delete', ids: row.id })}>
                    删除<span className="vh">：{nameOf(row)}</span>
                  </Link>
                </>
              ),
            },
          ]}
        />
      </Card>
    </>
  );
}

export { RouteError as ErrorBoundary };
