import { expect, test } from 'vitest';
import {
  makeAttempt,
  makeClassroom,
  makeExam,
  makeFile,
  makeOralQuestion,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
  makeWrittenQuestion,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import type { Fields } from './client';
import { useServer } from './server';

/** What a call leaves out stays as it is, and what was read may come back as it came. */

useDatabase();
const server = useServer();

async function makeSchool({ keyPoints = [] as string[] } = {}) {
  const owner = await makeTeacher();
  const examiners = [await makeTeacher(), await makeTeacher()] as const;
  const classroom = await makeClassroom({ teacher: owner });
  const student = await makeStudent({ classroom_id: classroom.id });
  const exam = await makeExam({
    owner,
    classrooms: [classroom],
    oral: await makeOralQuestion({ owner, keyPoints }),
    written: [
      await makeTheoryQuestion({ owner }),
      await makeWrittenQuestion({ owner }),
      await makeWrittenQuestion({ owner, body: { markingPoints: [] } }),
    ],
    examiners: examiners.map((teacher) => ({ teacher, part: 'oral' as const })),
    status: 'closed',
  });
  const oral = await makeAttempt({ exam, student, part: 'oral', state: 'submitted' });
  const written = await makeAttempt({ exam, student, part: 'written', state: 'submitted', answers: [{ keys: ['B'] }] });
  const [, , pen, essay] = exam.items.map((item) => item.id) as [number, number, number, number];
  const client = await server.as(owner);
  const read = async (attemptId: number) =>
    (await client.get<{ score: Score; decision: Decision | null }>('/exam/score/get', { attemptId })).body.data;
  let version = 0;
  const save = async (attemptId: number, fields: Fields) => {
    const answer = await client.postJson<Score>('/exam/score/save', { attemptId, version, ...fields });
    if (answer.status === 200) ({ version } = answer.body.data);
    return answer;
  };
  return { owner, examiners, student, exam, oral, written, pen, essay, client, read, save };
}
type Score = { version: number; marks: { itemId: number; measures: object | null }[] };
type Decision = { mark: string; scores: { id: number }[] };

const measures = { zqd: 90, lld: 80, wzd: 70, gjc: null };

test('a submitted oral score stays submitted and marked by what a call leaves out', async () => {
  const { oral, save } = await makeSchool();
  const first = await save(oral.id, { measures, comment: '不错', final: 1 });
  const { state, percent, marks } = first.body.data as Score & { state: string; percent: number };
  expect([state, percent]).toEqual(['final', 81]);
  expect((await save(oral.id, { comment: '很好' })).body.data).toMatchObject({
    state,
    percent,
    marks,
    comment: '很好',
  });
  expect((await save(oral.id, { measures: { zqd: 80 } })).body.data).toMatchObject({
    ...{ state, comment: '很好' },
    marks: [{ measures: { ...measures, zqd: 80 } }],
  });
  expect((await save(oral.id, { measures: { lld: '' } })).body).toMatchObject({
    ...{ code: 400, data: { fieldErrors: { 'measures.lld': expect.stringContaining('还没有打分') as unknown } } },
  });
  expect((await save(oral.id, { final: 0, comment: '' })).body.data).toMatchObject({
    ...{ state: 'draft', comment: '', marks: [{ measures: { ...measures, zqd: 80 } }] },
  });
  expect((await save(oral.id, { measures: { lld: '' } })).body.data).toMatchObject({
    ...{ state: 'draft', marks: [{ measures: { zqd: 80, wzd: 70, gjc: null } }] },
  });
});

test('points of one item leave those of the others and all comments', async () => {
  const { written, pen, essay, save, read } = await makeSchool();
  const points = [
    { itemId: pen, pointMarks: [6, 3], comment: '要点齐' },
    { itemId: essay, points: 7 },
  ];
  await save(written.id, { points, comment: '整体好', final: 1 });
  const changed = await save(written.id, { points: [{ itemId: essay, points: 8 }], final: 1 });
  expect(changed.body.data).toMatchObject({ state: 'final', comment: '整体好' });
  const marks = expect.arrayContaining([
    expect.objectContaining({ itemId: pen, pointMarks: [6, 3], points: 9, comment: '要点齐' }),
    expect.objectContaining({ itemId: essay, points: 8, comment: '' }),
  ]) as unknown;
  expect(changed.body.data.marks).toEqual(marks);
  await save(written.id, { points: [{ itemId: essay, comment: '有新意' }] });
  await save(written.id, { points: [{ itemId: pen, points: 5 }] });
  const { score } = await read(written.id);
  expect(score.marks).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ itemId: pen, pointMarks: null, points: 5, comment: '要点齐' }),
      expect.objectContaining({ itemId: essay, points: 8, comment: '有新意' }),
    ]),
  );
  // As it was read.
  const same = await save(written.id, {
    points: score.marks.filter((one) => one.itemId === pen || one.itemId === essay),
  });
  expect(same.body).toMatchObject({ code: 200, data: { version: score.version, marks: score.marks } });
});

test('不适用 is for 关键词 of a question that has none, and the document says so', async () => {
  const { oral, save, client } = await makeSchool({ keyPoints: ['春天'] });
  expect((await save(oral.id, { measures })).body).toMatchObject({
    data: { fieldErrors: { 'measures.gjc': expect.stringContaining('不能选“不适用”') as unknown } },
  });
  const { data } = await client.send({ method: 'GET', url: '/openapi.json' });
  expect(data.toString('utf8')).toContain('null 为不适用（这项不计），只用于没有关键词的题');
});

test('the part of a comment in the own bank stays', async () => {
  const { client } = await makeSchool();
  type Entry = { id: number; text: string; part: string };
  const made = await client.post<Entry[]>('/exam/score/commentSave', { text: '语速适中', part: 'oral' });
  const [entry] = made.body.data;
  expect(entry).toMatchObject({ part: 'oral' });
  const edited = await client.post('/exam/score/commentSave', { id: entry?.id, text: '语速合适' });
  expect(edited.body.data).toEqual([{ ...entry, text: '语速合适' }]);
  const emptied = await client.post('/exam/score/commentSave', { id: entry?.id, text: '语速合适', part: '' });
  expect(emptied.body.data).toEqual([{ ...entry, text: '语速合适', part: '' }]);
});

test('评分设置 as they were read, with a change in them; what is set elsewhere is refused by its name', async () => {
  const { exam, client } = await makeSchool();
  const setting = async (fields: Fields) => client.postJson<Fields>('/exam/setting', { id: exam.id, ...fields });
  const read = (await client.get<Fields>('/exam/setting', { id: exam.id })).body.data;
  expect((await setting(read)).body).toMatchObject({ code: 200, data: read });
  const settings = { ...(read.settings as Fields), rowsPerPage: 40 };
  const changed = await setting({ ...read, settings });
  expect(changed.body).toMatchObject({ code: 200, data: { settings } });
  for (const [more, field] of [
    [{ settings: { prepSeconds: 77 } }, 'settings.prepSeconds'],
    [{ settings: { measureWeights: { zqd: 1, lld: 1, wzd: 1, gjc: 1 } } }, 'settings.measureWeights'],
    [{ settings: { goodFrom: 1 } }, 'settings.goodFrom'],
    [{ settings: { passFrom: 50 }, passFrom: 55 }, 'settings.passFrom'],
    [{ settings: { isblind: true } }, 'settings.isblind'],
    [{ prepSeconds: 77 }, 'prepSeconds'],
  ] as const) {
    const answer = await setting(more);
    expect([more, answer.status, answer.body.data]).toEqual([
      more,
      400,
      { fieldErrors: expect.objectContaining({ [field]: expect.any(String) as unknown }) as unknown },
    ]);
  }
});

test('the own profile as it was read, with a picture and without', async () => {
  const { student } = await makeSchool();
  const client = await server.as(student);
  const file = await makeFile({ owner: student });
  const read = async () => (await client.get<Fields>('/user/profile')).body.data;
  const empty = await read();
  expect((await client.postJson('/user/profile', empty)).body).toMatchObject({ code: 200, data: empty });
  const set = await client.put<Fields>('/user/profile', { avatar: file.id });
  expect(set.body.data.avatar).toBe(`/api/file/${file.id}`);
  expect((await client.put('/user/profile', await read())).body).toMatchObject({ code: 200, data: set.body.data });
  expect((await client.put('/user/profile', { avatar: '' })).body.data).toMatchObject({ avatar: null });
  expect((await client.put('/user/profile', { avatar: 'x.jpg' })).body).toMatchObject({
    data: { fieldErrors: { avatar: expect.stringContaining('头像') as unknown } },
  });
});

test('recordings are deleted as many as were seen, or none', async () => {
  const client = await server.as(await makeTeacher({ is_admin: 1 }));
  const { before } = (await client.get<{ before: number }>('/retention/list')).body.data;
  expect(await client.post('/retention/delete', { before, expected: 5 })).toMatchObject({
    status: 409,
    body: { message: '现在没有要删除的录音，可能刚刚已经删除。' },
  });
  expect((await client.post('/retention/delete', { before, expected: 0 })).body).toMatchObject({ code: 200, data: 0 });
});

test('a body of another type is refused with a sentence', async () => {
  const { owner, client } = await makeSchool();
  const name = { name: '周敏' };
  const foreign = ['text/plain; application/json', 'text/plain; a=multipart/form-data', 'x-form'];
  for (const type of ['text/plain', 'application/xml', 'text/plain;charset=UTF-8', ...foreign]) {
    const ask = { method: 'POST', url: '/user/profile', headers: { 'Content-Type': type } };
    expect(await client.ask({ ...ask, data: JSON.stringify(name) })).toMatchObject({
      status: 415,
      body: { code: 415, message: expect.stringContaining('application/json') as unknown },
    });
    // The client writes an empty text as JSON where the type names it.
    if (foreign.includes(type)) continue;
    expect((await client.ask({ ...ask, url: '/user/userInfo', data: '' })).body).toMatchObject({
      data: { id: owner.id },
    });
  }
  const headers = { 'Content-Type': 'Application/JSON ; charset=utf-8' };
  const asked = await client.ask({ method: 'POST', url: '/user/profile', headers, data: JSON.stringify(name) });
  expect(asked.body).toMatchObject({ code: 200, data: name });
});

test('what there is to decide about comes with its mark, and an older one is refused', async () => {
  const { examiners, oral, exam, client, read } = await makeSchool();
  for (const [index, examiner] of examiners.entries()) {
    const lower = Object.fromEntries(
      Object.entries(measures).map(([name, value]) => [name, value && value - index * 40]),
    );
    const marked = await (
      await server.as(examiner)
    ).postJson('/exam/score/save', { attemptId: oral.id, measures: lower, final: 1 });
    expect(marked.status).toBe(200);
  }
  expect((await read(oral.id)).decision).toBeNull();
  await client.post('/exam/score/marks', { examId: exam.id, part: 'oral' });
  const { decision } = await read(oral.id);
  expect(decision).toMatchObject({ decided: null, scores: [{ percent: 81 }, { percent: 41 }] });
  const asked = {
    attemptId: oral.id,
    scoreIds: [decision?.scores[0]?.id],
    reason: '以第一位为准',
    mark: decision?.mark,
  };
  expect((await client.postJson('/exam/score/decide', { ...asked, mark: '1:2' })).status).toBe(409);
  expect((await client.postJson('/exam/score/decide', asked)).status).toBe(200);
  expect((await read(oral.id)).decision).toMatchObject({ decided: { reason: '以第一位为准' } });
  expect((await client.postJson('/exam/score/decide', { ...asked, reason: '再看以后' })).status).toBe(409);
});
