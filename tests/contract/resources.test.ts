import { beforeAll, expect, test } from 'vitest';
import { makeClassroom, makeResource, makeStudent, makeTeacher } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import type { Client, Fields } from './client';
import { useServer } from './server';

useDatabase({ keepRows: true });
const server = useServer();

let teacher: Awaited<ReturnType<typeof makeTeacher>>;
let classroom: Awaited<ReturnType<typeof makeClassroom>>;
let clients: Record<'teacher' | 'student' | 'outsider', Client>;

beforeAll(async () => {
  teacher = await makeTeacher({ name: '周敏' });
  classroom = await makeClassroom({ teacher, name: '导游一班' });
  const student = await makeStudent({ classroom_id: classroom.id });
  clients = {
    teacher: await server.as(teacher),
    student: await server.as(student),
    outsider: await server.as(await makeStudent()),
  };
});

const call = (path: string, who: keyof typeof clients, body?: Fields) => {
  const url = `/exam/resource/${path}`;
  return body ? clients[who].post(url, body) : clients[who].get(url);
};

const upload = async (name: string, content: string) => {
  const type = 'resource';
  return (await clients.teacher.upload<{ id: string }>('/common/upload', { type }, { name, content })).body;
};

test('uploaded, listed for both roles, closed and deleted', async () => {
  const file = await upload('导游词（上）.md', '各位游客，大家好！');
  expect(file.data).toMatchObject({ name: '导游词（上）.md', mime: 'text/plain' });
  expect(await upload('a.txt', '<svg/>')).toMatchObject({ code: 415, success: false, data: null });

  const added = await call('add', 'teacher', {
    fileId: file.data.id,
    audience: 'class',
    classIds: String(classroom.id),
    requestId: 'once',
  });
  const resource = {
    title: '导游词（上）',
    name: '导游词（上）.md',
    kind: 'document',
    kindName: '文档',
    open: 1,
    audience: 'class',
    clazzIds: String(classroom.id),
    classNames: '导游一班',
    userName: '周敏',
    downloadCount: 0,
    createTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as unknown,
  };
  expect(added.body).toMatchObject({ code: 200, success: true, data: resource });
  const { id } = added.body.data as { id: number };

  const list = await call('list?keyword=导游词&kind=document&pageSize=5', 'teacher');
  expect(list.body).toMatchObject({ data: [{ id, ...resource }], pageSize: 5, currentPage: 1, totalCount: 1 });
  expect((await call('stu/list', 'student')).body.data).toMatchObject([{ id }]);
  expect((await call('stu/list', 'outsider')).body.data).toEqual([]);
  expect((await call('list?kind=x', 'teacher')).status).toBe(400);

  expect((await call('open', 'teacher', { ids: String(id), open: '2' })).body.message).toBe('open 应为 0 或 1');
  expect((await call('open', 'teacher', { ids: String(id), open: '0' })).body.data).toBe(1);
  expect((await call('stu/list', 'student')).body.data).toEqual([]);
  expect((await call('download', 'student', { id: String(id) })).status).toBe(404);
  expect((await call('delete', 'teacher', { ids: String(id) })).body.data).toBe(1);
  expect((await call('list?keyword=导游词', 'teacher')).body.data).toEqual([]);
});

test('a download: the whole, ranges, the name in every script, counted once', async () => {
  const name = '讲义 "一"；😀/上';
  const resource = await makeResource({ owner: teacher, title: name, content: '0123456789' });
  const send = (headers: Record<string, string> = {}) =>
    server.send('/api/exam/resource/download', {
      method: 'POST',
      body: new URLSearchParams({ id: String(resource.id) }),
      headers,
      cookie: clients.student.cookie,
    });
  const whole = await send();
  expect([whole.status, await whole.text()]).toEqual([200, '0123456789']);
  const disposition = whole.headers.get('Content-Disposition') ?? '';
  expect(disposition).toMatch(/^attachment; filename="[\x20-\x7e]+\.txt"; filename\*=UTF-8''/);
  expect(decodeURIComponent(disposition.split("UTF-8''")[1] ?? '')).toBe('讲义 _一_；😀_上.txt');
  expect(whole.headers.get('X-Content-Type-Options')).toBe('nosniff');
  expect(whole.headers.get('Content-Security-Policy')).toMatch(/sandbox$/);

  const part = await send({ Range: 'bytes=2-4' });
  expect([part.status, await part.text(), part.headers.get('Content-Range')]).toEqual([206, '234', 'bytes 2-4/10']);
  expect((await send({ Range: 'bytes=99-' })).status).toBe(416);
  const list = await call('stu/list', 'student');
  expect(list.body.data).toMatchObject([{ id: resource.id, downloadCount: 1 }]);
});

test('inline only what a browser shows safely', async () => {
  const pdf = await makeResource({ owner: teacher, name: 'a.pdf', mime: 'application/pdf', content: '%PDF-1.7' });
  const text = await makeResource({ owner: teacher });
  const word = await makeResource({ owner: teacher, name: 'a.doc', mime: 'application/msword' });
  const get = (id: number) => server.send(`/resource/file/${id}?inline=1`, { cookie: clients.student.cookie });
  const shown = await get(pdf.id);
  expect(shown.headers.get('Content-Disposition')).toMatch(/^inline/);
  expect(shown.headers.get('Content-Security-Policy')).toMatch(/^default-src 'none'; object-src 'self'/);
  expect(shown.headers.get('Content-Security-Policy')).not.toContain('sandbox');
  for (const { id } of [text, word]) {
    expect((await get(id)).headers.get('Content-Disposition')).toMatch(/^attachment/);
  }
  const list = await call('stu/list?sort=time&order=desc', 'student');
  expect(
    (list.body.data as { id: number; downloadCount: number }[]).find((row) => row.id === pdf.id)?.downloadCount,
  ).toBe(0);
});

test('an edit changes what it says and nothing else', async () => {
  const own = await makeResource({ owner: teacher, classrooms: [classroom] });
  const edit = async (fields: Fields) => (await call('edit', 'teacher', { id: own.id, ...fields })).body;
  const whom = { audience: 'class', clazzIds: String(classroom.id) };
  expect((await edit({ title: '第二课' })).data).toMatchObject({ title: '第二课', open: 1, ...whom });
  expect((await edit({ open: 0 })).data).toMatchObject({ title: '第二课', open: 0, ...whom });
  expect((await edit({ audience: 'all' })).data).toMatchObject({ open: 0, audience: 'all', clazzIds: '' });
  expect(await edit({ audience: 'class' })).toMatchObject({
    code: 400,
    data: { fieldErrors: { classIds: '请给出班级' } },
  });
  expect((await edit({ classIds: [classroom.id] })).data).toMatchObject({ title: '第二课', ...whom });
  expect(await edit({ title: '' })).toMatchObject({ code: 400, data: { fieldErrors: { title: '请填写名称' } } });
});
