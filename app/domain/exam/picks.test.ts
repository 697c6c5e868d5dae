import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import type { Actor } from '~/domain/actor/actor.rules';
import type { AppError } from '~/lib/errors';
import { actorOf, makeTeacher, makeTheoryQuestion, makeWrittenQuestion } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { savePaper } from './compose-paper.commands.server';
import { addToPaper, saveBasics } from './draft.commands.server';
import { listExamItems } from './exam.queries.server';
import { clearPicks, keepPicks, takePicks } from './picks.commands.server';
import { listPicks } from './picks.queries.server';
import { getExamPreview } from './preview.queries.server';
import { getQuestionPicker } from './wizard-page.queries.server';
import { getWizardExam } from './wizard.queries.server';
import { EMPTY_BASICS } from './wizard.rules';

useDatabase();

const NOW = Date.UTC(2026, 10, 26);
let teacher: Actor;
let other: Actor;
let examId: number;
let theory: number;
let judge: number;
let written: number;

beforeEach(async () => {
  const owner = await makeTeacher();
  teacher = actorOf(owner);
  other = actorOf(await makeTeacher());
  ({ examId } = await draftOf(teacher));
  theory = (await makeTheoryQuestion({ owner })).id;
  judge = (await makeTheoryQuestion({ owner, kind: 'judge' })).id;
  written = (await makeWrittenQuestion({ owner })).id;
});

const draftOf = (actor: Actor) =>
  saveBasics(actor, { examId: null, version: 0, requestId: '', values: { ...EMPTY_BASICS, name: '期末' } }, NOW);

const picked = async () => (await listPicks(teacher, examId)).map((pick) => pick.questionId);
const paper = async () => (await listExamItems(examId, 'written')).map((item) => item.questionId);
const keep = (shown: number[], ticked: number[], actor = teacher) => keepPicks(actor, { examId, shown, ticked }, NOW);

test('a page that the list does not reach any more shows its last page', async () => {
  const filter = { keyword: '', scope: '' as const, banks: ['written', 'theory'] as const, pageSize: 2 };
  const shown = async (currentPage: number) =>
    (await getQuestionPicker(teacher, examId, { ...filter, currentPage })).page;
  const last = await shown(2);
  expect(last.rows).toHaveLength(1);
  expect(await shown(99)).toEqual(last);
  expect(
    (await getQuestionPicker(other, (await draftOf(other)).examId, { ...filter, currentPage: 99 })).page.rows,
  ).toEqual([]);
});

test('what was imported last stands in the order of its file, everything else the newest change first', async () => {
  const filter = { keyword: '', banks: ['written', 'theory'] as const, pageSize: 15, currentPage: 1 };
  const shown = async (more: Partial<Parameters<typeof getQuestionPicker>[2]>) =>
    (await getQuestionPicker(teacher, examId, { ...filter, scope: '', ...more })).page.rows.map((row) => row.id);
  await db()
    .updateTable('questions')
    .set({ updated_at: NOW + 1 })
    .where('id', '=', judge)
    .execute();
  await db().updateTable('questions').set({ updated_at: NOW }).where('id', '!=', judge).execute();
  expect(await shown({})).toEqual([judge, written, theory]);
  expect(await shown({ scope: 'import', onlyIds: [judge, theory, written] })).toEqual([theory, judge, written]);
  expect(await shown({ scope: 'import', onlyIds: [] })).toEqual([]);
});

describe('ticks of the picker', () => {
  test('what is put into the paper by itself is ticked no longer', async () => {
    await keep([theory, judge, written], [theory, judge, written]);
    await addToPaper(teacher, { examId, questionIds: [judge], isByKind: true }, NOW);
    expect(await picked()).toEqual([theory, written].sort((a, b) => a - b));
  });

  test('live on all pages until they are used, and go into the paper by kind', async () => {
    await keep([written], [written]);
    await keep([judge, theory], [judge, theory]);
    await keep([judge], []);
    expect((await picked()).sort()).toEqual([theory, written].sort());
    expect(await takePicks(teacher, examId, NOW)).toEqual({ added: 2 });
    expect(await picked()).toEqual([]);
    await keep([judge], [judge]);
    await takePicks(teacher, examId, NOW);
    expect(await paper()).toEqual([theory, judge, written]);
  });

  test('ticked one by one from the top of a list that shows the newest first, they come in the order they were made', async () => {
    const newer = (await makeTheoryQuestion({ owner: teacher })).id;
    for (const [index, id] of [newer, theory].entries()) {
      await keepPicks(teacher, { examId, shown: [id], ticked: [id], points: new Map() }, NOW + index);
    }
    await takePicks(teacher, examId, NOW);
    expect(await paper()).toEqual([theory, newer]);
  });

  test('are said in the preview as long as they wait, to the owner of a draft', async () => {
    const waiting = async () => (await getExamPreview(teacher, examId, NOW)).waitingPicks;
    expect(await waiting()).toBe(0);
    await keep([theory, judge], [theory, judge]);
    expect(await waiting()).toBe(2);
    await takePicks(teacher, examId, NOW);
    expect(await waiting()).toBe(0);
  });

  test('the same click twice keeps one; points come along', async () => {
    const points = new Map([[theory, 7]]);
    await keepPicks(teacher, { examId, shown: [theory], ticked: [theory], points }, NOW);
    await keepPicks(teacher, { examId, shown: [theory], ticked: [theory], points }, NOW);
    await takePicks(teacher, examId, NOW);
    expect(await takePicks(teacher, examId, NOW)).toEqual({ added: 0 });
    expect(await listExamItems(examId, 'written')).toMatchObject([{ questionId: theory, points: 7 }]);
  });

  test('what is in the paper already, or was deleted meanwhile, is not among them', async () => {
    await addToPaper(teacher, { examId, questionIds: [theory] }, NOW);
    await keep([theory, judge], [theory, judge]);
    await db().updateTable('questions').set({ deleted_at: NOW }).where('id', '=', judge).execute();
    expect(await picked()).toEqual([]);
  });

  test('are the own teacher’s, of questions that may be read', async () => {
    const codeOf = (work: Promise<unknown>) => work.then(() => 'done').catch((error: AppError) => error.code);
    expect(await codeOf(keep([theory], [theory], other))).not.toBe('done');
    expect(await codeOf(clearPicks(other, examId))).not.toBe('done');
    const foreign = await makeTheoryQuestion({ owner: await makeTeacher() });
    expect(await codeOf(keep([foreign.id], [foreign.id]))).toBe('not_found');
    expect(await picked()).toEqual([]);
  });
});

describe('arranging', () => {
  async function arranged(points: Record<string, string>, move: Parameters<typeof savePaper>[1]['move']) {
    const { version, items } = await getWizardExam(teacher, examId);
    return savePaper(teacher, { examId, version, order: items.map((item) => item.id), points, move }, NOW);
  }

  test('typed places move over many rows; a place that is none saves nothing', async () => {
    await addToPaper(teacher, { examId, questionIds: [theory, judge, written] }, NOW);
    const last = (await listExamItems(examId, 'written'))[2]?.id ?? 0;
    await arranged({ [`place-${last}`]: '1' }, { kind: 'place' });
    expect(await paper()).toEqual([written, theory, judge]);
    const bad = arranged({ [`place-${last}`]: '4' }, { kind: 'place' });
    await expect(bad).rejects.toMatchObject({ fields: { [`place-${last}`]: '第 1 题的序号应为 1 到 3 的整数' } });
  });

  test('sorts by kind, and gives a kind its points in one step', async () => {
    await addToPaper(teacher, { examId, questionIds: [written, judge, theory] }, NOW);
    await arranged({}, { kind: 'sort' });
    expect(await paper()).toEqual([theory, judge, written]);
    await arranged({ 'points-judge': '3' }, { kind: 'points', of: 'judge' });
    const items = await listExamItems(examId, 'written');
    expect(items.find((item) => item.questionId === judge)?.points).toBe(3);
    expect(items.find((item) => item.questionId === theory)?.points).not.toBe(3);
    // Typed and left by another button it holds as well, and a wrong one is said.
    await arranged({ 'points-judge': '4.5' }, { kind: 'save' });
    expect((await listExamItems(examId, 'written')).find((item) => item.questionId === judge)?.points).toBe(4.5);
    const left = await arranged({ 'points-judge': 'x', 'points-single': '6' }, { kind: 'save' });
    expect(left.problems).toMatchObject({ 'points-judge': expect.stringContaining('判断题的') as string });
    const now = await listExamItems(examId, 'written');
    expect(now.map((item) => item.points)).toEqual([6, 4.5, expect.any(Number)]);
    await expect(arranged({ 'points-judge': '1.23' }, { kind: 'points', of: 'judge' })).rejects.toMatchObject({
      fields: { 'points-judge': expect.stringContaining('判断题的') as string },
    });
  });
});
