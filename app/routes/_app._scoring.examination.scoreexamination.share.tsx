import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { z } from 'zod';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { Tabs } from '~/components/list/tabs';
import { ExaminersForm, LoadTable, ShareForm, SharePreview, WAY_HINTS } from '~/components/scoring/share-out-forms';
import { ArbiterForm, ReassignForm, SharePapers } from '~/components/scoring/share-papers';
import { Card } from '~/components/ui/card';
import { Note } from '~/components/ui/feedback';
import { PARTS, PART_LABELS } from '~/domain/exam/parts.rules';
import { assignArbiter } from '~/domain/scoring/sharing-out/arbiter.commands.server';
import { setExaminers, setPaperExaminers, shareOut } from '~/domain/scoring/sharing-out/share-out.commands.server';
import { BY_CLASS_REFUSED, SHARE_WAYS, SHARE_WAY_LABELS } from '~/domain/scoring/sharing-out/share-out-plan.rules';
import { getShareOut, type ShareOutView } from '~/domain/scoring/sharing-out/share-out.queries.server';
import {
  assignArbiterSchema,
  setExaminersSchema,
  setPaperExaminersSchema,
  shareOutSchema,
  sharePlanSchema,
} from '~/domain/scoring/sharing-out/share-out.schema';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { requireTeacher } from '~/http/guards.server';
import { confirmIds, listParams } from '~/http/list-params';
import { requestTime } from '~/http/request.server';
import { readTexts } from '~/http/uploads.server';
import { withParams } from '~/http/with-params';
import { toPapers, toScoring } from '~/lib/addresses/scoring';
import { toExams } from '~/lib/addresses/sitting';
import styles from '~/styles/scoring-settings.css?url';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }];

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `分卷：${data?.view.exam.name ?? ''} - 考评` },
];

const number = z.coerce.number().int().min(0).max(2_147_483_647).catch(0);

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const now = requestTime(request);
  const { searchParams } = new URL(request.url);
  const params = listParams(searchParams, {
    examId: number,
    part: z.enum(PARTS).nullable().catch(null),
    classId: number,
    examinerId: number,
    show: z.enum(['', 'open', 'arbitration']).catch(''),
    paper: number,
    code: number,
    preview: number,
  });
  const plan = sharePlanSchema.parse(
    Object.fromEntries([...new Set(searchParams.keys())].map((name) => [name, searchParams.getAll(name).join(',')])),
  );
  const view = await getShareOut(
    actor,
    {
      examId: params.examId,
      part: params.part,
      plan: params.preview === 1 ? plan : null,
      filter: params,
      studentId: params.paper,
      attemptId: params.code,
    },
    now,
  );
  const { classId, examinerId, show } = params;
  const seed = params.preview === 1 ? plan.seed : now % 1_000_000_007;
  return { view, plan, seed, filter: { classId, examinerId, show }, arbiterIds: confirmIds(searchParams, 'arbiter') };
}

const INTENTS = ['examiners', 'share', 'reassign', 'arbiter'] as const;

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireTeacher(request);
  const now = requestTime(request);
  const form = await readTexts(request);
  const answers = {
    examiners: () =>
      answerForm(form, setExaminersSchema, async (input) => {
        const freed = await setExaminers(actor, input, now);
        return freed > 0 ? `阅卷老师已保存；${freed} 份答卷现在没分出去` : '阅卷老师已保存';
      }),
    share: () =>
      answerForm(form, shareOutSchema, async (input) => `分卷完成，${await shareOut(actor, input, now)} 份有变化`),
    reassign: () =>
      answerForm(form, setPaperExaminersSchema, async (input) => {
        return `${await setPaperExaminers(actor, input, now)}已改好`;
      }),
    arbiter: () =>
      answerForm(form, assignArbiterSchema, async (input) => {
        const { given, own } = await assignArbiter(actor, input, now);
        return `已请人仲裁 ${given} 份${own > 0 ? `；另有 ${own} 份这位老师自己评过，没有交给他` : ''}`;
      }),
  };
  const answer = await answers[z.enum(INTENTS).catch('share').parse(form.get('_intent'))]();
  if (!answer.ok) return answer.problem;
  // Without the plan that was shown: what stands now speaks for itself.
  const url = new URL(request.url);
  const kept = ['examId', 'part', 'way', 'show', 'classId', 'examinerId'].map((name) => [
    name,
    url.searchParams.get(name) ?? '',
  ]);
  const back = withParams({ pathname: url.pathname, search: '' }, Object.fromEntries(kept) as Record<string, string>);
  return redirectWithFlash(request, back, answer.value);
}

/** How many papers there are to share out, or why there are none. */
function currentHint({ papers, open, byKey, isSharedOut, marksAll }: ShareOutView): string {
  if (papers === 0 && byKey.count > 0) {
    const open = byKey.open > 0 ? `；其中 ${byKey.open} 份还没有成绩，在答卷列表点“自动判分”` : '';
    return `没有要分的答卷：交了的 ${byKey.count} 份没有要老师评的题（由答案判分，或已全员给分）${open}`;
  }
  const byKeyToo = byKey.count > 0 ? `；另有 ${byKey.count} 份没有要老师评的题，不用分` : '';
  return isSharedOut
    ? `${papers} 份答卷，${open} 份没分出去${byKeyToo}`
    : `${papers} 份答卷还没有分：${marksAll ? '每位阅卷老师各评一遍' : '谁先评就用谁的分数'}${byKeyToo}`;
}

export default function ShareOutPage() {
  const { view, plan, seed, filter, arbiterIds } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  const location = useLocation();
  const { exam, part } = view;
  const here = withParams(location, { paper: null, code: null, confirm: null, ids: null });
  const intent = problem?.values._intent;
  const isByClassOver = plan.way === 'class' && view.isMarkedByCode;
  return (
    <>
      <PageHeader
        title={`分卷：${exam.name}`}
        purpose="定下谁评哪些答卷。分卷以后，每位老师只看到、只能评分给自己的答卷。"
        crumbs={[
          { label: '考试', href: toExams() },
          { label: '考试评分', href: toScoring() },
          { label: exam.name, href: toPapers({ examId: exam.id, part }) },
          { label: '分卷' },
        ]}
      />
      {view.exam.status === 'released' && !view.isLocked ? (
        <Note>
          成绩已经公布，这里只列还要评的补考；别的答卷的分法不能再改。换了、加了阅卷老师，只关系到补考，已经公布的成绩不变。
        </Note>
      ) : null}
      {view.isLocked ? (
        <Note>
          {view.mayName
            ? '成绩已经公布，公布过的分法不能再改。还有补考没交卷或没开始：可以先加评补考的老师，已经公布的成绩不变。'
            : '成绩已经公布，分法不能再改。要改，请先撤回公布。'}
        </Note>
      ) : null}
      <ArbiterForm
        view={view}
        ids={arbiterIds}
        problem={intent === 'arbiter' ? problem : undefined}
        cancelHref={here}
      />
      <ReassignForm view={view} problem={intent === 'reassign' ? problem : undefined} cancelHref={here} />
      <Card title="现在的分法" hint={currentHint(view)} padded={false}>
        {view.parts.length > 1 ? (
          <Tabs
            label="考试部分"
            param="part"
            current={part}
            items={view.parts.map((one) => ({ label: PART_LABELS[one], value: one }))}
          />
        ) : null}
        {view.gone.length > 0 && view.mayName ? (
          <Note tone="warn">
            {view.gone.map((one) => one.name).join('、')}的账号已停用，不能再阅卷。请在“更换阅卷老师”里另选老师再保存。
          </Note>
        ) : null}
        <LoadTable caption="现在每位老师的份数" loads={view.loads} classes={view.hasClassCounts ? view.classes : []} />
        {view.mayName ? <ExaminersForm view={view} problem={intent === 'examiners' ? problem : undefined} /> : null}
      </Card>
      {view.isLocked ? null : (
        <Card title="怎样分" hint={WAY_HINTS[plan.way]} padded={false} className="section">
          <Tabs
            label="分卷方式"
            param="way"
            current={plan.way === 'class' ? '' : plan.way}
            items={SHARE_WAYS.map((way) => ({ label: SHARE_WAY_LABELS[way], value: way === 'class' ? '' : way }))}
          />
          {view.examiners.length === 0 || isByClassOver ? (
            <div className="card__body">
              <Note>{view.examiners.length === 0 ? '先选定阅卷老师，再分卷。' : BY_CLASS_REFUSED}</Note>
            </div>
          ) : (
            <ShareForm key={plan.way} view={view} plan={plan} seed={seed} />
          )}
          {isByClassOver ? null : (
            <SharePreview view={view} plan={plan} problem={intent === 'share' ? problem : undefined} />
          )}
        </Card>
      )}
      <div className="section">
        <SharePapers view={view} filter={filter} />
      </div>
    </>
  );
}

export { RouteError as ErrorBoundary };
