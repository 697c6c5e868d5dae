import {
  json,
  redirect,
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { useActionData, useLoaderData, type ShouldRevalidateFunctionArgs } from '@remix-run/react';
import { z } from 'zod';
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
import { keepPicks, pressInPicker } from '~/domain/exam/picks.commands.server';
import { withTicks } from '~/domain/exam/picks.rules';
import { getPaperPage, getQuestionPicker } from '~/domain/exam/wizard-page.queries.server';
import { moveOf, pickerGoOf, savedText, thenOf } from '~/domain/exam/wizard-form.rules';
import { paperStepSchema } from '~/domain/exam/wizard-form.schema';
import { findWizardHead } from '~/domain/exam/wizard-head.queries.server';
import { MAX_PAPER, stepBefore } from '~/domain/exam/wizard-steps.rules';
import { listStoredImports } from '~/domain/question-bank/import.queries.server';
import { pickerParams } from '~/domain/question-bank/question-fields.schema';
import type { Actor } from '~/domain/actor/actor.rules';
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
import { listParams } from '~/http/list-params';
import { requestTime } from '~/http/request.server';
import { toDraw, toExam, toPaperPreview, toStep } from '~/lib/addresses/exams';
import { invalid } from '~/lib/errors';
import { formDataToObject } from '~/lib/form-values';
import { idField } from '~/lib/zod';
import questionStyles from '~/styles/questions.css?url';
import styles from '~/styles/compose.css?url';

export const meta: MetaFunction = () => [{ title: '编辑考试，第 3 步 - 考评' }];

export const links: LinksFunction = () => [questionStyles, styles].map((href) => ({ rel: 'stylesheet', href }));

const PAPER_BANKS = ['written', 'theory'] as const;
const BANKS = { '': PAPER_BANKS, written: ['written'], theory: ['theory'] } as const;

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
  const picks = ticks ? withTicks(picker.picks, picker.page.rows, ticks) : picker.picks;
  const shown = { ...picker, picks, looked };
  return { frame: picker.frame, picker: shown, isResetting, held: null, isRestored: ticks !== null };
}

/** What the picker's address asks for; `whole`: all that its filters leave, as far as a paper can hold it. */
async function pickerOf(actor: Actor, id: number, searchParams: URLSearchParams, { whole = false } = {}) {
  const asked = listParams(searchParams, { ...pickerParams, bank: z.enum(['', 'written', 'theory']).catch('') });
  const filter = whole ? { ...asked, currentPage: 1, pageSize: MAX_PAPER } : asked;
  const basket = await getUsableBasket(actor, PAPER_BANKS);
  const imports = (await listStoredImports(actor)).map((one, index) => ({
    ...one,
    scope: index === 0 ? 'import' : `import:${one.id}`,
  }));
  const chosen = imports.find(({ scope }) => scope === filter.scope);
  const isImported = filter.scope.startsWith('import');
  const onlyIds = filter.scope === 'basket' ? [...basket.keys()] : isImported ? (chosen?.ids ?? []) : undefined;
  const found = await getQuestionPicker(actor, id, { ...filter, banks: BANKS[filter.bank], onlyIds });
  // What was laid aside has the points it was given there.
  const given = filter.scope === 'basket' ? basket : new Map<number, number>();
  const rows = found.page.rows.map((row) => ({ ...row, points: given.get(row.id) ?? row.points }));
  const imported = imports.map(({ scope, fileName, ids }) => ({ scope, fileName, count: ids.length }));
  return { ...found, filter, page: { ...found.page, rows }, basketCount: basket.size, imported };
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
      return goOn(actor, examId, { request, form, points }, now);
    }
    const move = moveOf(String(form.get('move') ?? ''));
    const { version, order, shuffleItems, shuffleOptions } = input;
    const paper = { version, order, points: formDataToObject(form), move, shuffle: { shuffleItems, shuffleOptions } };
    const saved = await savePaper(actor, { examId, ...paper }, now);
    await dropHeldStep(actor, 'threeadd', examId);
    // Moved by script, which shows the new order itself.
    if (form.get('quiet') === '1') return json({ isKept: true });
    if (move.kind !== 'save') return redirect(toStep('threeadd', { id: examId }, 'items'), 303);
    const scope = then === 'basket' ? ({ scope: 'basket' } as const) : {};
    if (then === 'choose' || then === 'basket')
      return redirect(toStep('threeadd', { id: examId, choose: 1, ...scope }), 303);
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

/** What a button of the picker leads to, now that the ticks are kept. */
async function goOn(
  actor: Actor,
  examId: number,
  { request, form, points }: { request: Request; form: FormData; points: ReadonlyMap<number, number> | undefined },
  now: number,
): Promise<Response> {
  const url = new URL(request.url);
  const go = pickerGoOf(String(form.get('go') ?? ''));
  const path = pathOfPickerGo(go, url, examId, form);
  if (path !== null) return redirect(path, 303);
  const listed = async () => (await pickerOf(actor, examId, url.searchParams, { whole: true })).page.rows;
  const text = await pressInPicker(actor, { examId, go, points, listed }, now);
  const to = go.to === 'take' ? toStep('threeadd', { id: examId }) : `${url.pathname}${url.search}`;
  return redirectWithFlash(request, to, text);
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
        {...data}
        problem={problem ?? data.held ?? draftProblem(data.values, data.problems, { isPartial: true })}
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
