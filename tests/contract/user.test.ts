import { beforeEach, describe, expect, test } from 'vitest';
import { sendMessages } from '~/domain/message/message.commands.server';
import type { UserRow } from '~/domain/user/user.queries.server';
import {
  PASSWORD,
  makeClassroom,
  makeExam,
  makeFile,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { Client, type Answer, type Fields } from './client';
import { useServer } from './server';

useDatabase();
const server = useServer();

let teacher: UserRow;
let student: UserRow;
let classroomId: number;

beforeEach(async () => {
  teacher = await makeTeacher({ name: '周敏' });
  const classroom = await makeClassroom({ teacher, name: '旅游一班' });
  classroomId = classroom.id;
  student = await makeStudent({ name: '林可欣', classroom_id: classroom.id });
});

type Data = Record<string, unknown>;
const flat = ({ status, body }: Answer<Data>) => ({ status, ...body });
const get = async (path: string, as: UserRow | null) => flat(await (await server.as(as)).get(`/${path}`));
const put = async (fields: Fields, as: UserRow) => flat(await (await server.as(as)).put('/user/profile', fields));
const post = (path: string, fields: Fields, client: Client) => client.post<Data>(`/${path}`, fields);
/** Who carries the cookie that an answer has set. */
const carrying = ({ headers }: Answer<Data>) => new Client(server.address, headers['set-cookie']?.split(';')[0]);

describe('user/login, userInfo and logout', () => {
  test('the cookie is the credential, and signing out ends it', async () => {
    const answer = await post('user/login', { account: student.account, password: PASSWORD }, await server.as());
    const cookie = carrying(answer);
    expect(flat(answer)).toMatchObject({
      code: 200,
      success: true,
      data: { id: student.id, isLogin: true, token: null },
    });
    await sendMessages([student.id], { kind: 'system', title: '通知' }, Date.now());
    expect(flat(await post('user/userInfo', {}, cookie)).data).toEqual({
      id: student.id,
      userType: 2,
      account: student.account,
      name: '林可欣',
      avatar: null,
      classId: classroomId,
      className: '旅游一班',
      theme: 'light',
      newsCount: 1,
    });
    expect(flat(await post('user/logout', {}, cookie))).toMatchObject({ code: 200, data: null });
    // The cookie itself was kept by somebody: it no longer opens anything.
    expect(flat(await post('user/userInfo', {}, cookie))).toMatchObject({ status: 401, code: 402 });
  });
});

describe('a one-time password', () => {
  test('opens nothing but its own change, except for a student whose exam is near', async () => {
    const fresh = await makeStudent({ classroom_id: classroomId, must_change_password: 1 });
    expect(await get('user/profile', fresh)).toMatchObject({
      status: 403,
      message: '请先修改初始密码，再使用其他功能。',
      data: { mustChangePassword: true },
    });
    const signedIn = await server.as(fresh);
    expect(flat(await post('user/userInfo', {}, signedIn))).toMatchObject({ status: 200, data: { id: fresh.id } });

    const written = [await makeTheoryQuestion({ owner: teacher })];
    await makeExam({ owner: teacher, classrooms: [{ id: classroomId }], written });
    expect((await get('user/profile', fresh)).status).toBe(200);

    const teacherToo = await makeTeacher({ must_change_password: 1 });
    expect((await get('user/profile', teacherToo)).status).toBe(403);
    const own = { oldPassword: PASSWORD, password: 'a-new-one-of-mine', confirm: 'a-new-one-of-mine' };
    const changed = await post('user/password', own, await server.as(teacherToo));
    expect(changed.status).toBe(200);
    expect((await carrying(changed).get('/user/profile')).status).toBe(200);
  });
});

describe('user/profile', () => {
  test('gives the region as lists and no addresses', async () => {
    expect(await get('user/profile', null)).toMatchObject({ status: 401, code: 401 });
    expect((await get('user/profile', student)).data).toEqual({
      id: student.id,
      name: '林可欣',
      gender: '',
      phone: '',
      email: '',
      avatar: null,
      province: [],
      city: [],
      district: [],
      addressList: [],
    });
  });

  test('takes comma strings, lists and single texts, and only what is given', async () => {
    const kunming = { province: ['云南省'], city: ['昆明市'], district: ['五华区'] };
    expect((await put({ province: '云南省', city: '昆明市', district: '五华区' }, student)).data).toMatchObject(
      kunming,
    );
    expect((await put({ ...kunming, phone: '13800000000' }, student)).data).toMatchObject({
      ...kunming,
      phone: '13800000000',
    });
    expect((await put({ email: 'lin@example.com', currentPassword: PASSWORD }, student)).data).toMatchObject({
      ...kunming,
      phone: '13800000000',
      email: 'lin@example.com',
      name: '林可欣',
    });
    expect((await put({ province: '江苏' }, student)).data).toMatchObject({
      province: ['江苏省'],
      city: [],
      district: [],
    });
    expect((await put({ province: '' }, student)).data).toMatchObject({ province: [], city: [] });
    const avatar = await makeFile({ owner: student });
    expect((await put({ avatar: avatar.id }, student)).data).toMatchObject({ avatar: `/api/file/${avatar.id}` });
    expect((await put({ avatar: '' }, student)).data).toMatchObject({ avatar: null });
  });

  test('the address for mail changes with the current password alone', async () => {
    for (const [currentPassword, sentence] of [
      [undefined, '修改邮箱要填写当前密码'],
      ['wrong-one', '当前密码不正确'],
    ] as const) {
      expect(await put({ email: 'evil@example.com', phone: '13911111111', currentPassword }, student)).toMatchObject({
        status: 400,
        data: { fieldErrors: { currentPassword: sentence } },
      });
    }
    const kept = (await get('user/profile', student)).data as { email: string; phone: string };
    expect(kept.email).not.toBe('evil@example.com');
    expect(kept.phone).not.toBe('13911111111');
    expect((await put({ email: kept.email, phone: '13811111111' }, student)).status).toBe(200);
  });

  test('two regions sent are two regions kept, and one of them may say less', async () => {
    const two = { province: ['云南省', '四川省'], city: ['昆明市', '成都市'], district: ['五华区', ''] };
    expect((await put({ province: '云南,四川', city: '昆明,成都', district: '五华区' }, student)).data).toMatchObject(
      two,
    );
    expect((await get('user/profile', student)).data).toMatchObject(two);
    expect((await put(two, student)).data).toMatchObject(two);
    expect((await put({ phone: '13800000000' }, student)).data).toMatchObject(two);
    expect(await put({ province: ['云南省', '火星'] }, student)).toMatchObject({
      status: 400,
      data: { fieldErrors: { province: '没有这个省份，请从列表里选择' } },
    });
    expect(await put({ province: '云南,四川,江苏,浙江,山东,河北' }, student)).toMatchObject({ status: 400 });
    expect((await put({ province: '四川省' }, student)).data).toMatchObject({ province: ['四川省'], city: [] });
  });

  test('refuses what is not in the division, a bad number, a foreign picture; userType is never written', async () => {
    expect(await put({ province: '火星' }, student)).toMatchObject({
      status: 400,
      data: { fieldErrors: { province: '没有这个省份，请从列表里选择' } },
    });
    expect(await put({ phone: 'x' }, student)).toMatchObject({ status: 400 });
    expect(await put({ email: 'x' }, student)).toMatchObject({ status: 400 });
    const foreign = await makeFile({ owner: teacher });
    expect((await put({ avatar: foreign.id }, student)).success).toBe(false);
    await put({ userType: 1, gender: '女' }, student);
    expect(flat(await post('user/userInfo', {}, await server.as(student)))).toMatchObject({
      data: { userType: 2, name: student.name },
    });
  });
});

describe('user/password', () => {
  test('changes it, goes on here and ends the others', async () => {
    const others = await server.as(student);
    const wrong = { oldPassword: 'wrong-one', password: 'spring-rain-88', confirm: 'spring-rain-88' };
    expect(flat(await post('user/password', wrong, others))).toMatchObject({
      status: 400,
      data: { fieldErrors: { oldPassword: '原密码不正确' } },
    });
    const answer = await post('user/password', { ...wrong, oldPassword: PASSWORD }, others);
    expect(answer.status).toBe(200);
    expect(flat(await post('user/userInfo', {}, others))).toMatchObject({ status: 401, code: 402 });
    const cookie = carrying(answer);
    expect(flat(await post('user/userInfo', {}, cookie))).toMatchObject({ status: 200 });
  });
});

describe('user/menu and cms/info', () => {
  test('belong to the role', async () => {
    const labels = (menu: unknown) => (menu as { label: string }[]).map((item) => item.label);
    expect(labels((await get('user/menu', teacher)).data)).toContain('成员管理');
    expect(labels((await get('user/menu', student)).data)).not.toContain('成员管理');
    expect((await get('cms/info', student)).data).toMatchObject({
      theme: 'light',
      language: 'zh-CN',
      layout: 'theme_2',
      sidebar: 'open',
      permissions: ['student'],
    });
    expect((await get('cms/info', await makeTeacher({ is_admin: 1 }))).data).toMatchObject({
      permissions: ['teacher', 'admin'],
      layout: 'theme_1',
    });
    expect(await get('cms/info', null)).toMatchObject({ status: 401, code: 401 });
  });
});

describe('devices, links and own data', () => {
  const signIn = async () => new Client(server.address, await server.signIn(student.account, PASSWORD));
  const isIn = async (client: Client) => (await client.post('/user/userInfo')).status === 200;

  test('one device is ended, then all others', async () => {
    const [here, there, elsewhere] = [await signIn(), await signIn(), await signIn()];
    const { body } = await there.get<{ id: string; isCurrent: boolean }[]>('/user/devices');
    expect(body.data).toHaveLength(3);
    const [own] = body.data;
    expect(own).toMatchObject({ isCurrent: true });
    expect((await here.post('/user/endDevice', { id: own?.id })).status).toBe(200);
    expect([await isIn(here), await isIn(there), await isIn(elsewhere)]).toEqual([true, false, true]);
    const ended = await post('user/endOthers', {}, here);
    expect(ended.body).toMatchObject({ code: 200, data: 1 });
    expect([await isIn(carrying(ended)), await isIn(elsewhere)]).toEqual([true, false]);
  });

  test("a colleague's link for a new password is seen and stopped", async () => {
    const client = await server.as(teacher);
    expect((await client.get('/user/waitingLink')).body.data).toBeNull();
    const colleague = await makeTeacher({ name: '陈静' });
    await post('teacher/resetLink', { userId: teacher.id }, await server.as(colleague));
    expect((await client.get('/user/waitingLink')).body.data).toMatchObject({
      createdBy: expect.stringContaining('陈静') as unknown,
      usableFrom: expect.any(String) as unknown,
    });
    expect((await post('user/stopLinks', {}, client)).body.data).toBe(1);
    expect((await client.get('/user/waitingLink')).body.data).toBeNull();
  });

  test('own data comes as an archive, once in ten minutes', async () => {
    const client = await server.as(student);
    const { status, name, bytes } = await client.download('/user/export');
    expect([status, /^我的数据 .*\.zip$/.test(name), bytes.subarray(0, 2).toString()]).toEqual([200, true, 'PK']);
    expect((await client.post('/user/export')).status).toBe(429);
  });
});
