import { expect, test } from 'vitest';
import { db } from '~/db/db.server';
import {
  makeClassroom,
  makeExam,
  makeOralQuestion,
  makeTeacher,
  makeTheoryQuestion,
  makeWrittenQuestion,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { useServer } from './server';

/** Lists as HTTP libraries write them by themselves: `ids[]=1`, `ids[0]=1`. */

useDatabase();
const server = useServer();

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

async function makeSchool() {
  const owner = await makeTeacher();
  const colleague = await makeTeacher();
  const classrooms = [await makeClassroom({ teacher: owner }), await makeClassroom({ teacher: owner })] as const;
  const client = await server.as(owner);
  /** As axios sends an object to a form, and to an address. */
  const send = (path: string, data: object) => client.ask({ method: 'POST', url: path, data, headers: FORM });
  const get = (path: string, params: object) => client.ask({ method: 'GET', url: path, params });
  return { owner, colleague, classrooms, client, send, get };
}

test('a release for one class is for that class alone', async () => {
  const { owner, classrooms, send } = await makeSchool();
  const exam = await makeExam({
    ...{ owner, classrooms: [...classrooms], oral: await makeOralQuestion({ owner }), status: 'closed' },
  });
  const answer = await send('/exam/release', { ids: `${exam.id}`, classIds: [classrooms[1].id], confirm: 1 });
  expect(answer.body).toMatchObject({ code: 200 });
  const rows = await db().selectFrom('exam_classrooms').selectAll().where('exam_id', '=', exam.id).execute();
  expect(rows.filter((row) => row.released_at !== null).map((row) => row.classroom_id)).toEqual([classrooms[1].id]);
});

test('teachers of a class, classes and questions of an exam, its comments, questions to export', async () => {
  const { owner, colleague, classrooms, client, send, get } = await makeSchool();
  const teacherIds = [owner.id, colleague.id];
  const edited = await send('/class/edit', { id: classrooms[0].id, teacherIds });
  expect(edited.body.data).toMatchObject({
    teachers: teacherIds.map((id) => expect.objectContaining({ id }) as unknown),
  });

  const questions = [await makeTheoryQuestion({ owner }), await makeWrittenQuestion({ owner })];
  const exam = await makeExam({
    owner,
    classrooms: [...classrooms],
    written: [await makeTheoryQuestion({ owner })],
    status: 'draft',
  });
  const writtenIds = questions.map((one) => one.id).reverse();
  const changes = { clazzIds: [classrooms[1].id], writtenIds, writtenExaminerIds: [colleague.id] };
  expect((await send('/exam/edit', { id: exam.id, ...changes })).body).toMatchObject({
    code: 200,
    data: { clazzIds: `${classrooms[1].id}`, writtenIds: writtenIds.join(','), writtenExaminerIds: `${colleague.id}` },
  });
  const held = await makeExam({ owner, classrooms: [...classrooms], oral: await makeOralQuestion({ owner }) });
  const setting = await send('/exam/setting', { id: held.id, quickComments: ['好，很好', '一,二'] });
  expect(setting.body.data).toMatchObject({ settings: { quickComments: ['好，很好', '一,二'] } });
  const one = await send('/exam/setting', { id: held.id, quickComments: ['一,二'] });
  expect(one.body.data).toMatchObject({ settings: { quickComments: ['一,二'] } });

  const [first] = questions;
  const file = await client.send({
    method: 'GET',
    url: '/exam/question/export',
    params: { bank: 'theory', format: 'json', ids: [first?.id] },
  });
  expect(file.status).toBe(200);
  expect((JSON.parse(file.data.toString('utf8')) as { questions: unknown[] }).questions).toHaveLength(1);
  expect((await get('/exam/question/export', { 'bank[]': ['theory'] })).body).toMatchObject({ code: 400 });
});

test('numbered names are in the order of their numbers, in a multipart form too; an empty one empties', async () => {
  const { owner, classrooms, client, send } = await makeSchool();
  const [one, two, three] = [
    await makeTheoryQuestion({ owner }),
    await makeTheoryQuestion({ owner }),
    await makeTheoryQuestion({ owner }),
  ].map(({ id }) => id) as [number, number, number];
  const exam = await makeExam({ owner, classrooms: [...classrooms], written: [], status: 'draft' });
  const form = new FormData();
  for (const [name, value] of [
    ['id', exam.id],
    ['writtenIds[2]', three],
    ['writtenIds[0]', two],
    ['writtenIds[1]', one],
  ])
    form.append(String(name), String(value));
  const answer = await client.ask({ method: 'POST', url: '/exam/edit', data: form });
  expect(answer.body.data).toMatchObject({ writtenIds: [two, one, three].join(',') });
  expect((await send('/exam/edit', { id: exam.id, 'writtenIds[]': '' })).body.data).toMatchObject({ writtenIds: '' });
});

test('brackets in a name that is no list are refused by that name', async () => {
  const { classrooms, send, get } = await makeSchool();
  const id = classrooms[0].id;
  const before = await db().selectFrom('classrooms').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  for (const [name, text] of [
    ['teacherIdz[]', /没有 teacherIdz 这个列表/],
    ['name[]', /name 不是列表/],
    ['teacherIds[0][id]', /teacherIds 里的内容.*JSON/],
    ['teacherIds[x]', /JSON/],
    ['__proto__[]', /没有 __proto__/],
  ] as const) {
    const answer = await send('/class/edit', { id, name: '新名', [name]: '1' });
    expect([name, answer.status, answer.body.data]).toEqual([
      name,
      400,
      { fieldErrors: { [name]: expect.stringMatching(text) as unknown } },
    ]);
  }
  expect(await db().selectFrom('classrooms').selectAll().where('id', '=', id).executeTakeFirst()).toEqual(before);
  expect((await get('/class/list', { 'page[]': 2 })).status).toBe(400);
});
