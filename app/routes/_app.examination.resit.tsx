import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { ResitForm } from '~/components/exam/resit-form';
import { ResitTable } from '~/components/exam/resit-table';
import { ErrorSummary } from '~/components/form/error-summary';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { BlindNote } from '~/components/scoring/blind-note';
import { ConfirmSection } from '~/components/list/confirm-section';
import { Tabs } from '~/components/list/tabs';
import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Note } from '~/components/ui/feedback';
import type { Actor } from '~/domain/actor/actor.rules';
import { PART_LABELS } from '~/domain/exam/parts.rules';
import { grantResits, undoResits } from '~/domain/room/resit.commands.server';
import { endResits } from '~/domain/room/end-resit.commands.server';
import { getResitPage } from '~/domain/room/resit.queries.server';
import { resitParams, resitSchema, undoResitSchema } from '~/domain/room/resit.schema';
import { getSchool } from '~/domain/school/school.queries.server';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { requireTeacher } from '~/http/guards.server';
import { confirmIds, listParams } from '~/http/list-params';
import { requestTime } from '~/http/request.server';
import { readTexts } from '~/http/uploads.server';
import { withParams } from '~/http/with-params';
import { toBoard } from '~/lib/addresses/exams';
import { toExams } from '~/lib/addresses/sitting';
import { newUuid } from '~/lib/ids.server';
import { formatMinute } from '~/lib/time';
import timeStyles from '~/styles/times.css?url';
import dialogStyles from '~/styles/dialogs.css?url';

export const links: LinksFunction = () => [timeStyles, dialogStyles].map((href) => ({ rel: 'stylesheet', href }));

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `补考${data ? `：${data.page.exam.name}` : ''} - 考评` },
];

const HOUR_MS = 3600_000;

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const now = requestTime(request);
  const { searchParams } = new URL(request.url);
  const filter = listParams(searchParams, resitParams);
  const page = await getResitPage(actor, filter, now);
  const [undo, end] = [confirmIds(searchParams, 'undo'), confirmIds(searchParams, 'end')];
  const asked = page.granted.filter((row) => undo.includes(row.studentId) && !row.hasBegun);
  const ending = page.granted.filter((row) => end.includes(row.studentId) && row.isRunning);
  const begin = Math.ceil((now + 24 * HOUR_MS) / HOUR_MS) * HOUR_MS;
  const suggested = { beginTime: formatMinute(begin), endTime: formatMinute(begin + HOUR_MS) };
  return { page, filter, asked, ending, suggested, requestId: newUuid(), timeZone: (await getSchool()).timeZone };
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireTeacher(request);
  const now = requestTime(request);
  const form = await readTexts(request);
  const answer = await run(actor, form, now);
  if (!answer.ok) return answer.problem;
  return redirectWithFlash(request, withParams(new URL(request.url), { confirm: null, ids: null }), answer.value);
}

/** What the form asks for, done, as a sentence. */
function run(actor: Actor, form: FormData, now: number) {
  switch (form.get('_intent')) {
    case 'undo':
      return answerForm(form, undoResitSchema, async (input) => {
        return `已取消 ${await undoResits(actor, input, now)} 名学生的补考，他们会收到消息`;
      });
    case 'end':
      return answerForm(form, undoResitSchema, async (input) => {
        const count = await endResits(actor, input, now);
        return count === 0
          ? '这些补考已经结束了'
          : `已结束 ${count} 名学生的补考，他们会收到消息；半分钟后（还在路上的照片收完）就可以评分`;
      });
    default:
      return answerForm(form, resitSchema, async (input) => {
        return `已给 ${await grantResits(actor, input, now)} 名学生安排补考，他们会收到消息`;
      });
  }
}

export default function ResitsPage() {
  const { page, filter, asked, ending, suggested, requestId, timeZone } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  const location = useLocation();
  const { exam, part, parts, granted, counts } = page;
  const isOver = exam.status === 'closed' || exam.status === 'released';
  return (
    <>
      <PageHeader
        title={exam.name}
        purpose={`补考：给缺考或不及格（${exam.passFrom} 分以下）的学生另定时间再考一次。`}
        crumbs={[{ label: '考试' }, { label: '我的考试', href: toExams() }, { label: '补考' }]}
        actions={
          <>
            {granted.length > 0 ? (
              <ButtonLink to={toBoard({ examId: exam.id, part, view: 'resit' })}>补考监考</ButtonLink>
            ) : null}
            <ButtonLink to={toExams()}>返回列表</ButtonLink>
          </>
        }
      />
      {parts.length > 1 ? (
        <Tabs
          label="部分"
          param="part"
          current={part}
          items={parts.map((one) => ({ label: PART_LABELS[one], value: one }))}
        />
      ) : null}
      {isOver ? (
        <>
          <Tabs
            label="哪些学生"
            param="who"
            current={filter.who}
            items={[
              { label: '缺考和不及格', value: '', count: counts.absent + counts.failed },
              { label: '缺考', value: 'absent', count: counts.absent },
              { label: '不及格', value: 'failed', count: counts.failed },
              { label: '全部学生', value: 'all', count: counts.all },
            ]}
          />
          <BlindNote left={page.blindLeft} isMarker={page.isBlindMarker} />
          <ResitForm
            key={part}
            page={page}
            who={filter.who}
            suggested={suggested}
            requestId={requestId}
            problem={problem}
          />
        </>
      ) : (
        <Note>考试结束以后才能安排补考。还没有结束的考试可以补时。</Note>
      )}
      {problem?.values._intent === 'undo' || problem?.values._intent === 'end' ? (
        <ErrorSummary errors={problem.fieldErrors} message={problem.message} />
      ) : null}
      {asked.length > 0 ? (
        <ConfirmSection
          title="取消补考"
          text={`确定取消 ${asked.map((row) => row.name).join('、')} 的补考吗？原来的结果有效，学生会收到消息。`}
          intent="undo"
          fields={{ id: exam.id, part, studentIds: asked.map((row) => row.studentId) }}
          cancelHref={withParams(location, { confirm: null, ids: null })}
          danger
        />
      ) : null}
      {ending.length > 0 ? (
        <ConfirmSection
          title="提前结束补考"
          text={`确定现在结束 ${ending.map((row) => row.name).join('、')} 的补考吗？已保存的内容就是答卷，照片不能再补传，学生会收到消息。`}
          intent="end"
          confirmLabel="结束补考"
          fields={{ id: exam.id, part, studentIds: ending.map((row) => row.studentId) }}
          cancelHref={withParams(location, { confirm: null, ids: null })}
          danger
        />
      ) : null}
      {granted.length > 0 ? (
        <Card title="已安排的补考" hint={`${granted.length} 人`} padded={false}>
          <ResitTable rows={granted} timeZone={timeZone} />
        </Card>
      ) : null}
    </>
  );
}

export { shouldRevalidate } from '~/http/fresh-key';

export { RouteError as ErrorBoundary };
