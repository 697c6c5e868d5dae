import {
  json,
  redirect,
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { useActionData, useLoaderData, type ShouldRevalidateFunctionArgs } from '@remix-run/react';
import { NoWrittenPart } from '~/components/exam/no-written-part';
import { PaperForm } from '~/components/exam/paper-form';
import { PaperPicker } from '~/components/exam/paper-picker';
import { pathOfPickerGo } from '~/components/exam/picker-paths';
import { draftProblem, WizardFrame } from '~/components/exam/wizard';
import { RouteError } from '~/components/layout/route-error';
import { getUsableBasket } from '~/domain/question-bank/basket.queries.server';
import { savePaper } from '~/domain/exam/compose-paper.commands.server';
import { resetExam } from '~/domain/exam/draft.commands.server';
import { hasPart } from '~/domain/exam/parts.rules';
import { paperProblems } from '~/domain/exam/exam.schema';
import { keepPicks } from '~/domain/exam/picks.commands.server';
import { getPaperPage } from '~/domain/exam/wizard-page.queries.server';
import { moveOf, pickerGoOf, savedText, thenOf } from '~/domain/exam/wizard-form.rules';
import { paperStepSchema } from '~/domain/exam/wizard-form.schema';
import { findWizardHead } from '~/domain/exam/wizard-head.queries.server';
import { stepBefore } from '~/domain/exam/wizard-steps.rules';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm, pressedButton } from '~/http/forms.server';
import { requireTeacher } from '~/http/guards.server';
import {
  dropHeldStep,
  dropHeldSteps,
  dropHeldTicks,
  findHeldStep,
  findHeldTicks,
  withKeptStep,
} from '~/http/held-steps.server';
import { goOnPicking, PAPER_BANKS, pickerOf, withTicks } from '~/http/paper-picker.server';
import { requestTime } from '~/http/request.server';
import { toDraw, toExam, toPaperPreview, toStep } from '~/lib/addresses/exams';
import { invalid } from '~/lib/errors';
import { formDataToObject } from '~/lib/form-values';
import { idField } from '~/lib/zod';
import styles from '~/styles/compose.css?url';

export const meta: MetaFunction = () => [{ title: '编辑考试，第 3 步 - 考评' }];

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const { searchParams } = new URL(request.url);
  const id = idField().catch(0).parse(searchParams.get('id'));
  const head = await findWizardHead(actor, id);
  if (head && head.status !== 'draft') throw redirect(toExam({ id }));
  const isResetting = searchParams.get('confirm') === 'reset';
  if (!searchParams.has('choose')) {
    const held = await findHeldStep(request, actor, 'threeadd', id);
    return { ...(await getPaperPage(actor, id)), picker: null, isResetting, held, isRestored: held !== null };
  }
  const picker = await pickerOf(actor, id, searchParams);
  const looked = picker.page.rows.find((row) => String(row.id) === searchParams.get('look')) ?? null;
  const ticks = await findHeldTicks(request, actor, id);
  const picks = ticks ? withTicks(picker, ticks) : picker.picks;
  const isRestored = ticks !== null;
  return { frame: picker.frame, picker: { ...picker, picks, looked }, isResetting, held: null, isRestored };
}

export async function action({ request }: ActionFunctionArgs) {
  return withKeptStep(request, 'threeadd', ({ form }) => act(request, form));
}

async function act(request: Request, form: FormData) {
  const actor = await requireTeacher(request);
  const now = requestTime(request);
  const then = thenOf(pressedButton(form));
  const answer = await answerForm(form, paperStepSchema, async (input): Promise<Response> => {
    const examId = input.id;
    const here = toStep('threeadd', { id: examId });
    if (input._intent === 'reset') {
      await resetExam(actor, { examId, version: input.version }, now);
      await dropHeldSteps(actor, examId);
      return redirectWithFlash(request, toStep('firstadd', { id: examId }), '已清空，可以重新填写');
    }
    if (input._intent === 'pick' || input._intent === 'tick') {
      const { searchParams } = new URL(request.url);
      const points = searchParams.get('scope') === 'basket' ? await getUsableBasket(actor, PAPER_BANKS) : undefined;
      await keepPicks(actor, { examId, shown: input.shown, ticked: input.ids, points }, now);
      await dropHeldTicks(actor, examId);
      if (input._intent === 'tick') return json({ isKept: true });
      const go = pickerGoOf(String(form.get('go') ?? ''));
      const path = pathOfPickerGo(go, new URL(request.url), examId, form);
      return goOnPicking(actor, examId, { go, path }, { request, points }, now);
    }
    const move = moveOf(String(form.get('move') ?? ''));
    const { version, order, shuffleItems, shuffleOptions } = input;
    const paper = { version, order, points: formDataToObject(form), move, shuffle: { shuffleItems, shuffleOptions } };
    const saved = await savePaper(actor, { examId, ...paper }, now);
    await dropHeldStep(actor, 'threeadd', examId);
    // Moved by script, which shows the new order itself.
    if (form.get('quiet') === '1') return json({ isKept: true });
    if (move.kind !== 'save') return redirect(toStep('threeadd', { id: examId }, 'items'), 303);
    if (then === 'choose') return redirect(toStep('threeadd', { id: examId, choose: 1 }), 303);
    if (then === 'basket') return redirect(toStep('threeadd', { id: examId, choose: 1, scope: 'basket' }), 303);
    if (then === 'draw') return redirect(toDraw({ id: examId ?? undefined }), 303);
    const { frame, size } = await getPaperPage(actor, examId);
    const problems = { ...paperProblems(size, frame.testType), ...saved.problems };
    if (then === 'next') {
      if (Object.keys(problems).length > 0) throw invalid(problems);
      return redirect(toPaperPreview({ id: examId }), 303);
    }
    const before = stepBefore('threeadd', frame.testType) ?? 'firstadd';
    const { text, kind } = savedText(problems);
    return redirectWithFlash(request, then === 'back' ? toStep(before, { id: examId }) : here, text, kind);
  });
  return answer.ok ? answer.value : answer.problem;
}

/** After a refusal the version is read again: saving once more is then meant. A tick changes nothing else. */
export function shouldRevalidate({ formData }: ShouldRevalidateFunctionArgs) {
  return formData?.get('_intent') !== 'tick';
}

export default function ThirdStepPage() {
  const data = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  const { frame, isResetting } = data;
  const content =
    data.picker !== null ? (
      <PaperPicker examId={frame.id} problem={problem} {...data.picker} />
    ) : hasPart(frame, 'written') ? (
      <PaperForm
        exam={frame}
        sections={data.sections}
        items={data.items}
        draws={data.draws}
        mix={data.mix}
        keyPoints={data.keyPoints}
        picks={data.picks}
        size={data.size}
        total={data.total}
        settings={data.settings}
        values={data.values}
        problem={problem ?? data.held ?? draftProblem(data.values, data.problems)}
      />
    ) : (
      <NoWrittenPart examId={frame.id} />
    );
  return (
    <WizardFrame
      step="threeadd"
      exam={frame}
      isResetting={isResetting}
      problem={problem}
      isRestored={!problem && data.isRestored}
    >
      {content}
    </WizardFrame>
  );
}

export { RouteError as ErrorBoundary };
