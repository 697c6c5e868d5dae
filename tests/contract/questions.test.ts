import { beforeEach, describe, expect, test } from 'vitest';
import { makeFile, makeOralQuestion, makeStudent, makeTeacher } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import type { Client, Fields } from './client';
import { useServer } from './server';

/** The question banks' part of the API, over HTTP. */

useDatabase();

const server = useServer();
let own: Client;
let teacher: Awaited<ReturnType<typeof makeTeacher>>;

beforeEach(async () => {
  teacher = await makeTeacher();
  own = await server.as(teacher);
});

const get = (path: string) => own.get(path);
const post = (path: string, fields: Fields) => own.post(path, fields);
const postJson = (path: string, data: Fields, headers: Record<string, string> = {}) =>
  own.ask({ method: 'POST', url: path, data, headers });

describe('oral', () => {
  test('add, get with timed chunks, edit, rename, delete', async () => {
    const image = await makeFile({ owner: teacher });
    const added = await post('/exam/oral/add', {
      title: '朗读',
      examContent: '你好。再见！',
      keyPoint: '你好，再见',
      imageUrl: `/api/file/${image.id}`,
      level: '2',
    });
    expect(added).toMatchObject({ status: 200, body: { code: 200, success: true, message: '', msg: '' } });
    const { id } = added.body.data as { id: number };
    const one = await get(`/exam/oral/get?id=${id}`);
    expect(one.body.data).toMatchObject({
      id,
      title: '朗读',
      examContent: '你好。再见！',
      chunks: [
        { text: '你好。', time: 750 },
        { text: '再见！', time: 1500 },
      ],
      keyPoint: '你好,再见',
      imageUrl: `/api/file/${image.id}`,
      musicUrl: '',
      level: 2,
      prepSeconds: 30,
      answerSeconds: 14,
    });
    await post('/exam/oral/add', { id: String(id), title: '朗读二', examContent: '改了。' });
    expect((await get(`/exam/oral/get?id=${id}`)).body.data).toMatchObject({ title: '朗读二', keyPoint: '你好,再见' });
    expect((await post('/exam/oral/rename', { id: String(id), title: '新名' })).body.data).toMatchObject({
      title: '新名',
    });
    expect((await post('/exam/oral/delete', { ids: `${id}` })).body.data).toBe(1);
    expect(await get(`/exam/oral/get?id=${id}`)).toMatchObject({ status: 404, body: { code: 404, success: false } });
  });

  test('lists are flat pages; a wrong filter is refused, a page past the end is empty', async () => {
    for (const level of [1, 2]) await makeOralQuestion({ owner: teacher, level });
    for (const call of ['list', 'examImportList']) {
      expect((await get(`/exam/oral/${call}?level=2&pageSize=5`)).body).toMatchObject({
        code: 200,
        totalCount: 1,
        pageSize: 5,
        currentPage: 1,
        data: [{ level: 2 }],
      });
    }
    expect((await get('/exam/oral/list?currentPage=9')).body).toMatchObject({ success: true, data: [], totalCount: 2 });
    expect(await get('/exam/oral/list?level=9')).toMatchObject({
      status: 400,
      body: { code: 400, success: false, message: '请选择难度', data: { fieldErrors: { level: '请选择难度' } } },
    });
  });

  test('what is wrong comes as the first problem and per field', async () => {
    expect(await post('/exam/oral/add', {})).toMatchObject({
      status: 400,
      body: {
        message: '请填写标题',
        data: { fieldErrors: { title: '请填写标题', examContent: '请填写朗读或口述内容' } },
      },
    });
    expect((await post('/exam/oral/delete', {})).body.message).toBe('请选择要删除的题目');
  });

  test('the analyzer answers a comma string', async () => {
    const { body } = await post('/exam/oral/analyzer', { text: '太和殿是紫禁城中规模最大的殿宇，俗称金銮殿。' });
    expect(String(body.data).split(',')).toEqual(expect.arrayContaining(['太和殿', '紫禁城']));
    expect((await post('/exam/oral/analyzer', { text: '' })).status).toBe(400);
  });

  test('the analyzer is a field of its own beside the key points: kept, left as it is, emptied', async () => {
    const added = await post('/exam/oral/add', { title: '殿', examContent: '太和殿。', analyzer: '太和殿,紫禁城' });
    const { id } = added.body.data as { id: number };
    expect(added.body.data).toMatchObject({ analyzer: '太和殿,紫禁城', keyPoint: '' });
    expect((await get(`/exam/oral/get?id=${id}`)).body.data).toMatchObject({ analyzer: '太和殿,紫禁城' });
    const edit = (fields: object) =>
      post('/exam/oral/add', { id: `${id}`, title: '殿', examContent: '殿。', ...fields });
    expect((await edit({ keyPoint: '殿' })).body.data).toMatchObject({ analyzer: '太和殿,紫禁城', keyPoint: '殿' });
    expect((await edit({ analyzer: '' })).body.data).toMatchObject({ analyzer: '', keyPoint: '殿' });
  });

  test('the same Idempotency-Key adds once', async () => {
    const add = () => postJson('/exam/oral/add', { title: '一次', examContent: '好。' }, { 'Idempotency-Key': 'k1' });
    const [first, second] = [await add(), await add()];
    expect(second.body.data).toMatchObject({ id: (first.body.data as { id: number }).id });
    expect((await get('/exam/oral/list')).body.totalCount).toBe(1);
  });

  test('others see nothing of it', async () => {
    const foreign = await makeOralQuestion({ owner: await makeTeacher() });
    expect((await get(`/exam/oral/get?id=${foreign.id}`)).status).toBe(404);
    expect((await post('/exam/oral/rename', { id: String(foreign.id), title: 'x' })).status).toBe(404);
    expect((await post('/exam/oral/delete', { ids: String(foreign.id) })).status).toBe(404);
    expect((await get('/exam/oral/list')).body.totalCount).toBe(0);
    own = await server.as(await makeStudent());
    expect((await get(`/exam/oral/get?id=${foreign.id}`)).status).toBe(404);
    expect((await get('/exam/oral/examImportList')).status).toBe(403);
    own = await server.as();
    expect(await get('/exam/oral/list')).toMatchObject({ status: 401, body: { code: 401, message: '未授权，请登录' } });
  });

  test('a wrong method says which is right', async () => {
    expect(await get('/exam/oral/add')).toMatchObject({ status: 405, headers: { allow: 'POST' } });
  });
});

describe('theory and written', () => {
  test('a form may carry nested fields as JSON text, JSON as themselves', async () => {
    const byForm = await post('/exam/theory/add', {
      title: '首都是',
      kind: 'single',
      options: JSON.stringify([{ text: '上海' }, { text: '北京' }]),
      answer: 'B',
    });
    expect(byForm.body.data).toMatchObject({
      kind: 'single',
      stem: '首都是',
      options: [
        { key: 'A', text: '上海' },
        { key: 'B', text: '北京' },
      ],
      answer: 'B',
      points: 2,
    });
    const byJson = await postJson('/exam/theory/add', { title: '一__', kind: 'cloze', answer: [['二', '2']] });
    expect(byJson.body.data).toMatchObject({ answer: [['二', '2']] });
    expect((await get('/exam/theory/list?kind=cloze')).body.totalCount).toBe(1);
    const { id } = byForm.body.data as { id: number };
    expect((await get(`/exam/theory/get?id=${id}`)).body.data).toMatchObject({ id });
    expect((await post('/exam/theory/rename', { id: String(id), title: '换题' })).body.data).toMatchObject({
      title: '换题',
    });
    expect((await post('/exam/theory/delete', { ids: String(id) })).body.data).toBe(1);
  });

  test('the import list joins written and theory, or names one bank', async () => {
    const written = await postJson('/exam/written/add', {
      prompt: '写一段',
      answerBy: 'photo',
      markingPoints: [{ text: '甲', points: 6 }],
    });
    expect(written.body.data).toMatchObject({ title: '写一段', answerBy: 'photo', points: 6 });
    await post('/exam/theory/add', { title: '对吗', kind: 'judge', answer: 'T' });
    expect((await get('/exam/written/examImportList')).body).toMatchObject({ totalCount: 2 });
    expect((await get('/exam/written/examImportList?bank=theory')).body).toMatchObject({
      totalCount: 1,
      data: [{ bank: 'theory', title: '对吗' }],
    });
    expect((await get('/exam/written/examImportList?bank=oral')).status).toBe(400);
    expect((await get('/exam/written/list')).body.totalCount).toBe(1);
  });
});

describe('scene and exam types', () => {
  test.each(['sceneType', 'examType'])('%s: list, add, delete', async (path) => {
    const { id } = (await post(`/${path}/add`, { name: '讲解' })).body.data as { id: number };
    const list = path === 'examType' ? await post(`/${path}/list`, {}) : await get(`/${path}/list`);
    expect(list.body.data).toEqual([{ id, name: '讲解' }]);
    expect(await post(`/${path}/add`, { name: '讲解' })).toMatchObject({
      status: 400,
      body: { message: '已有“讲解”' },
    });
    expect((await post(`/${path}/delete`, { ids: String(id) })).body.data).toBe(1);
    own = await server.as(await makeStudent());
    expect((await post(`/${path}/add`, { name: '学生加' })).status).toBe(403);
  });
});

describe('an edit leaves what it does not say', () => {
  const edit = async (bank: string, fields: Record<string, string>) =>
    (await post(`/exam/${bank}/add`, fields)).body as { message: string; data: Record<string, unknown> };
  const read = async (bank: string, id: unknown) =>
    (await get(`/exam/${bank}/get?id=${String(id)}`)).body.data as Record<string, unknown>;

  test.each([
    ['oral', { title: '殿', examContent: '太和殿。', keyPoint: '殿', level: '2', prepSeconds: '9', isPlay: '1' }],
    ['written', { title: '水', prompt: '三态？', referenceAnswer: '固', answerBy: 'photo', points: '7', level: '3' }],
    ['theory', { kind: 'cloze', stem: '中国的首都是____。', answer: '北京|北平', analysis: '1949 年', points: '2.5' }],
    [
      'theory',
      { kind: 'single', stem: '首都？', options: '["上海","北京"]', answer: 'B', keyPoint: '首都', points: '4' },
    ],
  ])('%s', async (bank, fields) => {
    const { data: added } = await edit(bank, fields);
    const before = await read(bank, added.id);
    expect((await edit(bank, { id: String(added.id), keyPoint: '新词' })).message).toBe('');
    const { updateTime: _then, ...was } = before;
    const { updateTime: _now, ...is } = await read(bank, added.id);
    expect(is).toEqual({ ...was, keyPoint: '新词', version: 2 });
    expect((await edit(bank, { id: String(added.id), keyPoint: '', points: 'x' })).message).not.toBe('');
    expect(await read(bank, added.id)).toMatchObject({ keyPoint: '新词' });
    await edit(bank, { id: String(added.id), keyPoint: '' });
    expect(await read(bank, added.id)).toMatchObject({ keyPoint: '', points: was.points });
  });
});
