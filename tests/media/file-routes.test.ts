import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { readdir } from 'node:fs/promises';
import { db } from '~/db/db.server';
import type { StoredFile } from '~/domain/file/file.rules';
import type { UserRow } from '~/domain/user/user.queries.server';
import { sessionCookie } from '~/http/session.server';
import { storage } from '~/storage/storage.server';
import { temporaryDirectory } from '~/lib/temporary-files.server';
import { action as upload } from '~/routes/api.common.upload';
import { loader as file } from '~/routes/api.file.$id';
import { makeStudent, makeTeacher } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { makePhoto } from '~tests/support/media';

useDatabase();

let photo: Buffer;
let student: UserRow;

beforeAll(async () => {
  photo = await makePhoto({ width: 300, height: 400 });
});
beforeEach(async () => {
  student = await makeStudent();
});

async function cookieOf(user: UserRow): Promise<string> {
  const session = { uid: user.id, role: user.user_type, version: user.session_version, renewedAt: Date.now() };
  return (await sessionCookie(session)).split(';')[0] ?? '';
}

type Envelope = {
  code: number;
  success: boolean;
  message: string;
  data: StoredFile & { fieldErrors?: Record<string, string> };
};

async function send(user: UserRow | null, entries: [string, string | File][], headers: Record<string, string> = {}) {
  const body = new FormData();
  for (const [name, value] of entries) body.append(name, value);
  const cookie: Record<string, string> = user ? { Cookie: await cookieOf(user) } : {};
  const request = new Request('http://localhost/api/common/upload', {
    method: 'POST',
    body,
    headers: { ...cookie, ...headers },
  });
  const response = await upload({ request, params: {}, context: {} });
  return { status: response.status, answer: (await response.json()) as Envelope };
}

async function get(user: UserRow | null, id: string, headers: Record<string, string> = {}, method = 'GET') {
  const cookie: Record<string, string> = user ? { Cookie: await cookieOf(user) } : {};
  const request = new Request(`http://localhost/api/file/${id}`, { method, headers: { ...cookie, ...headers } });
  return file({ request, params: { id }, context: {} });
}

const photoFile = () => new File([new Uint8Array(photo)], '答卷.jpg', { type: 'image/jpeg' });

test('a student uploads a photo and reads it back; nobody else does', async () => {
  const { status, answer } = await send(student, [
    ['type', 'image'],
    ['file', photoFile()],
  ]);
  expect([status, answer.code, answer.success]).toEqual([200, 200, true]);
  const { id, url } = answer.data;
  expect(answer.data).toMatchObject({
    url: `/api/file/${id}`,
    mime: 'image/jpeg',
    width: 300,
    height: 400,
    durationMs: null,
    promisedMs: null,
  });

  const mine = await get(student, id);
  expect([mine.status, mine.headers.get('Content-Type')]).toEqual([200, 'image/jpeg']);
  const bytes = Buffer.from(await mine.arrayBuffer());
  expect(bytes.length).toBe(answer.data.size);
  expect(mine.headers.get('Content-Disposition')).toMatch(/^inline; .*filename\*=UTF-8''%E5%9B%BE%E7%89%87-/);
  // The second in which a photo came would tell whose paper it is where papers are marked blind.
  expect(mine.headers.get('Last-Modified')).toBeNull();

  const part = await get(student, id, { Range: 'bytes=10-99' });
  expect(part.status).toBe(206);
  expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(10, 100));
  expect((await get(student, id, { 'If-None-Match': mine.headers.get('ETag') ?? '' })).status).toBe(304);
  expect((await get(student, id, {}, 'HEAD')).headers.get('Content-Length')).toBe(String(bytes.length));

  expect((await get(await makeStudent(), id)).status).toBe(404);
  expect((await get(await makeTeacher(), id)).status).toBe(404);
  expect((await get(null, id)).status).toBe(401);
  // Asked without the right, a condition tells nothing either.
  expect((await get(null, id, { 'If-None-Match': '*' })).status).toBe(401);
  expect(url).toBe(`/api/file/${id}`);
});

test('a file that a hand or a broken disk took away is said to be gone, whole and made smaller', async () => {
  const { answer } = await send(student, [
    ['type', 'image'],
    ['file', photoFile()],
  ]);
  const { id } = answer.data;
  await storage().delete(id);
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  for (const query of ['', '?width=240']) {
    const request = new Request(`http://localhost/api/file/${id}${query}`, {
      headers: { Cookie: await cookieOf(student) },
    });
    const lost = await file({ request, params: { id }, context: {} });
    expect([lost.status, await lost.text()]).toEqual([410, expect.stringContaining('不在服务器的磁盘上了')]);
  }
  expect(logged.mock.calls.join()).toContain(id);
  logged.mockRestore();
});

describe('refusals', () => {
  test.each([
    ['nobody signed in', null, [['type', 'image']], 401, /请登录/],
    ['no file', 'student', [['type', 'image']], 400, /请选择/],
    [
      'no type, and no picture or recording',
      'student',
      [['file', new File(['x'], 'a.jpg')]],
      403,
      /只能上传图片和录音/,
    ],
    [
      'a foreign uid',
      'student',
      [
        ['type', 'image'],
        ['uid', '999999'],
      ],
      403,
      /拒绝访问/,
    ],
    [
      'a kind that students do not give',
      'student',
      [
        ['type', 'resource'],
        ['file', new File(['x'], 'a.txt')],
      ],
      403,
      /学生/,
    ],
    [
      'a file that is not what it says',
      'student',
      [
        ['type', 'image'],
        ['file', new File(['文字'], 'a.jpg')],
      ],
      415,
      /不是可以使用的图片/,
    ],
    [
      'an empty file',
      'student',
      [
        ['type', 'audio'],
        ['file', new File([], '录音.webm')],
      ],
      400,
      /空/,
    ],
  ] as [string, 'student' | null, [string, string | File][], number, RegExp][])(
    '%s',
    async (_name, who, entries, status, message) => {
      const refused = await send(who ? student : null, entries);
      expect(refused).toMatchObject({
        status,
        answer: { code: status, success: false, message: expect.stringMatching(message) as unknown },
      });
      expect(await readdir(temporaryDirectory())).toEqual([]);
      expect(await db().selectFrom('files').select('id').execute()).toEqual([]);
    },
  );

  test('a post from another site', async () => {
    const refused = await send(
      student,
      [
        ['type', 'image'],
        ['file', photoFile()],
      ],
      { 'Sec-Fetch-Site': 'cross-site' },
    );
    expect(refused.status).toBe(403);
  });
});

test('an unknown or malformed id is 404 in the envelope', async () => {
  for (const id of ['x', '../../etc/passwd', '0f6c1f5e-1b2c-4d3e-8f90-0123456789ab']) {
    const response = await get(student, id);
    expect([response.status, ((await response.json()) as Envelope).success]).toEqual([404, false]);
  }
});
