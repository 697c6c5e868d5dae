import { afterAll, beforeAll, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { startBuiltApp, type BuiltApp } from '~tests/support/built-app';
import { useDatabase } from '~tests/support/db';
import { makeWorld, type World } from './access-world';
import type { Person } from './access-table';

/**
 * NUL in what a form says is taken out, whichever way the form is sent: PostgreSQL keeps it in no text, and nobody sees
 * it. And an answer that no form of ours sends is told of, where the practice page once broke.
 */

useDatabase({ keepRows: true });

let app: BuiltApp;
let world: World;
beforeAll(async () => {
  app = await startBuiltApp();
  world = await makeWorld(app);
});
afterAll(() => app.stop());

type Fields = Record<string, string>;
const WAYS: [string, (fields: Fields) => URLSearchParams | FormData][] = [
  ['urlencoded', (fields) => new URLSearchParams(fields)],
  [
    'multipart',
    (fields) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      return form;
    },
  ],
];

async function post(person: Person, url: string, body: URLSearchParams | FormData) {
  const response = await app.send(url, { method: 'POST', body, cookie: world.cookies[person] });
  return { status: response.status, text: await response.text() };
}

test.each(WAYS)('NUL in an ordinary form is taken out, %s', async (way, encode) => {
  const asked = { _intent: 'ask', about: 'other', title: `为\0什么${way}\0`, text: '第\0二题\0\0', requestId: way };
  const { status, text } = await post('student', '/dynamic/interact/index', encode(asked));
  expect(status, text.slice(0, 300)).toBe(303);
  const rows = db().selectFrom('threads').innerJoin('posts', 'posts.thread_id', 'threads.id');
  const kept = await rows.select(['title', 'text']).where('title', 'like', `%${way}`).execute();
  expect(kept).toEqual([{ title: `为什么${way}`, text: '第二题' }]);
});

test.each(WAYS)('a field of nothing but NUL is empty, %s', async (_way, encode) => {
  const { id } = world.classroom;
  const edit = { _intent: 'edit', id: String(id), name: '\0\0', grade: '高一', year: '2026' };
  const { status, text } = await post('teacher', `/member/class/edit?id=${id}`, encode(edit));
  expect(status).toBe(422);
  expect(text).toContain('请填写班级名称');
});

const ODD: [string, Fields][] = [
  ['a key of its own making', { requestId: 'x'.repeat(200) }],
  ['an answer beyond any length', { 'a.0.text': '长'.repeat(30_000) }],
  ['letters without end', { 'a.0.keys': 'B'.repeat(500) }],
  ['a beginning that is no time', { begunAt: 'yesterday' }],
  ['NUL', { 'a.0.keys': '\0', 'a.0.text': '\0' }],
];
test.each(ODD)('a practice’s answer with %s is no 500', async (_what, fields) => {
  for (const [, encode] of WAYS) {
    const form = { _intent: 'answer', 'r.0': '0', 'a.0.keys': 'B', ...fields };
    for (const url of [
      `/question_bank/mine/theory/preview?id=${world.sharedTheory.id}`,
      `/question_bank/mine/pen/preview?id=${world.ownPen.id}`,
    ]) {
      const { status, text } = await post('student', url, encode(form));
      expect([302, 303, 413, 422], text.slice(0, 300)).toContain(status);
      if (status >= 400) expect(text).toMatch(/[\u4e00-\u9fff]{4}/);
    }
  }
});
