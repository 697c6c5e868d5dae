import { ExamThresholds } from '~/components/ui/score-text';
import {
  json,
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { useActionData, useLoaderData, type ShouldRevalidateFunctionArgs } from '@remix-run/react';
import { useRef } from 'react';
import { z } from 'zod';
import { FieldsForm } from '~/components/form/fields-form';
import { Breadcrumbs } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { KeptMarks } from '~/components/scoring/kept-marks';
import { LiveMarksProvider } from '~/components/scoring/live-marks';
import { MarkingHead, progressProps } from '~/components/scoring/marking-head';
import { MarkingKeys } from '~/components/scoring/marking-keys';
import { PaperItems } from '~/components/scoring/paper-items';
import { HELD_TEXT } from '~/components/scoring/item-papers';
import { paperHref } from '~/components/scoring/papers-table';
import { DECISION_INTENTS, OwnerDecision } from '~/components/scoring/owner-decision';
import { ReceiptCard } from '~/components/scoring/receipt-card';
import { ConflictNote, HiddenScores, OtherScores, Scorecard, SCORE_INTENTS } from '~/components/scoring/scorecard';
import { Progress } from '~/components/ui/facts';
import { Note } from '~/components/ui/feedback';
import { PART_LABELS } from '~/domain/exam/parts.rules';
import { RESIT_NUMBER } from '~/domain/exam/resit.rules';
import { listPauses, prepareWaveforms } from '~/domain/file/waveform.server';
import { listReceiptNotes } from '~/domain/attempt/receipt-notes.queries.server';
import { decideScore, revokeDecision } from '~/domain/scoring/marking/decision.commands.server';
import type { ScoreConflict } from '~/domain/scoring/marking/score-conflict.queries.server';
import { saveScore } from '~/domain/scoring/marking/scoring.commands.server';
import { initialMarks, readScoreFields } from '~/domain/scoring/marking/score-form.rules';
import type { OtherMarker } from '~/domain/scoring/paper/first-come.queries.server';
import { findNextToScore } from '~/domain/scoring/paper/papers.queries.server';
import { openScoring } from '~/domain/scoring/marking/looks.commands.server';
import { getScoring } from '~/domain/scoring/marking/scoring.queries.server';
import { UNDECIDED } from '~/domain/scoring/paper/settlement.rules';
import { roundHalfUp } from '~/domain/scoring/paper/scoring.rules';
import { decideSchema } from '~/domain/scoring/sharing-out/share-out.schema';
import { scoreFormSchema } from '~/domain/scoring/marking/scoring.schema';
import { dropHeldForms } from '~/domain/user/held-form.commands.server';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { findHeldProblem, keepFormOfEndedSession } from '~/http/held-forms.server';
import { requireTeacher } from '~/http/guards.server';
import { isAhead, requestTime } from '~/http/request.server';
import { readTexts } from '~/http/uploads.server';
import { toJournal, toPapers, toScoring } from '~/lib/addresses/scoring';
import { toExams } from '~/lib/addresses/sitting';
import { formatMinute, formatSecond } from '~/lib/time';
import styles from '~/styles/scoring-room.css?url';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }];

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `评分：${data?.paper.student.name ?? ''} - 考评` },
];

const paramsSchema = z.object({
  attemptId: z.coerce.number().int().min(0).max(2_147_483_647).catch(0),
  classId: z.coerce.number().int().min(0).max(2_147_483_647).catch(0),
});

/** A long recording that nobody has opened before: the page does not wait for its pauses. */
const PAUSES_WAIT_MS = 1500;

function paramsOf(request: Request) {
  return paramsSchema.parse(Object.fromEntries(new URL(request.url).searchParams.entries()));
}

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const params = paramsOf(request);
  const now = requestTime(request);
  const paper = await openScoring(actor, params, now, { isAhead: isAhead(request) });
  const takes = paper.items.flatMap((item) => item.takes.map((take) => take.fileId));
  const pauses = await listPauses(takes, PAUSES_WAIT_MS);
  if (paper.nextId !== null) prepareWaveforms(paper.nextId);
  const held = paper.isLocked
    ? null
    : await findHeldProblem(actor, heldPath(params.attemptId), now, paper.own?.updatedAt);
  return { paper, pauses, held, notes: await listReceiptNotes(paper.attempt), classId: params.classId };
}

/** Under which name marks are kept when the session has ended while they were typed. */
const heldPath = (attemptId: number) => paperHref(attemptId, 0);

export async function action({ request }: ActionFunctionArgs) {
  const { attemptId, classId } = paramsOf(request);
  await keepFormOfEndedSession(request, heldPath(attemptId));
  const actor = await requireTeacher(request);
  const now = requestTime(request);
  const form = await readTexts(request);
  const here = paperHref(attemptId, classId);
  const decision = z.enum(DECISION_INTENTS).safeParse(form.get('_intent'));
  if (decision.success) {
    form.set('attemptId', String(attemptId));
    const decided =
      decision.data === 'decide'
        ? await answerForm(form, decideSchema, (input) => decideScore(actor, input, now))
        : await answerForm(form, decideSchema.pick({ attemptId: true }), (input) => revokeDecision(actor, input, now));
    if (!decided.ok) return decided.problem;
    await dropHeldForms(actor, heldPath(attemptId));
    return redirectWithFlash(request, here, decision.data === 'decide' ? '裁定已保存' : '裁定已撤销');
  }
  const isByItself = form.get('_intent') === 'keep';
  const intent = z.enum(SCORE_INTENTS).catch('draft').parse(form.get('_intent'));
  form.set('attemptId', String(attemptId));
  form.set('final', intent === 'draft' ? '0' : '1');
  const answer = await answerForm(form, scoreFormSchema, (input) => saveScore(actor, input, now, { isByItself }));
  if (!answer.ok) return answer.problem;
  await dropHeldForms(actor, heldPath(attemptId));
  if (isByItself) return json({ kept: { version: answer.value.version, at: answer.value.updatedAt } });
  if (intent === 'draft') return redirectWithFlash(request, here, '草稿已保存，提交后才算评完');
  const said = `已提交评分：${roundHalfUp(answer.value.percent ?? 0)}分`;
  if (intent === 'final') return redirectWithFlash(request, here, said);
  const next = await findNextToScore(actor, { attemptId, classId }, now);
  if (next !== null) return redirectWithFlash(request, paperHref(next, classId), said);
  const { exam, part } = await getScoring(actor, { attemptId, classId }, now);
  const list = toPapers({ examId: exam.id, part });
  return redirectWithFlash(request, list, `${said}。这一部分您都评完了`);
}

/** A draft kept while marking changes nothing that the page shows. */
export function shouldRevalidate({ formData, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formData?.get('_intent') === 'keep' ? false : defaultShouldRevalidate;
}

export default function ScorePage() {
  const { paper, pauses, held, notes, classId } = useLoaderData<typeof loader>();
  const root = useRef<HTMLDivElement>(null);
  const answered = useActionData<typeof action>();
  // A draft that was kept by a form of its own is answered too: there is nothing to say about it.
  const said = (answered && 'values' in answered ? answered : null) ?? held ?? undefined;
  const isOfDecision = said?.values._intent === 'decide' || said?.values._intent === 'revoke';
  const problem = isOfDecision ? undefined : said;
  const { exam, part, attempt, student, items, own, others, isLocked } = paper;
  const conflict = (problem?.extra ?? null) as ScoreConflict | null;
  // After a wrong number the edited version stays; after a conflict the teacher has seen the newer one.
  const version = conflict?.version ?? problem?.values.version ?? own?.version ?? 0;
  // Zeros are proposed for a blank paper that is still to be scored; a locked one shows what was given.
  const isProposing = own === null && !isLocked;
  const proposals = isLocked ? items.map((item) => ({ ...item, isBlank: false })) : items;
  const initial = problem
    ? readScoreFields(problem.values)
    : initialMarks(proposals, own?.marks ?? null, paper.rubric.rubric);
  // Kept by itself as a draft; what was submitted changes only when the teacher submits again.
  const isKeeping = !isLocked && own?.state !== 'final' && !conflict && !held;
  const listHref = toPapers({ examId: exam.id, part });
  return (
    <ExamThresholds value={exam.settings}>
      <div ref={root}>
        <Breadcrumbs
          items={[
            { label: '考试', href: toExams() },
            { label: '考试评分', href: toScoring() },
            { label: exam.name, href: listHref },
            { label: '评分' },
          ]}
        />
        <MarkingHead
          title={
            <>
              {student.name}
              {attempt.number >= RESIT_NUMBER ? <small className="quiet">（补考）</small> : null}
            </>
          }
          purpose={[
            paper.isBlind ? '匿名评阅' : `学号 ${student.account}，${student.className}`,
            PART_LABELS[part],
            ...(paper.task === 'arbiter' ? ['请您仲裁'] : []),
            ...(attempt.submittedAt === null ? [] : [`${formatMinute(attempt.submittedAt)} 交卷`]),
          ].join('，')}
          progress={<Progress {...progressProps(paper)} />}
          unit="位"
          previous={paper.previousId === null ? null : paperHref(paper.previousId, classId)}
          next={paper.nextId === null ? null : paperHref(paper.nextId, classId)}
        />
        <div className="notes">
          {held && !answered ? <Note tone="warn">{HELD_TEXT}</Note> : null}
          {paper.otherMarker ? <OtherMarkerNote other={paper.otherMarker} /> : null}
          {isLocked && !paper.otherMarker ? (
            <Note>成绩已经公布，不能再修改评分。要修改，请先由出题老师撤回公布。</Note>
          ) : null}
          {paper.photosOpenUntil === null ? null : (
            <Note tone="warn">
              学生补传的照片到 {formatSecond(paper.photosOpenUntil)} 还会收下，之后才能提交评分；现在可以保存草稿。
            </Note>
          )}
          {paper.decision ? (
            <OwnerDecision
              panel={paper.decision}
              problem={isOfDecision ? said : undefined}
              action={paperHref(attempt.id, classId)}
            />
          ) : null}
        </div>
        <LiveMarksProvider key={attempt.id} items={items} initial={initial} rubric={paper.rubric.rubric}>
          {/* Sent by the browser itself: it keeps the pressed button's value, also in Chrome 80. */}
          <FieldsForm reloadDocument problem={problem} action={paperHref(attempt.id, classId)}>
            {conflict ? <ConflictNote theirs={conflict} /> : null}
            {/* Recordings can be heard in a locked paper too: there only the scorecard is shut. */}
            <fieldset disabled={isLocked && part === 'written'}>
              <div className="scoring">
                <div>
                  <PaperItems
                    items={items}
                    heads={paper.heads}
                    examImageIds={exam.imageIds}
                    pauses={pauses}
                    notes={own?.notes ?? []}
                    isLocked={isLocked}
                    isProposing={isProposing}
                  />
                </div>
                <aside className="scorecard" aria-label="评分">
                  <fieldset disabled={isLocked}>
                    <Scorecard
                      part={part}
                      items={items}
                      rubric={paper.rubric}
                      own={own}
                      comment={own?.comment ?? ''}
                      quickComments={paper.quickComments}
                      remarks={paper.remarks}
                      isLocked={isLocked}
                    />
                  </fieldset>
                  <KeptMarks key={`${attempt.id} ${String(version)}`} version={Number(version)} isOn={isKeeping} />
                  {isLocked ? null : (
                    <MarkingKeys
                      root={root}
                      paperKey={`${attempt.id} ${own?.version ?? 0}`}
                      greeting={`${student.name}，${progressProps(paper).label}，可以打分`}
                    />
                  )}
                  <OtherScores others={others} countedIds={paper.countedIds} />
                  {paper.hiddenScores > 0 ? (
                    <HiddenScores
                      examId={exam.id}
                      part={part}
                      count={paper.hiddenScores}
                      settlement={paper.settlement}
                    />
                  ) : null}
                  {paper.lookedAt !== null && own?.state !== 'final' && UNDECIDED.includes(paper.settlement) ? (
                    <Note tone="warn">
                      您在 {formatMinute(paper.lookedAt)}{' '}
                      看过这份答卷别人的评分，不能再仲裁；可以裁定，或请别的老师仲裁。
                    </Note>
                  ) : null}
                  <ReceiptCard attempt={attempt} notes={notes} />
                  {part === 'written' ? (
                    <p className="small mt-2">
                      <a href={toJournal({ attemptId: attempt.id })}>作答记录</a>
                    </p>
                  ) : null}
                </aside>
              </div>
            </fieldset>
          </FieldsForm>
        </LiveMarksProvider>
      </div>
    </ExamThresholds>
  );
}

function OtherMarkerNote({ other }: { other: OtherMarker }) {
  const at = formatMinute(other.at);
  return other.state === 'final' ? (
    <Note>
      {other.name}老师已经在 {at} 评完这份答卷。每份由一位老师评，谁先评就用谁的分数：这里只能看，不用再评。
    </Note>
  ) : (
    <Note tone="warn">
      {other.name}老师正在评这份答卷（{at} 存过草稿）。每份由一位老师评，谁先提交就用谁的分数；要避免重复，请先评别的。
    </Note>
  );
}

export { RouteError as ErrorBoundary };
