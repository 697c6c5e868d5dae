import sharp from 'sharp';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import { db } from '~/db/db.server';
import { inviteColleague } from '~/domain/user/invitation.commands.server';
import type { UserRow } from '~/domain/user/user.queries.server';
import { sessionCookie } from '~/http/session.server';
import * as cart from '~/routes/api.cart.$call';
import * as classes from '~/routes/api.class.$call';
import * as upload from '~/routes/api.common.upload';
import * as examType from '~/routes/api.examType.$call';
import * as directories from '~/routes/api.exam.dir.$call';
import * as oral from '~/routes/api.exam.oral.$call';
import * as questions from '~/routes/api.exam.question.$call';
import * as theory from '~/routes/api.exam.theory.$call';
import * as written from '~/routes/api.exam.written.$call';
import * as messages from '~/routes/api.msg.$call';
import * as sceneType from '~/routes/api.sceneType.$call';
import * as students from '~/routes/api.stu.$call';
import * as user from '~/routes/api.user.$call';
import { actorOf, makeClassroom, makeStudent, makeTeacher, makeTheoryQuestion } from '~tests/factories';
import { useDatabase } from '~tests/support/db';

/** Repeated requests get the first answer and make nothing; whose request it is; what is taken for an input at all. */

useDatabase();

const ROUTES = {
  cart,
  class: classes,
  examType,
  'exam/dir': directories,
  'exam/oral': oral,
  'exam/question': questions,
  'exam/theory': theory,
  'exam/written': written,
  msg: messages,
  sceneType,
  stu: students,
  user,
};
type Fields = Record<string, string>;
type Answer = { status: number; body: { code: number | string; message: string; data: never } };

let teacher: UserRow;
let student: UserRow;

beforeEach(async () => {
  teacher = await makeTeacher();
  student = await makeStudent();
});

async function send(
  path: string,
  body: BodyInit | null,
  headers: Fields = {},
  as: UserRow | null = teacher,
): Promise<Answer> {
  const [address = ''] = path.split('?');
  const group = address === 'common/upload' ? address : address.slice(0, address.lastIndexOf('/'));
  const sent = new Headers(headers);
  if (as) {
    const data = { uid: as.id, role: as.user_type, version: as.session_version, renewedAt: Date.now() };
    sent.set('Cookie', (await sessionCookie(data)).split(';')[0] ?? '');
  }
  const method = body === null ? 'GET' : 'POST';
  const request = new Request(`http://localhost/api/${path}`, { method, body, headers: sent });
  const { loader, action } = group === address ? upload : ROUTES[group as keyof typeof ROUTES];
  const call = address.slice(group.length + 1);
  const response = await (body === null ? loader : action)({ request, params: { call }, context: {} });
  return { status: response.status, body: await response.json() };
}

const post = (path: string, fields: Fields, key = '') =>
  send(path, new URLSearchParams(fields), key ? { 'Idempotency-Key': key } : {});

const multipart = (fields: Fields, file?: File) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  if (file) form.set('file', file);
  return form;
};

const countOf = async (table: 'users' | 'classrooms' | 'questions' | 'directories' | 'scene_types' | 'files') =>
  (await db().selectFrom(table).select('id').execute()).length;

const picture = async () =>
  new File(
    [
      new Uint8Array(
        await sharp({ create: { width: 20, height: 10, channels: 3, background: '#fff' } })
          .png()
          .toBuffer(),
      ),
    ],
    'a.png',
  );

describe('the same key again', () => {
  test('gets the first answer, as a header or as a field, whatever came with it', async () => {
    const first = await post('class/add', { name: '一班', year: '2026' }, 'key-1');
    expect(first).toMatchObject({ status: 200, body: { data: { name: '一班', archivedAt: null } } });
    expect(await post('class/add', { name: '二班', year: '2026', requestId: 'key-1' })).toEqual(first);
    expect(await post('class/add', { name: '三班', year: '2026', requestId: '' }, 'key-1')).toEqual(first);
    expect(await countOf('classrooms')).toBe(1);
  });

  test('another call or another user may use the same key', async () => {
    const key = 'the-same';
    const { id } = await makeTheoryQuestion({ owner: teacher });
    const requests = [
      () => post('sceneType/add', { name: '讲解' }, key),
      () => post('examType/add', { name: '讲解' }, key),
      () => post('exam/dir/add', { name: '讲解', bank: 'oral' }, key),
      () => post('class/add', { name: '讲解', year: '2026' }, key),
      () => post('exam/oral/add', { title: '讲解', examContent: '你好。' }, key),
      () => post('exam/written/add', { title: '讲解', prompt: '写。' }, key),
      () => post('exam/theory/add', { stem: '对吗', kind: 'judge', answer: 'T' }, key),
      () => post('cart/add', { questionId: `${id}` }, key),
    ];
    const askAll = async () => {
      const answers = [];
      for (const request of requests) answers.push(await request());
      return answers;
    };
    const answers = await askAll();
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await countOf('questions')).toBe(4);

    expect(await askAll()).toEqual(answers);
    expect([await countOf('questions'), await countOf('directories'), await countOf('scene_types')]).toEqual([4, 1, 1]);
    teacher = await makeTeacher();
    expect((await post('exam/theory/add', { stem: '对吗', kind: 'judge', answer: 'T' }, key)).status).toBe(200);
    expect(await countOf('questions')).toBe(5);
  });

  test('a refused request binds no key', async () => {
    expect((await post('sceneType/add', { name: '' }, 'k')).status).toBe(400);
    expect((await post('class/add', { name: '一班', year: '2026', teacherIds: '99999' }, 'k')).status).toBe(400);
    expect((await post('class/add', { name: '一班', year: '2026' }, 'k')).status).toBe(200);
    expect((await post('class/add', { name: '一班', year: '2026' }, 'k'.repeat(101))).status).toBe(400);
  });

  test('a student added once has one password, also when the repeat names another', async () => {
    const classId = `${(await makeClassroom({ teacher })).id}`;
    const first = await post('stu/add', { account: '01', name: '甲', classId }, 'k');
    expect(await post('stu/add', { account: '02', name: '乙', classId }, 'k')).toEqual(first);
    expect(first.body.data).toMatchObject({ account: '01', canChange: true });
  });

  test('an upload is one file, one after the other and at once', async () => {
    const files = await countOf('files');
    const body = multipart({ type: 'image' }, await picture());
    const first = await send('common/upload', body, { 'Idempotency-Key': 'u' });
    expect(first.body.data).toEqual({
      id: expect.any(String) as string,
      url: expect.stringMatching(/^\/api\/file\//) as string,
      name: 'a.jpg',
      size: expect.any(Number) as number,
      mime: 'image/jpeg',
      durationMs: null,
      promisedMs: null,
      width: 20,
      height: 10,
    });
    const again = multipart({ type: 'image', requestId: 'u' }, await picture());
    expect(await send('common/upload', again)).toEqual(first);
    const twice = await Promise.all(
      [1, 2].map(async () => send('common/upload', multipart({ type: 'image', requestId: 'v' }, await picture()))),
    );
    expect(twice[0]).toEqual(twice[1]);
    expect(twice[0]).not.toEqual(first);
    expect(await countOf('files')).toBe(files + 2);
  });

  test('students from a spreadsheet come once, though the file is sent again', async () => {
    const classId = `${(await makeClassroom({ teacher })).id}`;
    const sheet = async (rows: string[][]) =>
      new File([new Uint8Array(await writeExcelFile([['学号', '姓名'], ...rows]).toBuffer())], '名单.xlsx');
    const bring = async (rows: string[][]) =>
      send('stu/import', multipart({ classId, confirm: '1', requestId: 'k' }, await sheet(rows)));
    expect(await bring([['1', '']])).toMatchObject({ status: 409 });
    const first = await bring([['1', '甲']]);
    expect(first).toMatchObject({ status: 200, body: { data: { count: 1 } } });
    expect(await bring([['1', '甲']])).toEqual(first);
    expect(await bring([['2', '乙']])).toEqual(first);
  });

  test('questions from a file come once, one after the other and at once', async () => {
    const bring = (requestId: string, text = '水往低处流。{T}\n') =>
      send('exam/question/import', multipart({ bank: 'theory', confirm: '1', requestId }, new File([text], 'a.gift')));
    expect(await bring('k', '连线{=甲 -> 乙 =丙 -> 丁}\n')).toMatchObject({ status: 409 });
    const first = await bring('k');
    expect(first).toMatchObject({ status: 200, body: { data: { stored: 1 } } });
    expect(await bring('k')).toEqual(first);
    const other = '地球绕着太阳转。{T}\n';
    const [one, two] = await Promise.all([bring('m', other), bring('m', other)]);
    expect(one).toEqual(two);
    expect(await countOf('questions')).toBe(2);
  });

  test('a registration whose answer was lost is answered again to who knows the link and the key', async () => {
    const token = await inviteColleague(actorOf(teacher), { note: '', requestId: '' }, Date.now());
    const fields = { token, account: 'w1', name: '王芳', password: 'spring rain 26' };
    const register = (extra: Fields) => send('user/register', new URLSearchParams({ ...fields, ...extra }), {}, null);
    const first = await register({ requestId: 'r' });
    expect(first.status).toBe(200);
    expect(await register({ requestId: 'r' })).toEqual(first);
    expect((await register({ requestId: 'other' })).status).toBe(409);
    expect((await register({})).status).toBe(409);
  });
});

describe('whose request it is', () => {
  const as = (id: string | number) => ({ 'X-User-Id': String(id) });

  test('the own uid passes, given once or not at all, in an upload too', async () => {
    const file = await picture();
    for (const uid of ['', `${teacher.id}`]) {
      expect((await send('common/upload', multipart({ type: 'image', uid }, file), as(uid))).status).toBe(200);
      expect((await send(`msg/list?uid=${uid}`, null, as(uid))).status).toBe(200);
    }
    expect((await send('common/upload', multipart({ type: 'image' }, file))).status).toBe(200);
    const json = JSON.stringify({ uid: teacher.id });
    expect((await send('user/userInfo', json, { 'Content-Type': 'application/json' })).status).toBe(200);
  });

  test("another's, a repeated and a malformed one are refused and logged", async () => {
    const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const own = `${teacher.id}`;
    const file = await picture();
    const before = await countOf('files');
    const twice = multipart({ type: 'image', uid: own }, file);
    twice.append('uid', own);
    const refused = [
      await send('common/upload', multipart({ type: 'image', uid: `${student.id}` }, file)),
      await send('common/upload', multipart({ type: 'image' }, file), as(student.id)),
      await send('common/upload', twice),
      await send(`common/upload?uid=${student.id}`, multipart({ type: 'image' }, file)),
      await send('stu/import', multipart({ uid: '0' })),
      await send('exam/question/import', multipart({ uid: ' ' })),
      await send(`msg/list?uid=${own}&uid=${own}`, null),
      await send(`msg/allRead?uid=${own}&uid=${own}`, new URLSearchParams({ uid: own })),
      await send('msg/list', null, as(`${own}, ${own}`)),
      await send('msg/list', null, as(`0${own}`)),
      await post('msg/allRead', { uid: `${own}.0` }),
      await send('msg/allRead', JSON.stringify({ uid: [teacher.id] }), { 'Content-Type': 'application/json' }),
    ];
    expect(refused.map(({ status, body }) => [status, body.message])).toEqual(refused.map(() => [403, '拒绝访问']));
    expect(log.mock.calls.filter(([line]) => String(line).includes('foreign_uid'))).toHaveLength(refused.length);
    expect(await countOf('files')).toBe(before);
    log.mockRestore();
  });
});

describe('what is taken for an input', () => {
  const json = (path: string, body: string) => send(path, body, { 'Content-Type': 'application/json' });

  test('numbers as text, lists as comma strings or arrays, empty page numbers, unknown fields', async () => {
    const page = await send('stu/list?pageSize=&currentPage=&whatever=1&classId=', null);
    expect(page.body).toMatchObject({ code: 200, pageSize: 15, currentPage: 1 });
    const [one, two] = [await makeTheoryQuestion({ owner: teacher }), await makeTheoryQuestion({ owner: teacher })];
    const move = (ids: unknown) => json('exam/theory/move', JSON.stringify({ ids, other: 1 }));
    for (const ids of [`${one.id},${two.id}`, [one.id, two.id], [`${one.id}`, `${two.id}`], [one.id, one.id, two.id]]) {
      expect((await move(ids)).body).toMatchObject({ data: 2 });
    }
    for (const ids of [true, [true], {}, 'a', [[one.id]], 1.5, -1, null, '1e400']) {
      expect([ids, (await move(ids)).status]).toEqual([ids, 400]);
    }
  });

  test('a name of a type stands in every answer about a question', async () => {
    const { id } = (await post('sceneType/add', { name: '讲解' })).body.data as { id: number };
    const made = await post('exam/oral/add', {
      title: '讲',
      examContent: '好。',
      sceneTypeId: `${id}`,
      keyPoint: 'a,b',
    });
    const question = made.body.data as { id: number };
    const expected = { sceneTypeName: '讲解', examTypeName: '', keyPoint: 'a,b' };
    expect(question).toMatchObject({ ...expected, chunks: [{ text: '好。' }] });
    expect((await send(`exam/oral/get?id=${question.id}`, null)).body.data).toMatchObject(expected);
    expect((await post('exam/oral/rename', { id: `${question.id}`, title: '新' })).body.data).toMatchObject(expected);
  });

  test('what no schema could judge is refused in Chinese', async () => {
    const deep = `{"name":${'['.repeat(200_000)}${']'.repeat(200_000)},"year":2026}`;
    for (const body of [
      deep,
      '{"name":"\\u0000","year":2026}',
      '{"name":"一班","year":{"toString":1,"valueOf":1}}',
      '{"name":"一班","year":2026,"teacherIds":[{"valueOf":1}]}',
      '[]',
      '{',
      '{"name":7,"year":[]}',
    ]) {
      const { status, body: answer } = await json('class/add', body);
      expect([body.slice(0, 40), status, answer.code]).toEqual([body.slice(0, 40), 400, 400]);
      expect(answer.message).toMatch(/^[\p{Script=Han}，。、\w\s]+$/u);
    }
    expect((await send('msg/list?type=a%00', null)).status).toBe(400);
    expect((await json('user/login', '{"account":"a","password":{}}')).body.message).toBe('应为文字');
  });
});
