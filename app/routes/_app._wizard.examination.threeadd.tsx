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
import { addToPaper, resetExam } from '~/domain/exam/draft.commands.server';
import { hasPart } from '~/domain/exam/parts.rules';
import { paperProblems } from '~/domain/exam/exam.schema';
import { clearPicks, keepPicks, takePicks } from '~/domain/exam/picks.commands.server';
import { getPaperPage, getQuestionPicker } from '~/domain/exam/wizard-page.queries.server';
import { moveOf, pickerGoOf, savedText, thenOf, type PickerGo } from '~/domain/exam/wizard-form.rules';
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
import styles from '~/styles/compose.css?url';

export const meta: MetaFunction = () => [{ title: '编辑考试，第 3 步 - 考评' }];

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }];

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
  const picks = ticks ? withTicks(picker, ticks) : picker.picks;
  const isRestored = ticks !== null;
  return { frame: picker.frame, picker: { ...picker, picks, looked }, isResetting, held: null, isRestored };
}

type Picker = Awaited<ReturnType<typeof pickerOf>>;

/** The kept ticks with those of a page that came when nobody was signed in any more: the next button keeps them. */
function withTicks({ picks, page }: Picker, { shown, ticked }: { shown: number[]; ticked: number[] }) {
  const kept = picks.filter(({ questionId }) => !shown.includes(questionId) || ticked.includes(questionId));
  const fresh = page.rows.filter(
    (row) => ticked.includes(row.id) && !row.isUsed && kept.every(({ questionId }) => questionId !== row.id),
  );
  return [
    ...kept,
    ...fresh.map(({ id, bank, kind, level, title, points }) => ({ questionId: id, bank, kind, level, title, points })),
  ];
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
      return goOn(actor, examId, pickerGoOf(String(form.get('go') ?? '')), { request, form, points }, now);
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

/** What a button of the picker leads to, now that the ticks are kept. */
async function goOn(
  actor: Actor,
  examId: number,
  go: PickerGo,
  { request, form, points }: { request: Request; form: FormData; points: ReadonlyMap<number, number> | undefined },
  now: number,
): Promise<Response> {
  const url = new URL(request.url);
  const path = pathOfPickerGo(go, url, examId, form);
  if (path !== null) return redirect(path, 303);
  const here = `${url.pathname}${url.search}`;
  if (go.to === 'clear') {
    await clearPicks(actor, examId);
    return redirectWithFlash(request, here, '勾选都已取消');
  }
  if (go.to === 'all') {
    const { rows } = (await pickerOf(actor, examId, url.searchParams, { whole: true })).page;
    const ticked = rows.filter((row) => !row.isUsed).map((row) => row.id);
    await keepPicks(actor, { examId, shown: [], ticked, points }, now);
    return redirectWithFlash(request, here, `这 ${ticked.length} 题都勾选了`);
  }
  if (go.to === 'one') {
    const { added } = await addToPaper(actor, { examId, questionIds: [go.value], points, isByKind: true }, now);
    return redirectWithFlash(request, here, `已加入 ${added} 题，可以接着选`);
  }
  const { added } = await takePicks(actor, examId, now);
  if (go.to === 'more' && added === 0) throw invalid({ ids: '请先勾选要加入的题目' });
  const text = added > 0 ? `已加入 ${added} 题，按题型排好了` : '没有勾选新的题，试卷没有变';
  return redirectWithFlash(request, go.to === 'take' ? toStep('threeadd', { id: examId }) : here, text);
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
