import { expect, test } from 'vitest';
import { db } from '~/db/db.server';
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

/** A program is told plainly what is not so: nothing that it did not mean is taken for something else. */

useDatabase();
const server = useServer();
const send = async (path: string, body: Fields, as: UserRow) =>
  (await server.as(as)).postJson<Fields>(`/${path}`, body);
const get = async (path: string, query: Fields, as: UserRow) => (await server.as(as)).get<Fields>(`/${path}`, query);
const like = (text: RegExp) => expect.stringMatching(text) as unknown;
const refusedAt = (fieldErrors: Record<string, RegExp>) => ({
  code: 400,
  success: false,
  data: { fieldErrors: Object.fromEntries(Object.entries(fieldErrors).map(([name, text]) => [name, like(text)])) },
});

test('publishing names the fields as exam/edit does, and of several exams the one that is meant', async () => {
  const owner = await makeTeacher();
  const classroom = await makeClassroom({ teacher: owner });
  const written = [await makeTheoryQuestion({ owner, points: 5 })];
  const good = await makeExam({ owner, classrooms: [classroom], written, status: 'draft', name: '期中' });
  const bare = await makeExam({ owner, classrooms: [], written: [], status: 'draft', name: '期末', test_type: 1 });
  const alone = (await send('exam/publish', { ids: [bare.id] }, owner)).body;
  expect(alone).toMatchObject(refusedAt({ clazzIds: /班级/, items: /题/ }));
  const both = (await send('exam/publish', { ids: [good.id, bare.id] }, owner)).body;
  expect(both).toMatchObject({ ...refusedAt({ clazzIds: /^「期末」：/ }), message: like(/^「期末」：/) });
  expect((await get('exam/get', { id: good.id }, owner)).body.data).toMatchObject({ status: 'draft' });
  expect((await send('exam/publish', { ids: [good.id] }, owner)).body.data).toBe(1);
  expect((await send('exam/publish', { ids: [good.id] }, owner)).body.data).toBe(1);
  // One that is over is not published once more.
  expect((await send('exam/close', { ids: [good.id] }, owner)).body.data).toBe(1);
  expect((await send('exam/publish', { ids: [good.id] }, owner)).body).toMatchObject({
    ...{ code: 409, success: false, message: '「期中」已经结束，不能再发布。' },
  });
});

test('a rule that has too few to draw from is named where it stands in the call', async () => {
  const owner = await makeTeacher();
  await makeTheoryQuestion({ owner });
  const draft = await makeExam({ owner, written: [], status: 'draft', test_type: 1 });
  const rule = (count: number) => ({ bank: 'theory', count, points: 2 });
  expect((await send('exam/draw', { id: draft.id, draws: [rule(1), rule(40)] }, owner)).body).toMatchObject(
    refusedAt({ 'draws.1.count': /40 题/ }),
  );
});

test('a question in a section that there is none of is refused at its place', async () => {
  const owner = await makeTeacher();
  const question = await makeTheoryQuestion({ owner });
  const draft = await makeExam({ owner, written: [question], status: 'draft' });
  const edit = (section: number, more: Fields = {}) =>
    send('exam/edit', { id: draft.id, items: [{ questionId: question.id, points: 5, section }], ...more }, owner);
  expect((await edit(77)).body).toMatchObject(refusedAt({ 'items.0.section': /77.*sections/ }));
  const sections = [{ key: 77, title: '选择题' }];
  expect((await edit(77, { sections })).status).toBe(200);
  expect((await get('exam/get', { id: draft.id }, owner)).body.data).toMatchObject({
    sections: [{ key: 77, title: '选择题' }],
    items: [{ section: 77 }],
  });
  await makeTheoryQuestion({ owner });
  const draws = [{ bank: 'theory', count: 1, points: 2, section: 8 }];
  expect((await send('exam/edit', { id: draft.id, draws }, owner)).body).toMatchObject(
    refusedAt({ 'draws.0.section': /8/ }),
  );
});

test('seconds for milliseconds are no time, and a day that is none bounds nothing', async () => {
  const owner = await makeTeacher();
  const draft = await makeExam({ owner, written: [await makeTheoryQuestion({ owner })], status: 'draft' });
  const inSeconds = Math.floor(Date.now() / 1000) + 86_400;
  for (const beginTime of [inSeconds, String(inSeconds), '1970-01-21 10:00', inSeconds * 1_000_000])
    expect((await send('exam/edit', { id: draft.id, beginTime }, owner)).body).toMatchObject(
      refusedAt({ beginTime: /应写成 2026-11-21 08:30 的样子/ }),
    );
  for (const path of ['census/period', 'interact/highScore/list', 'audit/list']) {
    const ask = async (days: Fields) => (await get(path, days, owner)).body;
    expect([path, await ask({ from: '2026-02-31' })]).toEqual([path, expect.objectContaining({ code: 400 })]);
    expect(await ask({ to: '2026-13-01' })).toMatchObject({ code: 400, data: { fieldErrors: { to: like(/./) } } });
    expect(await ask({ from: '2026-05-02', to: '2026-05-01' })).toMatchObject(refusedAt({ to: /比“从”早/ }));
    expect((await ask({ from: '2026-05-01', to: '2026-05-01' })).code).toBe(200);
  }
});

test('an id is written in decimal digits', async () => {
  const owner = await makeTeacher();
  const { id } = await makeExam({ owner, written: [await makeTheoryQuestion({ owner })], status: 'draft' });
  for (const text of [`0x${id.toString(16)}`, `${id}.0`, `${id}e0`, `0b${id.toString(2)}`, `+${id}`])
    expect([text, (await get('exam/get', { id: text }, owner)).body]).toEqual([
      text,
      expect.objectContaining({ code: 400 }),
    ]);
  expect((await get('exam/get', { id: ` ${id} ` }, owner)).status).toBe(200);
  expect((await get('exam/list', { pageSize: '1e1' }, owner)).body).toMatchObject(refusedAt({ pageSize: /整数/ }));
  expect((await send('exam/close', { ids: `0x${id.toString(16)}` }, owner)).body.code).toBe(400);
});

test('what is out of date is refused with what it is now', async () => {
  const owner = await makeTeacher();
  const examiners = [await makeTeacher(), await makeTeacher()] as const;
  const classroom = await makeClassroom({ teacher: owner });
  const student = await makeStudent({ classroom_id: classroom.id });
  const exam = await makeExam({
    owner,
    classrooms: [classroom],
    written: [await makeTheoryQuestion({ owner, points: 50 }), await makeWrittenQuestion({ owner, points: 50 })],
    examiners: examiners.map((teacher) => ({ teacher, part: 'written' as const })),
    settings: { markedBy: 'all' },
    status: 'closed',
  });
  const answers = [{ keys: ['A'] }, { text: '水' }];
  const paper = await makeAttempt({ exam, student, part: 'written', state: 'submitted', answers });
  const [choice, pen] = exam.items.map((item) => item.id) as [number, number];
  const score = (who: UserRow, points: number, version: number) =>
    send('exam/score/save', { attemptId: paper.id, points: [{ itemId: pen, points }], final: 1, version }, who);
  await score(examiners[0], 50, 0);

  const remark = { id: exam.id, itemId: choice, credit: 1 };
  const preview = (await send('exam/remark', remark, owner)).body.data;
  expect(preview.expected).toEqual(expect.any(String));
  await score(examiners[1], 0, 0);
  const stale = { ...remark, preview: 0, reason: '题目有误', expected: preview.expected };
  const refused = (await send('exam/remark', stale, owner)).body;
  expect(refused).toMatchObject({ code: 409, data: { preview: { itemId: choice, kind: 'credit' } } });
  const { expected } = refused.data.preview as Fields;
  expect((await send('exam/remark', { ...stale, expected }, owner)).status).toBe(200);

  await db().updateTable('attempts').set({ settlement: 'owner' }).where('id', '=', paper.id).execute();
  type Decision = { mark: string; scores: { id: number; percent: number }[] };
  const { decision } = (await get('exam/score/get', { attemptId: paper.id }, owner)).body.data as {
    decision: Decision;
  };
  const decide = { attemptId: paper.id, scoreIds: [decision.scores[0]?.id], mark: decision.mark };
  expect((await send('exam/score/decide', { ...decide, reason: '以第一位为准' }, owner)).status).toBe(200);
  const again = { ...decide, reason: '第二位漏看背面' };
  const later = (await send('exam/score/decide', again, owner)).body;
  expect(later).toMatchObject({ code: 409, data: { decision: { decided: { reason: '以第一位为准' } } } });
  const { mark } = (later.data as { decision: Decision }).decision;
  expect((await send('exam/score/decide', { ...again, mark }, owner)).status).toBe(200);
});

test('the user’s id may stand in either header, and has to be the session’s own', async () => {
  const owner = await makeTeacher();
  await makeOralQuestion({ owner });
  const client = await server.as(owner);
  for (const name of ['User-Id', 'X-User-Id']) {
    const status = async (id: number) =>
      (await client.send({ method: 'GET', url: '/exam/oral/list', headers: { [name]: String(id) } } as never)).status;
    expect([await status(owner.id), await status(owner.id + 1)]).toEqual([200, 403]);
  }
});

test('a call that takes a file reads JSON without one, and names its own fields', async () => {
  const teacher = await makeTeacher();
  const given = await send('exam/question/import', { bank: 'theory', format: 'gift' }, teacher);
  expect(given.body).toMatchObject(refusedAt({ file: /文件/ }));
  expect(Object.keys((given.body.data as { fieldErrors: object }).fieldErrors)).toEqual(['file']);
  const odd = await send('exam/question/import', { bank: [null] }, teacher);
  expect(Object.keys((odd.body.data as { fieldErrors: object }).fieldErrors)).toContain('bank');
});

test('an order of the score list that there is not is refused', async () => {
  const owner = await makeTeacher();
  const exam = await makeExam({ owner, classrooms: [await makeClassroom({ teacher: owner })], written: [] });
  for (const [field, value] of [
    ['sort', 'evil'],
    ['order', 'up'],
  ] as const) {
    const asked = await get('exam/score/list', { examId: exam.id, part: 'total', [field]: value }, owner);
    expect(asked.body).toMatchObject(refusedAt({ [field]: /应为/ }));
  }
});
