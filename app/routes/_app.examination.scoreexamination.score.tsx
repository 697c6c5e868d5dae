import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { PostForm } from '~/components/form/post-form';
import { Breadcrumbs } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { HandItem } from '~/components/scoring/hand-item';
import { KeyItems } from '~/components/scoring/key-items';
import { LiveMarksProvider } from '~/components/scoring/live-marks';
import { OralItem } from '~/components/scoring/oral-item';
import { paperHref } from '~/components/scoring/papers-table';
import { ReceiptCard } from '~/components/scoring/receipt-card';
import { ConflictNote, OtherScores, Scorecard, SCORE_INTENTS } from '~/components/scoring/scorecard';
import { ButtonLink } from '~/components/ui/button';
import { Progress } from '~/components/ui/facts';
import { Empty, Note } from '~/components/ui/feedback';
import { LeftIcon, RightIcon } from '~/components/ui/icons';
import { PART_LABELS } from '~/domain/exam/exam.rules';
import { saveScore, type ScoreConflict } from '~/domain/scoring/scoring.commands.server';
import { initialMarks, readScoreFields } from '~/domain/scoring/score-form.rules';
import { findNextToScore } from '~/domain/scoring/papers.queries.server';
import { getScoring } from '~/domain/scoring/scoring.queries.server';
import { needsHand, QUICK_COMMENTS, roundHalfUp } from '~/domain/scoring/scoring.rules';
import { scoreFormSchema } from '~/domain/scoring/scoring.schema';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { requireTeacher } from '~/http/guards.server';
import { requestTime } from '~/http/request.server';
import { formatMinute } from '~/lib/time';
import styles from '~/styles/scoring-room.css?url';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }];

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `评分：${data?.paper.student.name ?? ''} - 考评` },
];

const paramsSchema = z.object({
  attemptId: z.coerce.number().int().min(0).max(2_147_483_647).catch(0),
  classId: z.coerce.number().int().min(0).max(2_147_483_647).catch(0),
});

function paramsOf(request: Request) {
  return paramsSchema.parse(Object.fromEntries(new URL(request.url).searchParams.entries()));
}

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const params = paramsOf(request);
  return { paper: await getScoring(actor, params, requestTime(request)), classId: params.classId };
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireTeacher(request);
  const now = requestTime(request);
  const { attemptId, classId } = paramsOf(request);
  const form = await request.formData();
  const intent = z.enum(SCORE_INTENTS).catch('draft').parse(form.get('_intent'));
  form.set('attemptId', String(attemptId));
  form.set('final', intent === 'draft' ? '0' : '1');
  const answer = await answerForm(form, scoreFormSchema, (input) => saveScore(actor, input, now));
  if (!answer.ok) return answer.problem;
  const here = paperHref(attemptId, classId);
  if (intent === 'draft') return redirectWithFlash(request, here, '草稿已保存，提交后才算评完');
  const said = `已提交评分：${roundHalfUp(answer.value.percent ?? 0)}分`;
  if (intent === 'final') return redirectWithFlash(request, here, said);
  const next = await findNextToScore(actor, { attemptId, classId }, now);
  if (next !== null) return redirectWithFlash(request, paperHref(next, classId), said);
  const { exam, part } = await getScoring(actor, { attemptId, classId }, now);
  const list = `/examination/scoreexamination/scorelist?examId=${exam.id}&part=${part}`;
  return redirectWithFlash(request, list, `${said}。这一部分您都评完了`);
}

export default function ScorePage() {
  const { paper, classId } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  const { exam, part, attempt, student, items, own, others } = paper;
  const { isLocked } = paper;
  const conflict = (problem?.extra ?? null) as ScoreConflict | null;
  // After a wrong number the edited version stays; after a conflict the teacher has seen the newer one.
  const version = conflict?.version ?? problem?.values.version ?? own?.version ?? 0;
  // Zeros are proposed for a blank paper that is still to be scored; a locked one shows what was given.
  const isProposing = own === null && !isLocked;
  const proposals = isLocked ? items.map((item) => ({ ...item, isBlank: false })) : items;
  const initial = problem
    ? readScoreFields(problem.values)
    : initialMarks(proposals, own?.marks ?? null, paper.rubric.rubric);
  const byHand = items.map((item, index) => ({ item, number: index + 1 }));
  const listHref = `/examination/scoreexamination/scorelist?examId=${exam.id}&part=${part}`;
  const oralImages = (imageIds: string[]) => (exam.imageIds.length > 0 ? exam.imageIds : imageIds);
  return (
    <>
      <Breadcrumbs
        items={[
          { label: '考试', href: '/examination/index' },
          { label: '考试评分', href: '/examination/scoreexamination/index' },
          { label: exam.name, href: listHref },
          { label: '评分' },
        ]}
      />
      <div className="pagehead marker">
        <div>
          <h1>
            {student.name}
            {attempt.number > 1 ? <small className="quiet">（第 {attempt.number} 次）</small> : null}
          </h1>
          <p className="pagehead__purpose">
            {paper.isBlind ? '匿名评阅' : `学号 ${student.account}，${student.className}`}，{PART_LABELS[part]}
            {paper.task === 'arbiter' ? '，请您仲裁' : ''}
            {attempt.submittedAt === null ? '' : `，${formatMinute(attempt.submittedAt)} 交卷`}
          </p>
        </div>
        <div className="marker__prog">
          <Progress
            value={paper.done}
            max={paper.total}
            text={`已评 ${paper.done} / ${paper.total}`}
            label={`已评 ${paper.done} 份，共 ${paper.total} 份`}
          />
        </div>
        <nav className="row" aria-label="切换学生">
          {paper.previousId === null ? null : (
            <ButtonLink to={paperHref(paper.previousId, classId)} rel="prev">
              <LeftIcon />
              上一位
            </ButtonLink>
          )}
          {paper.nextId === null ? null : (
            <ButtonLink to={paperHref(paper.nextId, classId)} rel="next">
              <span>下一位</span>
              <RightIcon />
            </ButtonLink>
          )}
        </nav>
      </div>
      <div className="notes">
        {isLocked ? <Note>成绩已经公布，不能再改分。要改分，请先由出题老师撤回公布。</Note> : null}
        {paper.photosOpenUntil === null ? null : (
          <Note tone="warn">
            学生还可以补传照片到 {formatMinute(paper.photosOpenUntil)}，之后才能提交评分；现在可以保存草稿。
          </Note>
        )}
      </div>
      <LiveMarksProvider key={attempt.id} items={items} initial={initial} rubric={paper.rubric.rubric}>
        {/* Sent by the browser itself: it keeps the pressed button's value, also in Chrome 80. */}
        <PostForm reloadDocument problem={problem} action={paperHref(attempt.id, classId)}>
          <input type="hidden" name="version" value={String(version)} />
          {conflict ? <ConflictNote theirs={conflict} /> : null}
          <fieldset disabled={isLocked}>
            <div className="scoring">
              <div>
                {byHand.map(({ item, number }) => {
                  if (!needsHand(item)) return null;
                  return item.snapshot.bank === 'oral' ? (
                    <OralItem
                      key={item.id}
                      item={item}
                      title={items.length > 1 ? `口语 ${number}` : '口语'}
                      imageIds={oralImages(item.snapshot.imageIds)}
                      isProposing={isProposing}
                    />
                  ) : (
                    <HandItem key={item.id} item={item} number={number} isProposing={isProposing} />
                  );
                })}
                <KeyItems items={byHand.filter(({ item }) => !needsHand(item))} />
                {items.length === 0 ? <Empty title="这部分没有题目" /> : null}
              </div>
              <aside className="scorecard" aria-label="评分">
                <Scorecard
                  part={part}
                  items={items}
                  rubric={paper.rubric}
                  own={own}
                  comment={own?.comment ?? ''}
                  quickComments={
                    exam.settings.quickComments.length > 0 ? exam.settings.quickComments : QUICK_COMMENTS[part]
                  }
                  isLocked={isLocked}
                />
                <OtherScores others={others} />
                <ReceiptCard attempt={attempt} />
              </aside>
            </div>
          </fieldset>
        </PostForm>
      </LiveMarksProvider>
    </>
  );
}

export { RouteError as ErrorBoundary };
