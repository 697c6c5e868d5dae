import { redirect } from '@remix-run/node';
import { z } from 'zod';
import type { Actor } from '~/domain/actor/actor.rules';
import { addToPaper } from '~/domain/exam/draft.commands.server';
import { clearPicks, keepPicks, takePicks } from '~/domain/exam/picks.commands.server';
import type { PickerGo } from '~/domain/exam/wizard-form.rules';
import { getQuestionPicker } from '~/domain/exam/wizard-page.queries.server';
import { MAX_PAPER } from '~/domain/exam/wizard-steps.rules';
import { getUsableBasket } from '~/domain/question-bank/basket.queries.server';
import { listStoredImports } from '~/domain/question-bank/import.queries.server';
import { pickerParams } from '~/domain/question-bank/question-fields.schema';
import { toStep } from '~/lib/addresses/exams';
import { invalid } from '~/lib/errors';
import { redirectWithFlash } from './flash.server';
import { listParams } from './list-params';

/** The banks whose questions a paper takes. */
export const PAPER_BANKS = ['written', 'theory'] as const;
const BANKS = { '': PAPER_BANKS, written: ['written'], theory: ['theory'] } as const;

type Picker = Awaited<ReturnType<typeof pickerOf>>;

/** The kept ticks with those of a page that came when nobody was signed in any more: the next button keeps them. */
export function withTicks({ picks, page }: Picker, { shown, ticked }: { shown: number[]; ticked: number[] }) {
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
export async function pickerOf(actor: Actor, id: number, searchParams: URLSearchParams, { whole = false } = {}) {
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

/** What a button of the picker leads to, now that the ticks are kept. */
export async function goOnPicking(
  actor: Actor,
  examId: number,
  { go, path }: { go: PickerGo; path: string | null },
  { request, points }: { request: Request; points: ReadonlyMap<number, number> | undefined },
  now: number,
): Promise<Response> {
  const url = new URL(request.url);
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
