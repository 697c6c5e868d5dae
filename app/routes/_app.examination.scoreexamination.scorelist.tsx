import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { z } from 'zod';
import { ErrorSummary } from '~/components/form/error-summary';
import { SelectField } from '~/components/form/choice-fields';
import { TextField } from '~/components/form/text-fields';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { FilterBar } from '~/components/list/filter-bar';
import { Pagination } from '~/components/list/pagination';
import { Tabs } from '~/components/list/tabs';
import { ExamScoringNav } from '~/components/scoring/exam-scoring-nav';
import { PapersTable, paperHref } from '~/components/scoring/papers-table';
import { ReleaseConfirm } from '~/components/scoring/release-confirm';
import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Progress } from '~/components/ui/facts';
import { Note } from '~/components/ui/feedback';
import { ConfirmSection } from '~/components/list/confirm-section';
import { PARTS, PART_LABELS } from '~/domain/exam/exam.rules';
import { releaseExams, unreleaseExams } from '~/domain/scoring/release.commands.server';
import { getReleaseSummary } from '~/domain/scoring/release.queries.server';
import { scoreByKey } from '~/domain/scoring/scoring.commands.server';
import { listScoring } from '~/domain/scoring/papers.queries.server';
import { SCORING_STATE_WORDS, type ScoringState } from '~/domain/scoring/scoring.rules';
import { releaseSchema, scoringListShape } from '~/domain/scoring/scoring.schema';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { requireTeacher } from '~/http/guards.server';
import { listParams } from '~/http/list-params';
import { withParams } from '~/http/with-params';
import { requestTime } from '~/http/request.server';
import { formatMinute } from '~/lib/time';
import { idField } from '~/lib/zod';

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.list.exam.name ?? ''}评分 - 考评` }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const { searchParams } = new URL(request.url);
  const now = requestTime(request);
  const filter = listParams(searchParams, scoringListShape);
  const pageSize = searchParams.has('pageSize') ? filter.pageSize : null;
  const list = await listScoring(actor, { ...filter, pageSize }, now);
  const confirm = searchParams.get('confirm');
  const isAsking = list.isOwner && confirm === 'release' && list.exam.status !== 'released';
  return {
    list,
    filter,
    release: isAsking ? await getReleaseSummary(actor, list.exam.id, now) : null,
    isUnreleasing: list.isOwner && confirm === 'unrelease' && list.exam.status === 'released',
    isAutoScoring: confirm === 'auto' && list.autoScorable > 0 && list.exam.status !== 'released',
  };
}

const intents = z.discriminatedUnion('_intent', [
  releaseSchema.extend({ _intent: z.literal('release') }),
  releaseSchema.extend({ _intent: z.literal('unrelease') }),
  z.object({ _intent: z.literal('auto'), examId: idField('考试'), part: z.enum(PARTS) }),
]);

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireTeacher(request);
  const now = requestTime(request);
  const answer = await answerForm(await request.formData(), intents, async (input) => {
    switch (input._intent) {
      case 'release':
        await releaseExams(actor, input, now);
        return '成绩已公布，并已通知学生';
      case 'unrelease':
        await unreleaseExams(actor, input, now);
        return '已撤回公布，学生暂时看不到成绩';
      case 'auto':
        return `已自动评完 ${await scoreByKey(actor, input, now)} 份答卷`;
    }
  });
  if (!answer.ok) return answer.problem;
  return redirectWithFlash(request, withParams(new URL(request.url), { confirm: null }), answer.value);
}

const STATES: ScoringState[] = ['waiting', 'marking', 'arbitration', 'scored', 'absent', 'in_progress', 'not_started'];

export default function ScoreListPage() {
  const { list, filter, release, isUnreleasing, isAutoScoring } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  const location = useLocation();
  const { exam, part } = list;
  const isReleased = exam.status === 'released';
  const here = withParams(location, { confirm: null, currentPage: list.currentPage });
  const isFiltered = filter.keyword !== '' || filter.classId !== 0 || filter.state !== '';
  return (
    <>
      <PageHeader
        title={exam.name}
        purpose={
          isReleased
            ? `成绩已于 ${formatMinute(exam.releasedAt ?? 0)} 公布。要改分，请先撤回公布。`
            : '逐份评分；全部评完后由出题老师公布成绩。'
        }
        crumbs={[
          { label: '考试', href: '/examination/index' },
          { label: '考试评分', href: '/examination/scoreexamination/index' },
          { label: exam.name },
        ]}
        actions={
          <>
            {list.isOwner && !isReleased ? (
              <ButtonLink to={withParams(location, { confirm: 'release' })} preventScrollReset>
                公布成绩
              </ButtonLink>
            ) : null}
            {list.isOwner && isReleased ? (
              <ButtonLink to={withParams(location, { confirm: 'unrelease' })} variant="warn" preventScrollReset>
                撤回公布
              </ButtonLink>
            ) : null}
            {list.firstOpenId !== null && !isReleased ? (
              <ButtonLink to={paperHref(list.firstOpenId, filter.classId)} variant="primary">
                {list.done === 0 ? '开始评分' : '继续评分'}
              </ButtonLink>
            ) : null}
          </>
        }
      />
      <ExamScoringNav examId={exam.id} isOwner={list.isOwner} current="papers" />
      {problem ? <ErrorSummary errors={problem.fieldErrors} message={problem.message} /> : null}
      {release ? <ReleaseConfirm summary={release} cancelHref={here} /> : null}
      {isUnreleasing ? (
        <ConfirmSection
          text="撤回后学生看不到成绩，直到再次公布；已经发出的消息不会收回。确定撤回吗？"
          intent="unrelease"
          fields={{ ids: exam.id }}
          cancelHref={here}
          confirmLabel="撤回公布"
          danger
        />
      ) : null}
      {isAutoScoring ? (
        <ConfirmSection
          text={`这部分全部由答案判分。确定给还没评的 ${list.autoScorable} 份答卷提交评分吗？提交后仍可逐份查看。`}
          intent="auto"
          fields={{ examId: exam.id, part }}
          cancelHref={here}
        />
      ) : null}
      <Card padded={false}>
        {list.parts.length > 1 ? (
          <Tabs
            label="考试部分"
            param="part"
            current={part}
            items={list.parts.map((one) => ({ label: PART_LABELS[one], value: one }))}
          />
        ) : null}
        <div className="scorelist__head">
          <div className="scorelist__progress">
            <Progress
              value={list.done}
              max={list.total}
              label={`${PART_LABELS[part]}已评 ${list.done} 份，共交 ${list.total} 份`}
              text={`${PART_LABELS[part]}已评 ${list.done} / ${list.total}`}
            />
          </div>
          <ul className="cluster" aria-label="各状态人数">
            {STATES.filter((state) => list.stateCounts[state] > 0).map((state) => (
              <li key={state} className="small quiet">
                {SCORING_STATE_WORDS[state]} {list.stateCounts[state]}
              </li>
            ))}
          </ul>
          {list.autoScorable > 0 && !isReleased ? (
            <ButtonLink className="push" size="s" to={withParams(location, { confirm: 'auto' })} preventScrollReset>
              自动判分（{list.autoScorable} 份）
            </ButtonLink>
          ) : null}
        </div>
        <FilterBar keep={['examId', 'part']} label="筛选答卷">
          <TextField name="keyword" label="姓名、学号或回执" width="s" defaultValue={filter.keyword} maxLength={100} />
          <SelectField
            name="classId"
            label="班级"
            width="s"
            defaultValue={filter.classId === 0 ? '' : filter.classId}
            placeholder="全部班级"
            options={list.classes.map((one) => ({ value: one.id, label: one.name }))}
          />
          <SelectField
            name="state"
            label="状态"
            width="s"
            defaultValue={filter.state}
            placeholder="全部状态"
            options={[
              { value: 'mine', label: '我还没评' },
              ...STATES.map((state) => ({ value: state, label: SCORING_STATE_WORDS[state] })),
            ]}
          />
        </FilterBar>
        {list.phase === 'running' || list.phase === 'uploading' ? (
          <div className="card__body">
            <Note>
              {list.phase === 'running'
                ? '考试还在进行：已交卷的可以先评，没交的会陆续出现在这里。'
                : '学生还可以补传照片，带照片的答卷要等上传截止后才能提交评分，现在可以先存草稿。'}
            </Note>
          </div>
        ) : null}
        <PapersTable list={list} classId={filter.classId} isFiltered={isFiltered} />
        <Pagination page={list} unit="人" />
      </Card>
    </>
  );
}

export { RouteError as ErrorBoundary };
