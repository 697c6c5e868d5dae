import { beforeEach, expect, test } from 'vitest';
import { makeStudent, makeTeacher, makeTheoryQuestion } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import type { Client, Fields } from './client';
import { useServer } from './server';

/** The basket's part of the API (the specification's cart), over HTTP. */

useDatabase();

const server = useServer();
let own: Client;
let teacher: Awaited<ReturnType<typeof makeTeacher>>;

beforeEach(async () => {
  teacher = await makeTeacher();
  own = await server.as(teacher);
});

const get = (path: string) => own.get(path);
const send = (method: 'POST' | 'PUT' | 'DELETE', path: string, fields: Fields = {}) =>
  ({ POST: own.post, PUT: own.put, DELETE: own.delete })[method].call(own, path, fields);

test('add, list, update and delete, wrapped, with size and length as number lists', async () => {
  const question = await makeTheoryQuestion({ owner: teacher, title: '首都', points: 5 });
  const added = await send('POST', '/cart/add', { questionId: String(question.id), size: '1,2.5', length: '3' });
  const item = { type: 'wrapped', questionId: question.id, quantity: 5, size: [1, 2.5], length: [3], title: '首都' };
  expect(added).toMatchObject({ status: 200, body: { code: 200, success: true, data: item } });
  const { id } = added.body.data as { id: number };

  // Adding twice keeps one, PUT as well as POST.
  expect((await send('PUT', '/cart/add', { questionId: String(question.id) })).body.data).toMatchObject({ id });
  expect((await get('/cart/list')).body.data).toMatchObject([{ ...item, id, state: 'ready' }]);

  const updated = await send('PUT', '/cart/update', { id: String(id), quantity: '2.5', size: '' });
  expect(updated.body.data).toMatchObject({ id, type: 'wrapped', quantity: 2.5, size: [], length: [3] });

  expect(await send('DELETE', `/cart/delete?ids=${id}`)).toMatchObject({ status: 200, body: { data: 1 } });
  expect(await send('POST', '/cart/delete', { ids: String(id) })).toMatchObject({ status: 404 });
});

test('clear=1 takes everything out', async () => {
  for (const points of [1, 2]) {
    const question = await makeTheoryQuestion({ owner: teacher, points });
    await send('POST', '/cart/add', { questionId: String(question.id) });
  }
  expect(await send('DELETE', '/cart/delete?clear=1')).toMatchObject({ status: 200, body: { data: 2 } });
  expect((await get('/cart/list')).body.data).toEqual([]);
});

test('what is wrong is said at its field', async () => {
  const question = await makeTheoryQuestion({ owner: teacher });
  const wrong = await send('POST', '/cart/add', { questionId: String(question.id), quantity: '0', size: 'a' });
  expect(wrong).toMatchObject({
    status: 400,
    body: {
      success: false,
      data: { fieldErrors: { quantity: expect.any(String) as string, size: expect.any(String) as string } },
    },
  });
  expect(await send('POST', '/cart/delete')).toMatchObject({ status: 400, body: { data: { fieldErrors: {} } } });
});

test("others' questions and baskets are as good as missing; students have none", async () => {
  const other = await makeTeacher();
  const foreign = await makeTheoryQuestion({ owner: other });
  expect(await send('POST', '/cart/add', { questionId: String(foreign.id) })).toMatchObject({ status: 404 });
  const mine = await makeTheoryQuestion({ owner: teacher });
  const { id } = (await send('POST', '/cart/add', { questionId: String(mine.id) })).body.data as { id: number };
  own = await server.as(other);
  expect(await send('POST', '/cart/update', { id: String(id), quantity: '1' })).toMatchObject({ status: 404 });
  expect(await send('DELETE', `/cart/delete?ids=${id}`)).toMatchObject({ status: 404 });
  own = await server.as(await makeStudent());
  expect(await get('/cart/list')).toMatchObject({ status: 403, body: { code: 403, success: false } });
});

test('the form of the bank pages puts several in and leads back to where it came from, never off the site', async () => {
  const [a, b] = [await makeTheoryQuestion({ owner: teacher }), await makeTheoryQuestion({ owner: teacher })];
  const put = (back: string) => {
    const body = new URLSearchParams({ _intent: 'add', back });
    for (const { id } of [a, b]) body.append('ids', String(id));
    return server.send('/question_bank/basket', { method: 'POST', body, cookie: own.cookie });
  };
  const back = '/question_bank/theory/index?kind=single&currentPage=2';
  const response = await put(back);
  expect([response.status, response.headers.get('Location')]).toEqual([303, back]);
  expect((await put('https://evil.example/')).headers.get('Location')).toBe('/question_bank/basket');
  expect((await get('/cart/list')).body.data).toHaveLength(2);
});
