import { readSheet } from 'read-excel-file/node';
import { beforeEach, describe, expect, test } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import type { UserRow } from '~/domain/user/user.queries.server';
import { makeClassroom, makeStudent, makeTeacher, makeTheoryQuestion } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { DEFAULT_FILE_NAME, type Fields } from './client';
import { useServer } from './server';

useDatabase();
const server = useServer();

let teacher: UserRow;
let other: UserRow;

beforeEach(async () => {
  teacher = await makeTeacher({ name: '周敏' });
  other = await makeTeacher({ name: '陈静' });
});

const get = async (path: string, as: UserRow | null = teacher) => (await server.as(as)).get(`/${path}`);
const post = async (path: string, fields: Fields, as: UserRow | null = teacher) =>
  (await server.as(as)).post(`/${path}`, fields);

describe('who', () => {
  const calls = ['class/list', 'class/listNoPage', 'stu/list', 'teacher/examinerList', 'stu/template'];
  const writes = [
    'class/add',
    'class/edit',
    'class/delete',
    'stu/add',
    'stu/edit',
    'stu/delete',
    'stu/resetPassword',
    'stu/export',
    'stu/import',
  ];

  test.each(calls)('GET %s: teachers only', async (path) => {
    expect(await get(path, null)).toMatchObject({
      status: 401,
      body: { code: 401, success: false, message: '未授权，请登录' },
    });
    expect(await get(path, await makeStudent())).toMatchObject({ status: 403, body: { code: 403, success: false } });
    expect((await (await server.as(teacher)).send({ method: 'GET', url: `/${path}` })).status).toBe(200);
    expect(await post(path, {})).toMatchObject({ status: 405 });
  });

  test.each(writes)('POST %s: teachers only', async (path) => {
    expect(await post(path, {}, null)).toMatchObject({ status: 401 });
    expect(await post(path, {}, await makeStudent())).toMatchObject({ status: 403 });
    expect((await get(path)).status).toBe(405);
  });
});

test('classes: add, list, names, edit, delete with students moved', async () => {
  const added = await post('class/add', {
    name: '旅游2601班',
    grade: '高一',
    year: '2026',
    teacherIds: `${teacher.id}`,
  });
  expect(added.body).toMatchObject({ code: 200, success: true, message: '', msg: '', data: { name: '旅游2601班' } });
  const id = (added.body.data as { id: number }).id;
  await makeStudent({ classroom_id: id });

  const list = await get('class/list?keyword=旅游&pageSize=5');
  expect(list.body).toMatchObject({
    code: 200,
    totalCount: 1,
    pageSize: 5,
    currentPage: 1,
    data: [{ id, studentCount: 1, grade: '高一' }],
  });
  expect((await get('class/list?currentPage=9')).body).toMatchObject({ data: [], totalCount: 1 });
  expect(await get('class/list?pageSize=0')).toMatchObject({ status: 400, body: { code: 400, success: false } });
  expect((await get('class/listNoPage')).body).toMatchObject({
    code: '0',
    success: true,
    data: [{ id, name: '旅游2601班' }],
  });

  expect(await post('class/add', { name: '', year: '' })).toMatchObject({
    status: 400,
    body: { code: 400, data: { fieldErrors: { name: '请填写班级名称' } } },
  });
  expect(await post('class/edit', { id: `${id}`, name: '旅游1班', year: '2026' }, other)).toMatchObject({
    status: 403,
  });
  expect((await post('class/edit', { id: `${id}`, name: '旅游1班', year: '2026' })).body).toMatchObject({
    data: { name: '旅游1班' },
  });

  expect(await post('class/delete', { ids: `${id}` })).toMatchObject({
    status: 409,
    body: { code: 409, success: false },
  });
  const target = await makeClassroom({ teacher });
  expect((await post('class/delete', { ids: `${id}`, moveTo: `${target.id}` })).body).toMatchObject({ data: 1 });
});

test('students: add, list, edit, reset, delete', async () => {
  const classroom = await makeClassroom({ teacher });
  const fields = { account: '0012', name: '甲', classId: `${classroom.id}`, phone: '13800000000', consent: '1' };
  const added = await post('stu/add', { ...fields, requestId: 'k1' });
  expect(added.body).toMatchObject({
    data: { account: '0012', consent: true, password: expect.any(String) as string },
  });
  expect((await post('stu/add', { ...fields, requestId: 'k1' })).body).toEqual(added.body);
  expect(await post('stu/add', fields)).toMatchObject({
    status: 409,
    body: { data: { fieldErrors: { account: expect.any(String) as string } } },
  });
  const id = `${(added.body.data as { id: number }).id}`;

  expect((await get(`stu/list?classId=${classroom.id}&keyword=12`)).body).toMatchObject({
    totalCount: 1,
    data: [{ phone: '13800000000' }],
  });
  expect((await get(`stu/list?classId=${classroom.id}`, other)).body).toMatchObject({
    totalCount: 1,
    data: [{ name: '甲', phone: '' }],
  });
  expect((await post('stu/edit', { ...fields, id, name: '乙' })).body).toMatchObject({ data: { name: '乙' } });
  expect(await post('stu/edit', { ...fields, id, name: '乙' }, other)).toMatchObject({ status: 403 });
  expect((await post('stu/resetPassword', { ids: id })).body).toMatchObject({
    data: [{ account: '0012', password: expect.stringMatching(/^\w{10}$/) as string }],
  });
  expect(await post('stu/resetPassword', { ids: id }, other)).toMatchObject({ status: 403 });
  expect(await post('stu/delete', { ids: '' })).toMatchObject({ status: 400, body: { message: '请先勾选学生' } });
  expect(await post('stu/delete', { ids: id }, other)).toMatchObject({ status: 403 });
  expect((await post('stu/delete', { ids: id })).body).toMatchObject({ data: 1 });
});

test('export is a file of the default name, of own classes only', async () => {
  const classroom = await makeClassroom({ teacher });
  await makeStudent({ account: '007', name: '=1+1', classroom_id: classroom.id });
  const file = await (await server.as(teacher)).download('/stu/export', { classId: classroom.id });
  expect(file.name).toBe(DEFAULT_FILE_NAME);
  expect((await readSheet(file.bytes))[1]?.slice(0, 2)).toEqual(['007', '=1+1']);
  expect(await post('stu/export', { classId: `${classroom.id}` }, other)).toMatchObject({ status: 403 });
});

test('import: a report first, then all or nothing', async () => {
  const classroom = await makeClassroom({ teacher });
  const upload = async (rows: string[][], fields: Fields) => {
    const content = new Uint8Array(await writeExcelFile(rows).toBuffer());
    return (await server.as(teacher)).upload('/stu/import', fields, { name: '名单.xlsx', content });
  };
  const good = [
    ['学号', '姓名'],
    ['0001', '甲'],
  ];
  const bad = [...good, ['0001', '乙']];
  const classId = `${classroom.id}`;
  expect(await upload(bad, { classId, confirm: '1' })).toMatchObject({
    status: 409,
    body: {
      data: {
        problems: [{ row: 3, column: 'A', label: '学号', text: '第 3 行 A 列（学号）：学号 0001 与第 2 行重复' }],
      },
    },
  });
  const preview = await upload(good, { classId });
  expect(preview.body).toMatchObject({
    data: { count: 1, problems: [], rows: [{ row: 2, account: '0001', problems: [] }] },
  });
  expect((await get('stu/list')).body).toMatchObject({ totalCount: 0 });
  const { fileId } = preview.body.data as { fileId: string };
  const done = await post('stu/import', { fileId, classId, confirm: '1' });
  expect(done.body).toMatchObject({
    data: { count: 1, students: [{ account: '0001', password: expect.any(String) as string }] },
  });
  expect((await post('stu/import', { fileId, classId, confirm: '1' })).body).toEqual(done.body);
  expect(await post('stu/import', {})).toMatchObject({
    status: 400,
    body: { data: { fieldErrors: { file: expect.any(String) as string } } },
  });
  expect(await post('stu/import', { uid: `${other.id}` })).toMatchObject({ status: 403 });
});

test('examiners by name', async () => {
  expect((await get('teacher/examinerList?keyword=陈')).body).toMatchObject({ data: [{ id: other.id, name: '陈静' }] });
});

test('an edit of a class or a student leaves what it does not say, and empties what is sent empty', async () => {
  const made = { name: '旅游2601班', grade: '高一', year: '2026', teacherIds: `${teacher.id},${other.id}` };
  const { id } = (await post('class/add', made)).body.data as { id: number };
  expect((await post('class/edit', { id, grade: '高二' })).body.data).toMatchObject({
    name: '旅游2601班',
    grade: '高二',
    year: 2026,
    teachers: [{ id: teacher.id }, { id: other.id }],
  });
  expect((await post('class/edit', { id, grade: '', teacherIds: '' })).body.data).toMatchObject({
    name: '旅游2601班',
    grade: '',
    teachers: [],
  });
  expect((await post('class/edit', { id, name: '' })).status).toBe(400);
  const given = { account: '2601001', name: '林可欣', classId: id, gender: '女', phone: '13800000000', consent: 1 };
  const student = (await post('stu/add', given)).body.data as { id: number };
  const edited = await post('stu/edit', { id: student.id, email: 'lin@example.com' });
  expect(edited.body.data).toMatchObject({ ...given, consent: true, email: 'lin@example.com' });
  const emptied = await post('stu/edit', { id: student.id, phone: '', consent: 0 });
  expect(emptied.body.data).toMatchObject({ ...given, phone: '', consent: false, email: 'lin@example.com' });
});

describe('handing over and erasing, by an administrator', () => {
  test('what was seen of a colleague is handed over, and no more', async () => {
    const admin = await makeTeacher({ is_admin: 1 });
    await makeTheoryQuestion({ owner: teacher });
    const seen = await get(`teacher/handOver?fromId=${teacher.id}`, admin);
    expect(seen.body.data).toMatchObject({ from: { name: '周敏' }, counts: { theory: 1, classes: 0 } });
    const { mark } = seen.body.data as { mark: string };
    await makeTheoryQuestion({ owner: teacher });
    const input = { fromId: teacher.id, toId: other.id, mark, disables: 1 };
    expect((await post('teacher/handOver', input, admin)).status).toBe(409);
    const fresh = (await get(`teacher/handOver?fromId=${teacher.id}`, admin)).body.data as { mark: string };
    const done = await post('teacher/handOver', { ...input, mark: fresh.mark }, admin);
    expect(done.body.data).toMatchObject({ from: '周敏', to: '陈静', counts: { theory: 2 } });
    expect((await get('exam/theory/list', other)).body).toMatchObject({ totalCount: 2 });
  });

  test('a deleted student is listed until nothing of the person is left', async () => {
    const admin = await makeTeacher({ is_admin: 1 });
    const student = await makeStudent({ name: '林可欣', deleted_at: Date.now() });
    const deleted = async () => (await get('stu/deleted', admin)).body.data;
    expect(await deleted()).toMatchObject([{ id: student.id, name: '林可欣' }]);
    expect((await post('stu/erase', { id: student.id, reason: 'term' }, admin)).status).toBe(409);
    const erased = await post('stu/erase', { id: student.id, reason: 'guardian', note: '母亲当面提出' }, admin);
    expect(erased.body.data).toEqual({ id: student.id, name: `已删除的学生 ${student.id}` });
    expect(await deleted()).toEqual([]);
  });
});
