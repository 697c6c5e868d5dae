import { beforeAll, describe, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { makeClassroom, makeReleasedOral, makeStudent, makeTeacher, makeWork } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import type { Client, Fields } from './client';
import { useServer } from './server';

useDatabase({ keepRows: true });
const server = useServer();

let teacher: Awaited<ReturnType<typeof makeTeacher>>;
let author: Awaited<ReturnType<typeof makeStudent>>;
let classroom: Awaited<ReturnType<typeof makeClassroom>>;
let clients: Record<'author' | 'reader' | 'teacher', Client>;

beforeAll(async () => {
  teacher = await makeTeacher();
  classroom = await makeClassroom({ teacher, name: '导游一班' });
  author = await makeStudent({ classroom_id: classroom.id, name: '林可欣', has_consent: 1 });
  const reader = await makeStudent({ classroom_id: classroom.id });
  clients = {
    author: await server.as(author),
    reader: await server.as(reader),
    teacher: await server.as(teacher),
  };
});

async function send(who: keyof typeof clients, path: string, body?: Fields) {
  const url = `/interact/${path}`;
  const answer = await (body ? clients[who].postJson(url, body) : clients[who].get(url));
  return { ...answer, text: JSON.stringify(answer.body) };
}

describe('highScore/list', () => {
  test('is a flat page of approved works; an anonymous author is nobody to a student', async () => {
    const work = await makeWork({ student: author, teacher, title: '故宫讲解' });
    await makeWork({ student: author, teacher, title: '等审核的', state: 'pending' });
    const found = await send('reader', 'highScore/list?keyword=故宫&sort=score&period=term');
    expect(found.body).toMatchObject({ code: 200, success: true, totalCount: 1, currentPage: 1, pageSize: 15 });
    expect(found.body.data).toEqual([
      {
        id: work.id,
        title: '故宫讲解',
        description: '',
        part: 'oral',
        state: 'approved',
        score: 92,
        grade: null,
        isSelfRated: false,
        author: '匿名同学',
        realName: null,
        className: '导游一班',
        anonymous: true,
        items: [
          {
            title: '春天',
            text: '',
            recordings: [{ url: `/api/file/${work.fileId}`, durationMs: 12_000 }],
            photos: [],
          },
        ],
        likes: 0,
        liked: false,
        comments: 0,
        pinned: false,
        isOwn: false,
        time: expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/) as string,
      },
    ]);
    expect(found.text).not.toContain('林可欣');
    expect((await send('teacher', 'highScore/list')).text).toContain('林可欣');
    expect((await send('reader', `highScore/list?classId=${classroom.id}&part=written`)).body.totalCount).toBe(0);
    expect(await send('reader', 'highScore/list?sort=name')).toMatchObject({
      status: 400,
      body: { message: 'sort 应为 time、score 或 likes' },
    });
  });

  test('the file of an anonymous work carries no name', async () => {
    const work = await makeWork({ student: author, teacher });
    const response = await server.send(`/api/file/${work.fileId}`, { method: 'HEAD', cookie: clients.reader.cookie });
    // The bytes are not there in this test; the right to them is.
    expect(response.status).not.toBe(404);
    expect(decodeURIComponent(response.headers.get('Content-Disposition') ?? '')).not.toContain('林可欣');
  });

  test('pages send no more than the API', async () => {
    const work = await makeWork({ student: author, teacher, title: '只有编号' });
    for (const path of ['/dynamic/works/index', `/dynamic/works/${work.id}`]) {
      const data = path.endsWith('index') ? '/dynamic/works/index.data' : `${path}.data`;
      for (const target of [path, data]) {
        const text = await (await server.send(target, { cookie: clients.reader.cookie })).text();
        expect(text).toContain('匿名同学');
        expect(text).not.toContain('林可欣');
        expect(text).not.toContain(author.account);
      }
    }
  });
});

describe('work/publish, withdraw, like', () => {
  test('publishing answers the waiting work, again the same, and refuses without consent', async () => {
    const { attempt } = await makeReleasedOral({ teacher, student: author });
    const body = { attemptId: attempt.id, title: '我读春天', anonymous: 0 };
    const first = await send('author', 'work/publish', body);
    expect(first.body).toMatchObject({
      code: 200,
      data: { title: '我读春天', state: 'pending', score: 92, author: '林可欣', anonymous: false, isOwn: true },
    });
    expect((await send('author', 'work/publish', body)).body.data).toMatchObject({
      id: (first.body.data as { id: number }).id,
    });
    expect(await send('author', 'work/publish', { attemptId: attempt.id })).toMatchObject({
      status: 400,
      body: { data: { fieldErrors: { title: '请填写标题' } } },
    });
    expect((await send('reader', 'work/publish', body)).status).toBe(404);
    expect((await send('teacher', 'work/publish', body)).status).toBe(403);
    await db().updateTable('users').set({ has_consent: 0 }).where('id', '=', author.id).execute();
    const other = await makeReleasedOral({ teacher, student: author });
    const refused = await send('author', 'work/publish', { ...body, attemptId: other.attempt.id });
    expect(refused.status).toBe(409);
    expect(refused.body.message).toContain('监护人同意');
    await db().updateTable('users').set({ has_consent: 1 }).where('id', '=', author.id).execute();
  });

  test('a like counts once; withdrawing needs the right and a teacher’s reason', async () => {
    const { id } = await makeWork({ student: author, teacher });
    expect((await send('reader', 'work/like', { id, on: 1 })).body.data).toEqual({ likes: 1 });
    expect((await send('reader', 'work/like', { id, on: 1 })).body.data).toEqual({ likes: 1 });
    expect((await send('reader', 'work/like', { id, on: 0 })).body.data).toEqual({ likes: 0 });
    expect((await send('author', 'work/like', { id, on: 1 })).status).toBe(409);
    expect((await send('reader', 'work/withdraw', { ids: [id] })).status).toBe(403);
    expect((await send('teacher', 'work/withdraw', { ids: [id] })).body.message).toContain('理由');
    const done = await send('teacher', 'work/withdraw', { ids: String(id), reason: '背景有人名' });
    expect(done.body.data).toBe(1);
    expect((await send('reader', 'work/like', { id, on: 1 })).status).toBe(404);
  });
});
