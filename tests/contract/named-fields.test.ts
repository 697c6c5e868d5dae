import { expect, test } from 'vitest';
import type { UserRow } from '~/domain/user/user.queries.server';
import {
  makeAttempt,
  makeClassroom,
  makeExam,
  makeOralQuestion,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
  makeWrittenQuestion,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import type { Fields } from './client';
import { useServer } from './server';

/** What a refusal names is a field of the request, at its path as it was sent. */

useDatabase();
const server = useServer();
const send = async (path: string, body: Fields, as: UserRow) => (await server.as(as)).postJson(`/${path}`, body);

/** Errors at these fields alone, each with a sentence like this. */
const refusedAt = (fields: Record<string, RegExp>) => ({
  status: 400,
  body: {
    code: 400,
    data: {
      fieldErrors: Object.fromEntries(
        Object.entries(fields).map(([name, text]) => [name, expect.stringMatching(text) as unknown]),
      ),
    },
  },
});
const namesOf = (answer: { body: { data: unknown } }) =>
  Object.keys((answer.body.data as { fieldErrors: object }).fieldErrors).sort();

async function makeSchool({ isRunning = false } = {}) {
  const owner = await makeTeacher();
  const examiner = await makeTeacher();
  const classroom = await makeClassroom({ teacher: owner });
  const student = await makeStudent({ classroom_id: classroom.id });
  const now = isRunning ? Date.now() - 60_000 : undefined;
  const exam = await makeExam({
    owner,
    classrooms: [classroom],
    oral: await makeOralQuestion({ owner }),
    written: [
      await makeTheoryQuestion({ owner }),
      await makeWrittenQuestion({ owner, body: { answerBy: 'text', markingPoints: [] } }),
    ],
    examiners: [{ teacher: examiner, part: 'oral' }],
    status: isRunning ? 'published' : 'closed',
    now,
  });
  const state = isRunning ? ('in_progress' as const) : ('submitted' as const);
  const oral = await makeAttempt({ exam, student, part: 'oral', state, now });
  const written = await makeAttempt({ exam, student, part: 'written', state, now });
  const [speech, choice, pen] = exam.items.map((item) => item.id) as [number, number, number];
  return { owner, examiner, student, exam, oral, written, speech, choice, pen };
}

test('a score: what is wrong, what is missing, what is not in the paper', async () => {
  const { owner, oral, written, speech, choice, pen } = await makeSchool();
  const score = { attemptId: written.id, final: 1, version: 0 };
  const points = [
    { itemId: choice, points: 5 },
    { itemId: pen, points: 'zehn', comment: '好'.repeat(501) },
  ];
  expect(await send('exam/score/save', { ...score, points }, owner)).toMatchObject(
    refusedAt({ 'points.1.points': /得分应为/, 'points.1.comment': /最多 500/ }),
  );
  expect(await send('exam/score/save', score, owner)).toMatchObject(refusedAt({ points: /还没有给分/ }));
  const strange = [
    { itemId: speech, points: 5 },
    { itemId: pen, points: 5 },
  ];
  expect(await send('exam/score/save', { ...score, points: strange }, owner)).toMatchObject(
    refusedAt({ 'points.0.itemId': /没有这道题/ }),
  );
  const twice = [
    { itemId: pen, points: 9 },
    { itemId: pen, points: 1 },
  ];
  expect(await send('exam/score/save', { ...score, points: twice }, owner)).toMatchObject(
    refusedAt({ 'points.1.itemId': /给了两次/ }),
  );
  const spoken = { ...score, attemptId: oral.id };
  expect(await send('exam/score/save', { ...spoken, measures: { zqd: 101, lld: 5, wzd: 5 } }, owner)).toMatchObject(
    refusedAt({ 'measures.zqd': /0 到 100/ }),
  );
  const listed = await send('exam/score/save', { ...spoken, measures: [{ itemId: speech, zqd: 101 }] }, owner);
  expect(namesOf(listed)).toEqual(['measures.0.gjc', 'measures.0.lld', 'measures.0.wzd', 'measures.0.zqd']);
});

test('a score that is stored already and whose version is not said', async () => {
  const { owner, written, pen } = await makeSchool();
  const score = { attemptId: written.id, final: 1 };
  const give = (points: number, more: Fields = {}) =>
    send('exam/score/save', { ...score, points: [{ itemId: pen, points }], ...more }, owner);
  expect((await give(5)).status).toBe(200);
  expect(await give(6)).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/version.*现在是 1/) as unknown, data: { version: 1 } },
  });
  expect((await give(6, { version: 1 })).status).toBe(200);
});

test('an answer with what the question has no place for, and one of the other part', async () => {
  const { student, oral, written, speech, choice, pen } = await makeSchool({ isRunning: true });
  const answer = (itemId: number, value: Fields) =>
    send('exam/attempt/answer', { attemptId: written.id, itemId, value }, student);
  expect(await answer(choice, { keys: ['A'], text: '因为' })).toMatchObject(refusedAt({ 'value.text': /不写文字/ }));
  expect(await answer(pen, { text: '因为', keys: ['A'] })).toMatchObject(refusedAt({ 'value.keys': /没有选项/ }));
  expect(await answer(pen, { text: '因为', blanks: ['', '一'] })).toMatchObject(
    refusedAt({ 'value.blanks.1': /没有空/ }),
  );
  expect((await answer(choice, { keys: ['A'], text: '', blanks: [] })).status).toBe(200);
  expect(await answer(speech, { text: '因为' })).toMatchObject(refusedAt({ itemId: /口语题.*笔试答卷/ }));
  const file = { fileId: '0b7f0f2e-6f0c-4a25-9b52-2f3b1c4d5e6f' };
  const take = { attemptId: written.id, itemId: pen, ...file };
  expect(await send('exam/attempt/take', take, student)).toMatchObject(refusedAt({ itemId: /不用录音/ }));
  const photo = { attemptId: oral.id, itemId: pen, fileIds: [file.fileId] };
  expect(await send('exam/attempt/photo', photo, student)).toMatchObject(refusedAt({ itemId: /笔试题.*口语答卷/ }));
});

test('a question of another bank, a theory question without its answer', async () => {
  const owner = await makeTeacher();
  const oral = await makeOralQuestion({ owner });
  const get = async (path: string) => (await server.as(owner)).get(`/${path}`);
  expect(await get(`exam/written/get?id=${oral.id}`)).toMatchObject(refusedAt({ id: /口语题/ }));
  expect((await get(`exam/written/get?id=${oral.id + 1000}`)).status).toBe(404);
  const theory = { title: '水往低处流', level: 1 };
  for (const kind of ['single', 'multiple', 'judge', 'cloze', 'short']) {
    const stem = kind === 'cloze' ? '水往__流' : '水往低处流';
    const answer = await send('exam/theory/add', { ...theory, kind, stem, options: ['对', '错'] }, owner);
    expect([kind, answer.status, kind === 'short' ? [] : namesOf(answer)]).toEqual([
      kind,
      kind === 'short' ? 200 : 400,
      kind === 'short' ? [] : ['answer'],
    ]);
  }
});

test('a correction that cannot be, and a practice answer', async () => {
  const { owner, student, exam, choice, pen } = await makeSchool();
  const remark = (itemId: number, more: Fields) => send('exam/remark', { id: exam.id, itemId, ...more }, owner);
  expect(await remark(choice, { answer: 'Z' })).toMatchObject(refusedAt({ answer: /选项/ }));
  expect(await remark(choice, { accept: 'Z' })).toMatchObject(refusedAt({ accept: /选项/ }));
  expect(await remark(pen, { answer: 'A' })).toMatchObject(refusedAt({ answer: /由老师评分/ }));
  expect(await remark(choice, { undo: 1 })).toMatchObject(refusedAt({ undo: /./ }));
  const question = await makeTheoryQuestion({ owner: student });
  const practise = { questionId: question.id, answer: { keys: ['Z'] }, rating: 3 };
  expect(namesOf(await send('practice/add', practise, student))).toEqual(['answer']);
});

test('weights of an exam with one part, and a part that is not one’s own', async () => {
  const { owner, examiner, exam } = await makeSchool();
  const single = await makeExam({ owner, oral: await makeOralQuestion({ owner }), status: 'closed' });
  for (const name of ['oralWeight', 'writtenWeight'])
    expect(await send('exam/setting', { id: single.id, [name]: 33 }, owner)).toMatchObject(
      refusedAt({ [name]: /只有口语部分/ }),
    );
  const own = (await (await server.as(owner)).get(`/exam/setting?id=${single.id}`)).body.data as Fields;
  const { oralWeight, writtenWeight } = own;
  expect((await send('exam/setting', { id: single.id, oralWeight, writtenWeight }, owner)).status).toBe(200);
  const get = async (path: string) => (await server.as(examiner)).get(`/exam/${path}?examId=${exam.id}&part=written`);
  expect((await get('score/list')).body).toMatchObject({ code: 403, message: '这场考试的笔试部分不由您评。' });
  for (const path of ['share/get', 'score/consistency', 'rubric/get'])
    expect([path, (await get(path)).status]).toEqual([path, 403]);
  for (const [path, more] of [
    ['share/save', { way: 'random', examinerIds: [examiner.id], preview: 1 }],
    ['share/examiners', { examinerIds: [] }],
  ] as const)
    expect((await send(`exam/${path}`, { examId: exam.id, part: 'written', ...more }, examiner)).status).toBe(403);
  expect((await send('exam/score/auto', { examId: exam.id, part: 'written' }, examiner)).status).toBe(403);
});
