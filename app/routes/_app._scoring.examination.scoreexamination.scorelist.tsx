import { toScan } from '~/lib/addresses/exams';
import { toScoring } from '~/lib/addresses/scoring';
import { toExams } from '~/lib/addresses/sitting';
import { thresholdsOf } from '~/lib/bands';
import { ExamThresholds } from '~/components/ui/score-text';
import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { z } from 'zod';
import { ErrorSummary } from '~/components/form/error-summary';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { PapersCard } from '~/components/scoring/papers-card';
import { paperHref } from '~/components/scoring/papers-table';
import { ScoreListCard, TotalSheet } from '~/components/scoring/score-list-card';
import { BlindNote } from '~/components/scoring/blind-note';
import { ReleaseConfirm, UnreleaseConfirm } from '~/components/scoring/release-confirm';
import { ButtonLink } from '~/components/ui/button';
import { ConfirmSection } from '~/components/list/confirm-section';
import { PARTS } from '~/domain/exam/parts.rules';
import { findScannable } from '~/domain/exam/scannable.queries.server';
import { releaseAndCount, releasedText, unreleaseExams } from '~/domain/scoring/release/release.commands.server';
import { getReleaseSummary } from '~/domain/scoring/release/release.queries.server';
import { getScoreList } from '~/domain/scoring/report/score-list.queries.server';
import { scoreListShape } from '~/domain/scoring/report/score-list.schema';
import { scoreByKey } from '~/domain/scoring/marking/scoring.commands.server';
import { listScoring } from '~/domain/scoring/paper/papers.queries.server';
import { releaseSchema } from '~/domain/scoring/release/release.schema';
import { scoringListShape } from '~/domain/scoring/paper/paper-list.schema';
import type { Actor } from '~/domain/actor/actor.rules';
import { schoolOf } from '~/http/asked-once.server';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { requireTeacher } from '~/http/guards.server';
import { listParams } from '~/http/list-params';
import { withParams } from '~/http/with-params';
import { requestTime } from '~/http/request.server';
import { readTexts } from '~/http/uploads.server';
import { invalid } from '~/lib/errors';
import { formatDate, formatMinute } from '~/lib/time';
import { idField } from '~/lib/zod';
import sheetStyles from '~/styles/score-sheet.css?url';
import styles from '~/styles/statistics.css?url';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }];

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.exam.name ?? ''}评分 - 考评` }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const { searchParams } = new URL(request.url);
  const now = requestTime(request);
  const view = await loadView(actor, searchParams, now);
  const school = await schoolOf(request);
  const { exam: head } = view.list ?? view.scores;
  // Of the whole or of a class.
  const { id, name, status, releasedAt, releases } = head;
  const exam = { id, name, status, releasedAt, isOut: releases.length > 0 || status === 'released' };
  const isOwner = view.list?.isOwner ?? true;
  const confirm = searchParams.get('confirm');
  const isAsking = isOwner && (confirm === 'release' || confirm === 'unrelease');
  const summary = isAsking ? await getReleaseSummary(actor, exam.id, now) : null;
  return {
    view: view.list ? { ...view, list: { ...view.list, exam: { id, status, releasedAt, releases } } } : view,
    thresholds: view.list ? thresholdsOf(view.list.exam.settings) : view.scores.exam.thresholds,
    exam,
    isOwner,
    isScannable: isOwner && (await findScannable([id])).has(id),
    release: confirm === 'release' && exam.status !== 'released' ? summary : null,
    schoolName: school.name,
    printedOn: formatDate(now, school.timeZone),
    unrelease: confirm === 'unrelease' && exam.isOut ? (summary?.classes ?? null) : null,
    isAutoScoring: confirm === 'auto' && (view.list?.autoScorable ?? 0) > 0,
  };
}

/** `part=total` is the score list, which is the owner's; else the papers of a part. */
async function loadView(actor: Actor, search: URLSearchParams, now: number) {
  const hasPageSize = search.has('pageSize');
  if (search.get('part') === 'total') {
    const filter = listParams(search, scoreListShape);
    const pageSize = hasPageSize ? filter.pageSize : null;
    return { list: null, scores: await getScoreList(actor, { ...filter, pageSize }, now), filter };
  }
  const filter = listParams(search, scoringListShape);
  const pageSize = hasPageSize ? filter.pageSize : null;
  return { list: await listScoring(actor, { ...filter, pageSize }, now), scores: null, filter };
}

const intents = z.discriminatedUnion('_intent', [
  releaseSchema.extend({ _intent: z.literal('release') }),
  releaseSchema.extend({ _intent: z.literal('unrelease') }),
  z.object({ _intent: z.literal('auto'), examId: idField('考试'), part: z.enum(PARTS) }),
]);

/** The form's own boxes: none ticked is no class, not all of them. */
function chosenClasses(input: z.output<typeof releaseSchema>) {
  if (input.chooses && input.classIds.length === 0) throw invalid({ classIds: '请至少选择一个班级' });
  return input;
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireTeacher(request);
  const now = requestTime(request);
  const answer = await answerForm(await readTexts(request), intents, async (input) => {
    switch (input._intent) {
      case 'release':
        return `成绩已公布，并已通知学生 ${releasedText(await releaseAndCount(actor, chosenClasses(input), now))}`;
      case 'unrelease':
        await unreleaseExams(actor, chosenClasses(input), now);
        return '已撤回公布，这些学生暂时看不到成绩';
      case 'auto':
        return `已自动评完 ${await scoreByKey(actor, input, now)} 份答卷`;
    }
  });
  if (!answer.ok) return answer.problem;
  return redirectWithFlash(request, withParams(new URL(request.url), { confirm: null }), answer.value);
}

export default function ScoreListPage() {
  const { view, exam, thresholds, isOwner, isScannable, release, unrelease, isAutoScoring, schoolName, printedOn } =
    useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  const location = useLocation();
  const isReleased = exam.status === 'released';
  const { list } = view;
  const hasOpen = list?.rows.some((row) => row.isOpen) ?? false;
  const here = withParams(location, { confirm: null, currentPage: (list ?? view.scores).currentPage });
  return (
    <ExamThresholds value={thresholds}>
      <>
        <PageHeader
          title={exam.name}
          purpose={
            isReleased
              ? `成绩已于 ${formatMinute(exam.releasedAt ?? 0)} 公布。要逐份修改评分，请先撤回公布${hasOpen ? '；还没评完的补考答卷可以直接评' : ''}。`
              : exam.isOut
                ? '部分班级的成绩已经公布，不能再改；其余班级评完后再公布。'
                : '逐份评分；全部评完后由出题老师公布成绩。'
          }
          crumbs={[{ label: '考试', href: toExams() }, { label: '考试评分', href: toScoring() }, { label: exam.name }]}
          actions={
            <>
              {isScannable ? <ButtonLink to={toScan({ id: exam.id })}>扫描答题纸</ButtonLink> : null}
              {isOwner && !isReleased ? (
                <ButtonLink to={withParams(location, { confirm: 'release' })} preventScrollReset>
                  公布成绩
                </ButtonLink>
              ) : null}
              {isOwner && exam.isOut ? (
                <ButtonLink to={withParams(location, { confirm: 'unrelease' })} variant="warn" preventScrollReset>
                  撤回公布
                </ButtonLink>
              ) : null}
              {list && list.firstOpenId !== null && !isReleased ? (
                <ButtonLink to={paperHref(list.firstOpenId, view.filter.classId)} variant="primary">
                  {list.done === 0 ? '开始评分' : '继续评分'}
                </ButtonLink>
              ) : null}
            </>
          }
        />
        {problem ? <ErrorSummary errors={problem.fieldErrors} message={problem.message} /> : null}
        {release ? <ReleaseConfirm summary={release} cancelHref={here} /> : null}
        {unrelease ? <UnreleaseConfirm examId={exam.id} classes={unrelease} cancelHref={here} /> : null}
        {list && isAutoScoring ? (
          <ConfirmSection
            text={`这部分全部由答案判分。确定给还没评的 ${list.autoScorable} 份答卷提交评分吗？提交后仍可逐份查看。`}
            intent="auto"
            fields={{ examId: exam.id, part: list.part }}
            cancelHref={here}
          />
        ) : null}
        {view.list ? (
          <PapersCard list={view.list} filter={view.filter} />
        ) : (
          <>
            <link rel="stylesheet" href={sheetStyles} />
            <div className="no-print">
              <BlindNote left={view.scores.blindLeft} isMarker={view.scores.isBlindMarker} />
              <ScoreListCard list={view.scores} filter={view.filter} />
            </div>
            <TotalSheet list={view.scores} filter={view.filter} {...{ schoolName, printedOn }} />
          </>
        )}
      </>
    </ExamThresholds>
  );
}

export { RouteError as ErrorBoundary };
