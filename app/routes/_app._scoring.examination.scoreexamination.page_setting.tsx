import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { z } from 'zod';
import { ErrorSummary } from '~/components/form/error-summary';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { Tabs } from '~/components/list/tabs';
import { ExamRecordingsCard } from '~/components/retention/exam-recordings';
import { PageSettingForm } from '~/components/scoring/page-setting-form';
import { RubricSection } from '~/components/scoring/rubric-section';
import { PART_LABELS, PARTS } from '~/domain/exam/parts.rules';
import { holdRecordings } from '~/domain/retention/hold.commands.server';
import { getExamRecordings } from '~/domain/retention/hold.queries.server';
import { holdSchema, unholdSchema } from '~/domain/retention/retention.schema';
import { savePageSetting } from '~/domain/scoring/release/page-setting.commands.server';
import { getPageSetting } from '~/domain/scoring/release/page-setting.queries.server';
import { pageSettingSchema } from '~/domain/scoring/release/page-setting.schema';
import { getRubricPage } from '~/domain/scoring/marking/rubric-page.queries.server';
import { reapplyRubric, saveRubric } from '~/domain/scoring/marking/rubric.commands.server';
import { reapplySchema, rubricFormSchema } from '~/domain/scoring/marking/rubric.schema';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { requireTeacher } from '~/http/guards.server';
import { requestTime } from '~/http/request.server';
import { readTexts } from '~/http/uploads.server';
import { withParams } from '~/http/with-params';
import { toPapers, toScoring } from '~/lib/addresses/scoring';
import { toExams } from '~/lib/addresses/sitting';
import timeStyles from '~/styles/times.css?url';
import styles from '~/styles/scoring-settings.css?url';

export const links: LinksFunction = () => [timeStyles, styles].map((href) => ({ rel: 'stylesheet', href }));

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.view.exam.name ?? ''}评分设置 - 考评` },
];

const paramsSchema = z.object({
  examId: z.coerce.number().int().min(0).max(2_147_483_647).catch(0),
  tab: z.enum(['', ...PARTS]).catch(''),
  preset: z.string().max(20).catch(''),
  version: z.coerce.number().int().min(0).max(1_000_000).catch(0),
  confirm: z.string().catch(''),
});

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const params = paramsSchema.parse(Object.fromEntries(new URL(request.url).searchParams.entries()));
  const view = await getPageSetting(actor, params.examId);
  const part = PARTS.find((one) => one === params.tab && view.parts.some((own) => own.part === one)) ?? null;
  const { preset, version } = params;
  const isAsking = params.confirm === 'reapply';
  return {
    view,
    part,
    recordings: part === null && view.isOwner ? await getExamRecordings(actor, params.examId) : null,
    rubric: part && (await getRubricPage(actor, { examId: params.examId, part, preset, version, isAsking })),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireTeacher(request);
  const now = requestTime(request);
  const form = await readTexts(request);
  const here = withParams(new URL(request.url), { preset: null, version: null, confirm: null });
  const done = (text: string) => redirectWithFlash(request, here, text);
  if (form.get('_intent') === 'rubric') {
    const answer = await answerForm(form, rubricFormSchema, (input) => saveRubric(actor, input, now));
    return answer.ok ? done(`已保存，现在用第 ${answer.value.version} 版`) : answer.problem;
  }
  if (form.get('_intent') === 'reapply') {
    const answer = await answerForm(form, reapplySchema, (input) => reapplyRubric(actor, input, now));
    return answer.ok ? done(`已按新规则重算 ${answer.value} 份评分`) : answer.problem;
  }
  if (form.get('_intent') === 'hold' || form.get('_intent') === 'unhold') {
    const isHeld = form.get('_intent') === 'hold';
    const answer = await answerForm(form, isHeld ? holdSchema : unholdSchema, (input) =>
      holdRecordings(actor, { ...input, isHeld }, now),
    );
    return answer.ok ? done(isHeld ? '录音已保留，到期不删除' : '已取消保留，到期后会删除') : answer.problem;
  }
  const answer = await answerForm(form, pageSettingSchema, (input) => savePageSetting(actor, input, now));
  if (!answer.ok) return answer.problem;
  return done(answer.value > 0 ? `设置已保存，${answer.value} 名学生的总分变了` : '设置已保存');
}

export default function PageSettingPage() {
  const { view, part, rubric, recordings } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  const location = useLocation();
  const { exam, isOwner } = view;
  const hrefOf = (tab: string | null) => withParams(location, { tab, preset: null, version: null, confirm: null });
  return (
    <>
      <PageHeader
        title="评分设置"
        purpose={isOwner ? exam.name : `${exam.name}。只有出题老师${exam.ownerName}能改，您可以查看。`}
        crumbs={[
          { label: '考试', href: toExams() },
          { label: '考试评分', href: toScoring() },
          { label: exam.name, href: toPapers({ examId: exam.id }) },
          { label: '评分设置' },
        ]}
      />
      {problem?.values._intent === 'reapply' ? (
        <ErrorSummary errors={problem.fieldErrors} message={problem.message} />
      ) : null}
      <Tabs
        label="设置"
        current={hrefOf(part)}
        items={[
          { label: '基本设置', href: hrefOf(null) },
          ...view.parts.map((own) => ({ label: `${PART_LABELS[own.part]}评分标准`, href: hrefOf(own.part) })),
        ]}
      />
      {part && rubric ? (
        <RubricSection key={part} page={rubric} isOpen={view.isOpen} problem={problem} />
      ) : (
        <PageSettingForm view={view} problem={problem} />
      )}
      {recordings ? <ExamRecordingsCard recordings={recordings} problem={problem} /> : null}
    </>
  );
}

export { RouteError as ErrorBoundary };
