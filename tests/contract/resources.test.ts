import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeClassroom, makeResource, makeStudent, makeTeacher, PASSWORD } from '~tests/factories';
import { startBuiltApp, type BuiltApp } from '~tests/support/built-app';
import { useDatabase } from '~tests/support/db';

useDatabase({ keepRows: true });

type Body = { code: number; success: boolean; message: string; data: unknown; totalCount?: number };

let app: BuiltApp;
let teacher: Awaited<ReturnType<typeof makeTeacher>>;
let classroom: Awaited<ReturnType<typeof makeClassroom>>;
let cookies: { teacher: string; student: string; outsider: string };

beforeAll(async () => {
  app = await startBuiltApp();
  teacher = await makeTeacher({ name: '周敏' });
  classroom = await makeClassroom({ teacher, name: '导游一班' });
  const student = await makeStudent({ classroom_id: classroom.id });
  cookies = {
    teacher: await app.signIn(teacher.account, PASSWORD),
    student: await app.signIn(student.account, PASSWORD),
    outsider: await app.signIn((await makeStudent()).account, PASSWORD),
  };
});
afterAll(() => app.stop());

async function call(path: string, who: keyof typeof cookies, body?: Record<string, string>) {
  const response = await app.send(`/api/exam/resource/${path}`, {
    ...(body ? { method: 'POST', body: new URLSearchParams(body) } : {}),
    cookie: cookies[who],
  });
  return { status: response.status, body: (await response.json()) as Body };
}

async function upload(name: string, content: string) {
  const form = new FormData();
  form.set('type', 'resource');
  form.set('file', new File([content], name));
  const response = await app.send('/api/common/upload', { method: 'POST', body: form, cookie: cookies.teacher });
  return (await response.json()) as Body & { data: { id: string; name: string; mime: string } };
}

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
    app.send('/api/exam/resource/download', {
      method: 'POST',
      body: new URLSearchParams({ id: String(resource.id) }),
      headers,
      cookie: cookies.student,
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
  const get = (id: number) => app.send(`/resource/file/${id}?inline=1`, { cookie: cookies.student });
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
