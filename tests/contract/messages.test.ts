import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendMessages } from '~/domain/message/message.commands.server';
import { makeStudent, PASSWORD } from '~tests/factories';
import { startBuiltApp, type BuiltApp } from '~tests/support/built-app';
import { useDatabase } from '~tests/support/db';

useDatabase({ keepRows: true });

let app: BuiltApp;
let cookie: string;

beforeAll(async () => {
  app = await startBuiltApp();
  const student = await makeStudent();
  const other = await makeStudent();
  cookie = await app.signIn(student.account, PASSWORD);
  const at = Date.UTC(2026, 10, 21, 1);
  for (const title of ['甲', '乙']) await sendMessages([student.id], { kind: 'exam', title, link: '/dashboard' }, at);
  await sendMessages([student.id, other.id], { kind: 'interact', title: '丙' }, at + 1000);
});
afterAll(() => app.stop());

type Row = { id: number; kind: string; title: string; link: string; isRead: boolean; createdAt: string };

async function get(path: string, headers: Record<string, string> = {}) {
  const response = await app.send(path, { cookie, headers });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> & { data: Row[] } };
}

async function post(path: string, fields: Record<string, string>) {
  const response = await app.send(path, { method: 'POST', body: new URLSearchParams(fields), cookie });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

test('the list is flat, newest first, filtered by kind and by what was read', async () => {
  const { body } = await get('/api/msg/list');
  expect(body).toMatchObject({ code: 200, success: true, pageSize: 15, totalCount: 3, currentPage: 1 });
  expect(body.data.map((row) => row.title)).toEqual(['丙', '乙', '甲']);
  expect(body.data[1]).toMatchObject({
    kind: 'exam',
    link: '/dashboard',
    isRead: false,
    createdAt: '2026-11-21 09:00:00',
  });
  expect((await get('/api/msg/list?type=interact')).body).toMatchObject({ totalCount: 1 });
  expect((await get('/api/msg/list?type=exam&isRead=1')).body).toMatchObject({ totalCount: 0 });
  expect((await get('/api/msg/list?isRead=0&pageSize=2')).body.data).toHaveLength(2);
});

test('reading, the count and deleting', async () => {
  const ids = (await get('/api/msg/list?type=exam')).body.data.map((row) => row.id);
  expect((await get('/api/msg/getNewsCount')).body).toMatchObject({ code: 200, data: 3 });
  expect((await post('/api/msg/read', { ids: String(ids[0]) })).body).toMatchObject({ data: 1 });
  expect((await get('/api/msg/list?isRead=1')).body).toMatchObject({ totalCount: 1 });
  expect((await post('/api/msg/read', { ids: `${ids[1]},999999` })).status).toBe(404);
  expect((await post('/api/msg/allRead', {})).body).toMatchObject({ data: 2 });
  expect((await get('/api/msg/getNewsCount')).body).toMatchObject({ data: 0 });
  expect((await post('/api/msg/delMsgs', {})).status).toBe(400);
  expect((await post('/api/msg/delMsgs', { ids: ids.join(',') })).body).toMatchObject({ data: 2 });
  expect((await get('/api/msg/list')).body).toMatchObject({ totalCount: 1 });
});

test('without a session the count is refused, so that a page stops asking', async () => {
  const response = await app.send('/api/msg/getNewsCount', {});
  expect(response.status).toBe(401);
});
