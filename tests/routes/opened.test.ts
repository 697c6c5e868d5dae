import { afterAll, beforeAll, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { sendMessages } from '~/domain/message/message.commands.server';
import { makeClassroom, makeFile, makeStudent, makeTeacher, makeWork, PASSWORD } from '~tests/factories';
import { startBuiltApp, type BuiltApp } from '~tests/support/built-app';
import { useDatabase } from '~tests/support/db';

useDatabase({ keepRows: true });

let app: BuiltApp;
beforeAll(async () => {
  app = await startBuiltApp();
});
afterAll(() => app.stop());

test('a list of recordings and photos opens none of them; playing one and opening one do', async () => {
  const teacher = await makeTeacher();
  const classroom = await makeClassroom({ teacher });
  for (const name of ['林可欣', '赵一诺']) {
    const student = await makeStudent({ classroom_id: classroom.id, name, has_consent: 1 });
    await makeWork({ student, teacher });
    const photo = await makeFile({ owner: student, kind: 'image' });
    const items = [{ title: '作文', fileIds: [photo.id], text: '' }];
    await makeWork({ student, teacher, state: 'pending', part: 'written', items });
  }
  const cookie = await app.signIn(teacher.account, PASSWORD);
  const get = async (url: string, method = 'GET') => app.send(url, { method, cookie });
  const opened = async () =>
    (await db().selectFrom('audit_entries').select('entity_id').where('action', '=', 'file.read').execute()).length;
  /** What a browser fetches of a page by itself. */
  const look = async (url: string) => {
    const html = await (await get(url)).text();
    const pictures = [...html.matchAll(/<img[^>]* src="(\/[^"]+)"/g)].map((found) => found[1] ?? '');
    for (const picture of pictures) await (await get(picture.replace(/&amp;/g, '&'))).arrayBuffer();
    for (const [player] of html.matchAll(/<(audio|video)[^>]*>/g)) expect(player).toContain('preload="none"');
    return html;
  };
  const gallery = await look('/dynamic/works/index');
  const queue = await look('/dynamic/examine/index');
  const [recording] = /\/api\/file\/[\w-]+/.exec(/<audio[^>]*>/.exec(gallery)?.[0] ?? '') ?? [];
  const [photo] = /\/api\/file\/[\w-]+\?width=1920/.exec(queue) ?? [];
  if (!recording || !photo) throw new Error('the lists show nothing to open');
  await get(recording, 'HEAD');
  expect(await opened()).toBe(0);
  await (await get(recording)).arrayBuffer();
  expect(await opened()).toBe(1);
  await (await get(photo)).arrayBuffer();
  expect(await opened()).toBe(2);
});

test('a message that a browser fetches ahead is not read; one that is opened is', async () => {
  const teacher = await makeTeacher();
  await sendMessages([teacher.id], { kind: 'system', title: '一条', link: '/users/groups' }, Date.now());
  await sendMessages([teacher.id], { kind: 'system', title: '又一条' }, Date.now());
  const own = db().selectFrom('messages').select(['id', 'read_at']).where('user_id', '=', teacher.id).orderBy('id');
  const cookie = await app.signIn(teacher.account, PASSWORD);
  const unread = async () => (await own.execute()).filter((row) => row.read_at === null).length;
  const [, second] = await own.execute();
  const get = (url: string, headers: Record<string, string> = {}) => app.send(url, { cookie, headers });
  for (const url of ['/users/groups', `/users/news/${second?.id}`]) {
    expect((await get(url, { 'Sec-Purpose': 'prefetch' })).status).toBe(200);
    expect((await app.send(url, { method: 'HEAD', cookie })).status).toBe(200);
  }
  expect(await unread()).toBe(2);
  await get('/users/groups');
  expect(await unread()).toBe(1);
  await get(`/users/news/${second?.id}`);
  expect(await unread()).toBe(0);
});
