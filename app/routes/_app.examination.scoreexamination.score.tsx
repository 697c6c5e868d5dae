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
import { RouteError } from '~/components/layout/route-error';
import { PaperMarkingForm } from '~/components/scoring/paper-marking-form';
import { PaperMarkingHead } from '~/components/scoring/paper-marking-head';
import { PaperNotes } from '~/components/scoring/paper-notes';
import { paperHref } from '~/components/scoring/papers-table';
import { DECISION_INTENTS, OwnerDecision } from '~/components/scoring/owner-decision';
import { SCORE_INTENTS } from '~/components/scoring/scorecard';
import { ExamThresholds } from '~/components/ui/score-text';
import { listPauses, prepareWaveforms } from '~/domain/file/waveform.server';
import { decideScore, revokeDecision } from '~/domain/scoring/marking/decision.commands.server';
import { saveScore } from '~/domain/scoring/marking/scoring.commands.server';
import { findNextToScore } from '~/domain/scoring/paper/papers.queries.server';
import { openScoring } from '~/domain/scoring/marking/looks.commands.server';
import { getScoring } from '~/domain/scoring/marking/scoring.queries.server';
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
import { toPapers } from '~/lib/addresses/scoring';
import styles from '~/styles/score-room.css?url';

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
  return { paper, pauses, held, classId: params.classId };
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
  const isCommentOnly = intent === 'comment';
  const answer = await answerForm(form, scoreFormSchema, (input) =>
    saveScore(actor, input, now, { isByItself, isCommentOnly }),
  );
  if (!answer.ok) return answer.problem;
  await dropHeldForms(actor, heldPath(attemptId));
  if (isByItself) return json({ kept: { version: answer.value.version, at: answer.value.updatedAt } });
  if (intent === 'draft') return redirectWithFlash(request, here, '草稿已保存，提交后才算评完');
  if (isCommentOnly) return redirectWithFlash(request, here, '评语已保存');
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
  const { paper, pauses, held, classId } = useLoaderData<typeof loader>();
  const root = useRef<HTMLDivElement>(null);
  const answered = useActionData<typeof action>();
  // A draft that was kept by a form of its own is answered too: there is nothing to say about it.
  const said = (answered && 'values' in answered ? answered : null) ?? held ?? undefined;
  const isOfDecision = said?.values._intent === 'decide' || said?.values._intent === 'revoke';
  const here = paperHref(paper.attempt.id, classId);
  return (
    <ExamThresholds value={paper.exam.settings}>
      <div ref={root}>
        <PaperMarkingHead paper={paper} classId={classId} />
        <PaperNotes
          isRestored={held !== null && !answered}
          otherMarker={paper.otherMarker}
          isLocked={paper.isLocked}
          isReadByName={paper.isMarkingEnded}
          leftToDecide={paper.isLeftToDecide ? { settlement: paper.settlement, isOwner: paper.isOwner } : null}
          beside={paper.beside}
          second={paper.second}
          ends={paper.ends}
          isMarkedBefore={paper.isMarkedBefore}
          isFixed={paper.isFixed}
          isOwner={paper.isOwner}
          photosOpenUntil={paper.photosOpenUntil}
        >
          {paper.decision ? (
            <OwnerDecision
              panel={paper.decision}
              problem={isOfDecision ? said : undefined}
              action={here}
              isClosed={paper.isReadByName}
            />
          ) : null}
        </PaperNotes>
        <PaperMarkingForm
          paper={paper}
          pauses={pauses}
          isRestored={held !== null}
          problem={isOfDecision ? undefined : said}
          action={here}
          root={root}
        />
      </div>
    </ExamThresholds>
  );
}

export { RouteError as ErrorBoundary };
