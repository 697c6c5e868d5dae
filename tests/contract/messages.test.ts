import { beforeAll, expect, test } from 'vitest';
import { sendMessages } from '~/domain/message/message.commands.server';
import { makeStudent } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import type { Client, Fields } from './client';
import { useServer } from './server';

useDatabase({ keepRows: true });
const server = useServer();

let own: Client;

beforeAll(async () => {
  const student = await makeStudent();
  const other = await makeStudent();
  own = await server.as(student);
  const at = Date.UTC(2026, 10, 21, 1);
  for (const title of ['甲', '乙']) await sendMessages([student.id], { kind: 'exam', title, link: '/dashboard' }, at);
  await sendMessages([student.id, other.id], { kind: 'interact', title: '丙' }, at + 1000);
});
type Row = { id: number; kind: string; title: string; link: string; isRead: boolean; createdAt: string };

const get = (path: string) => own.get<Row[]>(path);
const post = (path: string, fields: Fields) => own.post(path, fields);

test('the list is flat, newest first, filtered by kind and by what was read', async () => {
  const { body } = await get('/msg/list');
  expect(body).toMatchObject({ code: 200, success: true, pageSize: 15, totalCount: 3, currentPage: 1 });
  expect(body.data.map((row) => row.title)).toEqual(['丙', '乙', '甲']);
  expect(body.data[1]).toMatchObject({
    kind: 'exam',
    link: '/dashboard',
    isRead: false,
    createdAt: '2026-11-21 09:00:00',
  });
  expect((await get('/msg/list?type=interact')).body).toMatchObject({ totalCount: 1 });
  expect((await get('/msg/list?type=exam&isRead=1')).body).toMatchObject({ totalCount: 0 });
  expect((await get('/msg/list?isRead=0&pageSize=2')).body.data).toHaveLength(2);
});

test('reading, the count and deleting', async () => {
  const ids = (await get('/msg/list?type=exam')).body.data.map((row) => row.id);
  expect((await get('/msg/getNewsCount')).body).toMatchObject({ code: 200, data: 3 });
  expect((await post('/msg/read', { ids: String(ids[0]) })).body).toMatchObject({ data: 1 });
  expect((await get('/msg/list?isRead=1')).body).toMatchObject({ totalCount: 1 });
  expect((await post('/msg/read', { ids: `${ids[1]},999999` })).status).toBe(404);
  expect((await post('/msg/allRead', {})).body).toMatchObject({ data: 2 });
  expect((await get('/msg/getNewsCount')).body).toMatchObject({ data: 0 });
  expect((await post('/msg/delMsgs', {})).status).toBe(400);
  expect((await post('/msg/delMsgs', { ids: ids.join(',') })).body).toMatchObject({ data: 2 });
  expect((await get('/msg/list')).body).toMatchObject({ totalCount: 1 });
});

test('without a session the count is refused, so that a page stops asking', async () => {
  expect((await (await server.as()).get('/msg/getNewsCount')).status).toBe(401);
});
