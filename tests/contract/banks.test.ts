import { beforeEach, describe, expect, test } from 'vitest';
import { makeClassroom, makeOralQuestion, makeStudent, makeTeacher, makeTheoryQuestion } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import type { Answer, Client, Fields } from './client';
import { useServer } from './server';

/** Directories, moving, sharing and the scope of lists, over HTTP. */

useDatabase();

const server = useServer();
let teacher: Awaited<ReturnType<typeof makeTeacher>>;
let own: Client;

beforeEach(async () => {
  teacher = await makeTeacher();
  own = await server.as(teacher);
});

const get = (path: string, client = own) => client.get(path);
const post = (path: string, form: Fields, client = own) => client.post(path, form);
const idsOf = (answer: Answer) => (answer.body.data as { id: number }[]).map((row) => row.id);

describe('directories', () => {
  test('add, rename, move, list with counts, delete; the questions move up', async () => {
    const unit = (await post('/exam/dir/add', { bank: 'theory', name: '第一单元' })).body.data as { id: number };
    const lesson = (await post('/exam/dir/add', { bank: 'theory', name: '第一课', parentId: String(unit.id) })).body
      .data as { id: number };
    expect((await post('/exam/dir/rename', { id: String(lesson.id), name: '第 1 课' })).status).toBe(200);
    const question = await makeTheoryQuestion({ owner: teacher });
    expect((await post('/exam/theory/move', { ids: `${question.id}`, dirId: `${lesson.id}` })).body.data).toBe(1);

    const tree = await get('/exam/theory/dirList');
    expect(tree.body.data).toMatchObject([
      { id: unit.id, name: '第一单元', count: 1, children: [{ id: lesson.id, name: '第 1 课', count: 1 }] },
    ]);
    expect((await get('/exam/dirList?bank=theory')).body.data).toEqual(tree.body.data);
    expect((await get('/exam/dirList')).body.data).toEqual([]);
    expect(idsOf(await get(`/exam/theory/list?dirId=${unit.id}`))).toEqual([question.id]);

    const circle = await post('/exam/dir/move', { id: String(unit.id), parentId: String(lesson.id) });
    expect(circle).toMatchObject({ status: 400, body: { code: 400, success: false } });
    expect((await post('/exam/dir/delete', { id: String(lesson.id) })).status).toBe(200);
    expect((await get(`/exam/theory/get?id=${question.id}`)).body.data).toMatchObject({ dirId: unit.id });
  });

  test('a bad name, a fifth level and somebody else’s directory are refused', async () => {
    expect(await post('/exam/dir/add', { bank: 'oral', name: '' })).toMatchObject({
      status: 400,
      body: { data: { fieldErrors: { name: expect.any(String) as unknown } } },
    });
    let parentId = '';
    for (let depth = 1; depth <= 4; depth += 1) {
      const added = await post('/exam/dir/add', { bank: 'oral', name: `${depth}`, parentId });
      parentId = String((added.body.data as { id: number }).id);
    }
    expect((await post('/exam/dir/add', { bank: 'oral', name: '5', parentId })).status).toBe(400);
    const stranger = await server.as(await makeTeacher());
    for (const call of ['rename', 'move', 'delete']) {
      const answer = await post(`/exam/dir/${call}`, { id: parentId, name: '别人的', parentId: '' }, stranger);
      expect(answer, call).toMatchObject({ status: 404, body: { code: 404, success: false, data: null } });
    }
  });
});

describe('sharing', () => {
  test('teachers see it under scope=shared, its owner under myShared, until it is revoked', async () => {
    const question = await makeOralQuestion({ owner: teacher });
    await makeOralQuestion({ owner: teacher });
    const colleague = await server.as(await makeTeacher());
    expect((await get(`/exam/oral/get?id=${question.id}`, colleague)).status).toBe(404);

    const ids = `${question.id}`;
    expect((await post('/exam/oral/shared', { ids, audience: 'teachers' })).body.data).toBe(1);
    expect(idsOf(await get('/exam/oral/list?scope=shared', colleague))).toEqual([question.id]);
    expect(idsOf(await get('/exam/oral/examImportList?scope=shared', colleague))).toEqual([question.id]);
    expect(idsOf(await get('/exam/oral/list?scope=myShared'))).toEqual([question.id]);
    expect((await get('/exam/oral/list?scope=mine')).body.totalCount).toBe(2);
    expect((await get(`/exam/oral/get?id=${question.id}`, colleague)).status).toBe(200);
    for (const call of ['rename', 'delete', 'move', 'shared']) {
      const form = { id: ids, ids, title: '改名', dirId: '', audience: 'students' };
      expect((await post(`/exam/oral/${call}`, form, colleague)).status, call).toBe(403);
    }

    expect((await post('/exam/oral/shared', { ids, audience: 'teachers', cancel: '1' })).body.data).toBe(1);
    expect((await get(`/exam/oral/get?id=${question.id}`, colleague)).status).toBe(404);
  });

  test('a class reads it without its answer; a class that is not the teacher’s is refused', async () => {
    const classroom = await makeClassroom({ teacher });
    const student = await makeStudent({ classroom_id: classroom.id });
    const elsewhere = await makeClassroom({ teacher: await makeTeacher() });
    const question = await makeTheoryQuestion({ owner: teacher });
    const pupil = await server.as(student);
    const ids = `${question.id}`;
    expect((await get(`/exam/theory/get?id=${ids}`, pupil)).status).toBe(404);
    const share = { ids, audience: 'class', classIds: `${classroom.id}` };
    expect((await post('/exam/theory/shared', share)).body.data).toBe(1);
    expect((await get(`/exam/theory/get?id=${ids}`, pupil)).body.data).toMatchObject({ answer: '', analysis: '' });
    expect(idsOf(await get('/exam/theory/list?scope=shared', pupil))).toEqual([question.id]);

    expect(await post('/exam/theory/shared', { ...share, classIds: `${elsewhere.id}` })).toMatchObject({
      body: { success: false, data: { fieldErrors: { classIds: expect.any(String) as unknown } } },
    });
    expect((await post('/exam/theory/shared', { ids, audience: 'class' })).status).toBe(400);
    expect((await post('/exam/theory/shared', { ids, audience: 'everybody' })).status).toBe(400);
  });
});
