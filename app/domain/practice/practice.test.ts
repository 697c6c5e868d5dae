import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { getReadableFile } from '~/domain/file/file.queries.server';
import { sharedPageParams } from '~/domain/question-bank/question-fields.schema';
import type { Actor } from '~/domain/actor/actor.rules';
import { listParams } from '~/http/list-params';
import { AppError } from '~/lib/errors';
import {
  actorOf,
  makeClassroom,
  makeExam,
  makeFile,
  makeOralQuestion,
  makeShare,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
  makeWrittenQuestion,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { addPractice, deletePractice, markPractice, ratePractice } from './practice.commands.server';
import { getPracticePage, getTry } from './practice.queries.server';
import { hasAnswered } from '~/domain/question-bank/answered.queries.server';
import { practiceSchema } from './practice.schema';
import { listBankTotals, listPeriods, listRecentTries } from './progress.queries.server';
import { endRun, startRun } from './run.commands.server';
import { getRun, listUnfinishedRuns, nextOpen } from './run.queries.server';
import { getSharedForStudent } from './shared-list.queries.server';

useDatabase();

const NOW = Date.parse('2026-11-21T08:00:00Z');

let teacherRow: Awaited<ReturnType<typeof makeTeacher>>;
let studentRow: Awaited<ReturnType<typeof makeStudent>>;
let classroom: Awaited<ReturnType<typeof makeClassroom>>;
let student: Actor;
let other: Actor;

beforeEach(async () => {
  teacherRow = await makeTeacher();
  classroom = await makeClassroom({ teacher: teacherRow });
  studentRow = await makeStudent({ classroom_id: classroom.id });
  student = actorOf(studentRow);
  other = actorOf(await makeStudent());
});

const practise = (actor: Actor, input: Record<string, unknown>, now = NOW) =>
  addPractice(actor, practiceSchema.parse(input), now);
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );

describe('theory', () => {
  test('an answer is judged at once by the rules of exams', async () => {
    const question = await makeTheoryQuestion({ owner: studentRow, kind: 'cloze', points: 4 });
    const half = await practise(student, { questionId: question.id, answer: { blanks: ['明月', '天上'] } });
    expect(half).toMatchObject({ isRight: false, score: 0.5, value: { blanks: ['明月', '天上'] } });
    const right = await practise(student, { questionId: question.id, answer: '明月\n地上' });
    expect(right).toMatchObject({ isRight: true, score: 1 });
  });

  test('before answering the page has neither key nor analysis, and afterwards only beside a try', async () => {
    const question = await makeTheoryQuestion({ owner: teacherRow });
    await makeShare({ question, classroom });
    const page = () => getPracticePage(student, 'theory', { target: { questionId: question.id }, doneId: null }, NOW);
    expect(JSON.stringify(await page())).not.toContain('见课本第一章');
    expect((await page()).question.body).toMatchObject({ keys: [], analysis: '' });
    expect(await hasAnswered(student, question.id)).toBe(false);

    const { id } = await practise(student, { questionId: question.id, answer: 'B' });
    expect(await hasAnswered(student, question.id)).toBe(true);
    expect((await page()).question.body).toMatchObject({ keys: [], analysis: '' });
    const done = await getPracticePage(student, 'theory', { target: { questionId: question.id }, doneId: id }, NOW);
    expect(done.question.body).toMatchObject({ keys: ['B'], analysis: '见课本第一章。' });
    expect(done.auto).toMatchObject({ isRight: true });
    expect(done.source).toEqual({ kind: 'shared', ownerName: teacherRow.name });
  });

  test('the same form twice is one try, an empty one is refused', async () => {
    const question = await makeTheoryQuestion({ owner: studentRow });
    const form = { questionId: question.id, answer: 'A', requestId: 'form-1' };
    const [first, second] = await Promise.all([practise(student, form), practise(student, form)]);
    expect(second.id).toBe(first.id);
    expect(await db().selectFrom('practices').select('id').execute()).toHaveLength(1);
    expect(await db().selectFrom('wrong_questions').select('wrong_count').execute()).toEqual([{ wrong_count: 1 }]);
    await expect(practise(student, { questionId: question.id, answer: '' })).rejects.toMatchObject({
      fields: { answer: '还没有作答，请作答后再提交。' },
    });
    await expect(practise(student, { questionId: question.id, answer: { keys: ['Z'] } })).rejects.toMatchObject({
      code: 'invalid',
    });
  });

  test('a short answer is right or wrong by its one self rating', async () => {
    const question = await makeTheoryQuestion({ owner: studentRow, kind: 'short' });
    const { id } = await practise(student, { questionId: question.id, answer: '散射' });
    expect(await getTry(student, id, NOW)).toMatchObject({ isRight: null, score: null });
    expect(await ratePractice(student, { id, rating: 2, note: '' }, NOW)).toMatchObject({
      isRight: false,
      score: 0.25,
    });
    expect(await ratePractice(student, { id, rating: 5, note: '' }, NOW)).toMatchObject({
      isRight: false,
      selfRating: 2,
    });
    expect(await db().selectFrom('wrong_questions').select('wrong_count').execute()).toEqual([{ wrong_count: 1 }]);
  });
});

describe('pen', () => {
  test('text and photos are kept; the ticked marking points are the score', async () => {
    const question = await makeWrittenQuestion({ owner: studentRow });
    const photo = await makeFile({ owner: studentRow });
    const { id, files } = await practise(student, {
      questionId: question.id,
      answer: { text: '冰、水、水蒸气' },
      fileIds: photo.id,
    });
    expect(files.map((file) => file.id)).toEqual([photo.id]);
    expect(await markPractice(student, { id, met: [0] }, NOW)).toMatchObject({ met: [true, false], score: 0.6 });
    expect(await markPractice(student, { id, met: [0, 1] }, NOW)).toMatchObject({ score: 1 });
  });

  test('neither words nor photos is no answer; somebody else’s photo is refused', async () => {
    const question = await makeWrittenQuestion({ owner: studentRow });
    const foreign = await makeFile({ owner: teacherRow });
    expect(await codeOf(practise(student, { questionId: question.id, answer: { text: ' ' } }))).toBe('invalid');
    expect(await codeOf(practise(student, { questionId: question.id, fileIds: [foreign.id] }))).toBe('invalid');
  });
});

describe('oral', () => {
  test('every take stays, the same recording twice is one, and only its student may hear it', async () => {
    const question = await makeOralQuestion({ owner: teacherRow, keyPoints: ['春天'] });
    await makeShare({ question, audience: 'students' });
    const target = { questionId: question.id };
    const [first, second] = [
      await makeFile({ owner: studentRow, kind: 'audio' }),
      await makeFile({ owner: studentRow, kind: 'audio' }),
    ];
    const page = () => getPracticePage(student, 'oral', { target, doneId: null }, NOW);
    expect((await page()).question.keyPoints).toEqual([]);
    const one = await practise(student, { ...target, fileIds: first.id });
    expect((await practise(student, { ...target, fileIds: first.id })).id).toBe(one.id);
    await practise(student, { ...target, fileIds: second.id, selfRating: 4 }, NOW + 1);
    const { tries, question: shown } = await page();
    expect(tries.map((take) => [take.durationMs, take.selfRating])).toEqual([
      [12_000, 4],
      [12_000, null],
    ]);
    expect(shown.keyPoints).toEqual(['春天']);

    expect(await getReadableFile(student, first.id, NOW)).toMatchObject({ id: first.id });
    expect(await codeOf(getReadableFile(actorOf(teacherRow), first.id, NOW))).toBe('not_found');
    expect(await codeOf(getReadableFile(other, first.id, NOW))).toBe('not_found');
  });

  test('a take can be rated anew and deleted; deleting twice is harmless', async () => {
    const question = await makeOralQuestion({ owner: studentRow });
    const file = await makeFile({ owner: studentRow, kind: 'audio' });
    const { id } = await practise(student, { questionId: question.id, fileIds: file.id });
    await ratePractice(student, { id, rating: 2, note: '停顿多' }, NOW);
    expect(await ratePractice(student, { id, rating: 5, note: '' }, NOW)).toMatchObject({ selfRating: 5, note: '' });
    await deletePractice(student, id, NOW);
    await deletePractice(student, id, NOW);
    expect(await codeOf(getTry(student, id, NOW))).toBe('not_found');
    expect(await db().selectFrom('file_uses').selectAll().where('use', '=', 'practice').execute()).toEqual([]);
  });
});

describe('rights', () => {
  test('what is not own or shared cannot be practised, and a revoked share ends it', async () => {
    const question = await makeTheoryQuestion({ owner: teacherRow });
    const target = { questionId: question.id };
    expect(await codeOf(practise(student, { ...target, answer: 'A' }))).toBe('not_found');
    const share = await makeShare({ question, classroom });
    const { id } = await practise(student, { ...target, answer: 'A' });
    expect(await codeOf(practise(other, { ...target, answer: 'A' }))).toBe('not_found');

    await db().deleteFrom('shares').where('id', '=', share.id).execute();
    expect(await codeOf(practise(student, { ...target, answer: 'B' }))).toBe('not_found');
    expect(await codeOf(getPracticePage(student, 'theory', { target, doneId: id }, NOW))).toBe('not_found');
    const recent = await listRecentTries(student, { currentPage: 1, pageSize: 15 }, NOW);
    expect(recent.rows.map((row) => [row.head?.title, row.head?.isAvailable])).toEqual([[question.title, false]]);
    expect(JSON.stringify(recent)).not.toContain('见课本');
  });

  test('an own question in the trash keeps the old answers readable, and takes no new one', async () => {
    const question = await makeTheoryQuestion({ owner: studentRow });
    const target = { questionId: question.id };
    const { id } = await practise(student, { ...target, answer: 'A' });
    await db().updateTable('questions').set({ deleted_at: NOW }).where('id', '=', question.id).execute();

    const recent = await listRecentTries(student, { currentPage: 1, pageSize: 15 }, NOW);
    expect(recent.rows[0]?.head).toMatchObject({ title: question.title, isAvailable: false, isInTrash: true });
    const page = await getPracticePage(student, 'theory', { target, doneId: id }, NOW);
    expect(page).toMatchObject({ isInTrash: true, done: { id }, question: { title: question.title } });
    expect(await codeOf(getPracticePage(student, 'theory', { target, doneId: null }, NOW))).toBe('not_found');
    expect(await codeOf(practise(student, { ...target, answer: 'B' }))).toBe('not_found');
    expect(await codeOf(getPracticePage(other, 'theory', { target, doneId: id }, NOW))).toBe('not_found');
  });

  test('another student’s try is as good as missing', async () => {
    const question = await makeWrittenQuestion({ owner: studentRow });
    const { id } = await practise(student, { questionId: question.id, answer: { text: '水' } });
    expect(await codeOf(getTry(other, id, NOW))).toBe('not_found');
    expect(await codeOf(ratePractice(other, { id, rating: 5, note: '' }, NOW))).toBe('not_found');
    expect(await codeOf(markPractice(other, { id, met: [0] }, NOW))).toBe('not_found');
    expect(await codeOf(deletePractice(other, id, NOW))).toBe('not_found');
  });
});

describe('runs', () => {
  async function makeRun() {
    const questions = [
      await makeTheoryQuestion({ owner: studentRow }),
      await makeTheoryQuestion({ owner: studentRow, kind: 'judge' }),
    ];
    const targets = questions.map((question) => ({ questionId: question.id }));
    const input = { title: '理论，2 题', targets, requestId: 'run-1' };
    const id = await startRun(student, input, NOW);
    expect(await startRun(student, input, NOW)).toBe(id);
    return { id, questions };
  }

  test('a run keeps its order, counts the first try and ends with the last question', async () => {
    const { id, questions } = await makeRun();
    const [first, second] = questions;
    expect(nextOpen(await getRun(student, id, NOW))?.position).toBe(1);
    await practise(student, { questionId: first!.id, runId: id, answer: 'A' });
    await practise(student, { questionId: first!.id, runId: id, answer: 'B' }, NOW + 1);
    expect(nextOpen(await getRun(student, id, NOW), 1)?.position).toBe(2);
    expect(await listUnfinishedRuns(student, NOW)).toHaveLength(1);
    await practise(student, { questionId: second!.id, runId: id, answer: { keys: ['T'] } }, NOW + 2);
    const run = await getRun(student, id, NOW);
    expect(run.items.map((item) => item.result?.isRight)).toEqual([false, true]);
    expect(run.endedAt).toBe(NOW + 2);
    expect(await listUnfinishedRuns(student, NOW)).toEqual([]);
  });

  test('a run can be ended, is its student’s own, and holds only its questions', async () => {
    const { id } = await makeRun();
    const stranger = await makeTheoryQuestion({ owner: studentRow });
    expect(await codeOf(practise(student, { questionId: stranger.id, runId: id, answer: 'A' }))).toBe('not_found');
    expect(await codeOf(getRun(other, id, NOW))).toBe('not_found');
    expect(await codeOf(endRun(other, id, NOW))).toBe('not_found');
    await endRun(student, id, NOW + 5);
    await endRun(student, id, NOW + 9);
    expect((await getRun(student, id, NOW)).endedAt).toBe(NOW + 5);
    expect(await codeOf(startRun(student, { title: '', targets: [], requestId: '' }, NOW))).toBe('conflict');
  });
});

test('the shared bank lists what reaches the student, with the own progress', async () => {
  const mine = await makeTheoryQuestion({ owner: teacherRow, title: '班级题', updated_at: NOW - 1 });
  const all = await makeTheoryQuestion({ owner: teacherRow, title: '全校题', kind: 'judge', updated_at: NOW });
  const elsewhere = await makeTheoryQuestion({ owner: teacherRow });
  await makeShare({ question: mine, classroom });
  await makeShare({ question: all, audience: 'students' });
  await makeShare({ question: elsewhere, audience: 'teachers' });
  await practise(student, { questionId: mine.id, answer: 'A' });
  const list = (actor: Actor, query = '') =>
    getSharedForStudent(actor, listParams(new URLSearchParams(`bank=theory&${query}`), sharedPageParams), NOW);
  const { page, counts, sharers } = await list(student);
  expect(page.rows.map((row) => [row.title, row.ownerName, row.progress?.tries, row.progress?.last.isRight])).toEqual([
    ['全校题', teacherRow.name, undefined, undefined],
    ['班级题', teacherRow.name, 1, false],
  ]);
  expect(counts).toEqual({ oral: 0, written: 0, theory: 2 });
  expect(sharers).toEqual([{ id: teacherRow.id, name: teacherRow.name }]);
  expect((await list(student, 'kind=judge')).page.totalCount).toBe(1);
  expect((await list(student, `ownerId=${other.id}`)).page.totalCount).toBe(0);
  expect((await list(other)).counts.theory).toBe(1);
});

test('progress counts tries, different questions and right answers', async () => {
  const question = await makeTheoryQuestion({ owner: studentRow });
  await practise(student, { questionId: question.id, answer: 'A' }, NOW - 8 * 86_400_000);
  await practise(student, { questionId: question.id, answer: 'B' });
  expect((await listBankTotals(student, NOW)).find((total) => total.bank === 'theory')).toEqual({
    bank: 'theory',
    tries: 2,
    questions: 1,
    judged: 2,
    right: 1,
  });
  const weeks = await listPeriods(student, { unit: 'week', count: 3, now: NOW, timeZone: 'Asia/Shanghai' });
  expect(weeks.map((week) => [week.total, week.rightPercent])).toEqual([
    [0, null],
    [1, 0],
    [1, 100],
  ]);
});

test('an exam to sit takes from the progress what it asks, and nothing else', async () => {
  const question = await makeTheoryQuestion({ owner: studentRow });
  const asked = await makeTheoryQuestion({ owner: teacherRow });
  await practise(student, { questionId: question.id, answer: 'B' });
  const theory = async () => (await listBankTotals(student, NOW)).find((total) => total.bank === 'theory');
  await makeExam({ owner: teacherRow, classrooms: [classroom], written: [asked], status: 'published', now: NOW });
  expect(await theory()).toMatchObject({ tries: 1, judged: 1, right: 1 });
  await makeExam({ owner: teacherRow, classrooms: [classroom], written: [question], status: 'published', now: NOW });
  expect(await theory()).toMatchObject({ tries: 1, judged: 0, right: 0 });
});
