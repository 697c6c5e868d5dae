import { beforeAll, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { makeClassroom, makeComment, makeWork, makeStudent, makeTeacher } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import type { Client, Fields } from './client';
import { useServer } from './server';

useDatabase({ keepRows: true });
const server = useServer();

let clients: Record<'teacher' | 'stranger' | 'student', Client>;
let student: Awaited<ReturnType<typeof makeStudent>>;
let teacher: Awaited<ReturnType<typeof makeTeacher>>;
let work: Awaited<ReturnType<typeof makeWork>>;

beforeAll(async () => {
  teacher = await makeTeacher({ name: '周敏' });
  const stranger = await makeTeacher();
  const classroom = await makeClassroom({ teacher, name: '导游 1 班' });
  student = await makeStudent({ classroom_id: classroom.id, name: '林可欣', has_consent: 1 });
  work = await makeWork({ student, teacher, title: '颐和园' });
  clients = {
    teacher: await server.as(teacher),
    stranger: await server.as(stranger),
    student: await server.as(student),
  };
});

async function send(who: keyof typeof clients, path: string, body?: Fields, headers: Record<string, string> = {}) {
  const url = `/interact/${path}`;
  return body ? clients[who].ask({ method: 'POST', url, data: body, headers }) : clients[who].get(url);
}

const pending = async () => (await makeComment({ work, author: student })).id;
const stateOf = async (id: number) =>
  (await db().selectFrom('comments').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;

test('a comment is answered as its writer sees it; the same key is the same comment', async () => {
  const key = { 'Idempotency-Key': 'one' };
  const first = await send('student', 'comment/add', { workId: work.id, text: '谢谢大家' }, key);
  expect(first.body).toMatchObject({
    code: 200,
    success: true,
    data: { text: '谢谢大家', name: '我', state: 'pending', audioUrl: null, isOwn: true },
  });
  expect((first.body.data as { createTime: string }).createTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  const again = await send('student', 'comment/add', { workId: work.id, text: '谢谢' }, key);
  expect(again.body.data).toEqual(first.body.data);
  const answer = await send('teacher', 'comment/add', { workId: work.id, text: '很好' });
  expect(answer.body.data).toMatchObject({ state: 'approved' });
  const list = await send('stranger', `comment/list?workId=${work.id}`);
  expect(list.body).toMatchObject({
    totalCount: 1,
    pageSize: 15,
    currentPage: 1,
    data: [{ name: '周敏老师', isTeacher: true, replies: [] }],
  });
});

test('what is wrong is said at its field, what is not there is not found', async () => {
  expect(await send('student', 'comment/add', { workId: work.id })).toMatchObject({
    status: 400,
    body: { data: { fieldErrors: { text: '请写下评论，或附上一段录音。' } } },
  });
  const long = await send('student', 'comment/add', { workId: work.id, text: '好'.repeat(501) });
  expect(long).toMatchObject({ status: 400, body: { message: '评论最多 500 个字' } });
  expect((await send('student', 'comment/list?workId=99999')).status).toBe(404);
  expect((await send('student', 'comment/add', { workId: 99999, text: '好' })).status).toBe(404);
});

test('moderating comments is all or nothing and of the own classes', async () => {
  const [one, two] = [await pending(), await pending()];
  const ids = `${one},${two}`;
  expect((await send('student', 'comment/moderate', { ids, decision: 'approve' })).status).toBe(403);
  expect((await send('stranger', 'comment/moderate', { ids, decision: 'approve' })).status).toBe(404);
  expect((await send('teacher', 'comment/moderate', { ids: [one, 99999], decision: 'approve' })).status).toBe(404);
  expect(await stateOf(one)).toBe('pending');
  expect(await send('teacher', 'comment/moderate', { ids, decision: 'maybe' })).toMatchObject({ status: 400 });
  expect(await send('teacher', 'comment/moderate', { ids, decision: 'reject' })).toMatchObject({
    status: 400,
    body: { data: { fieldErrors: { reason: '请选择或写明原因，作者会看到。' } } },
  });
  expect((await send('teacher', 'comment/moderate', { ids, decision: 'approve' })).body.data).toBe(2);
  expect(await send('teacher', 'comment/moderate', { ids, decision: 'reject', reason: '与作品无关' })).toMatchObject({
    status: 409,
    body: { success: false },
  });
});

test('deleting: the own, or with a reason', async () => {
  const id = await pending();
  expect((await send('stranger', 'comment/delete', { id, reason: '不妥' })).status).toBe(404);
  expect(await send('teacher', 'comment/delete', { id })).toMatchObject({
    status: 400,
    body: { data: { fieldErrors: { reason: '请写明删除的原因，作者会看到。' } } },
  });
  expect((await send('student', 'comment/delete', { id })).body.data).toBe(1);
  expect((await send('student', 'comment/delete', { id })).body.data).toBe(0);
});

test('moderating works is all or nothing, and its author needs the guardian’s consent', async () => {
  const consented = await makeWork({ student, teacher, state: 'pending' });
  const minor = await makeStudent({ classroom_id: student.classroom_id, name: '王浩然' });
  const unasked = await makeWork({ student: minor, teacher, state: 'pending' });
  const ids = [consented.id, unasked.id];
  expect((await send('student', 'work/moderate', { ids, decision: 'approve' })).status).toBe(403);
  expect((await send('stranger', 'work/moderate', { ids, decision: 'approve' })).status).toBe(404);
  expect(await send('teacher', 'work/moderate', { ids, decision: 'approve' })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('王浩然 没有登记监护人同意') as string },
  });
  const states = await db().selectFrom('works').select('state').where('id', 'in', ids).execute();
  expect(states.map(({ state }) => state)).toEqual(['pending', 'pending']);
  const rejected = await send('teacher', 'work/moderate', { ids, decision: 'reject', reason: '照片模糊' });
  expect(rejected.body.data).toBe(2);
});
