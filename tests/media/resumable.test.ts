import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, rename, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { reportMissingFiles } from '~/domain/file/file.commands.server';
import {
  admitUpload,
  finishUpload,
  removeIdleUploads,
  requireOwnUpload,
  sealedSince,
  uploadsDirectory,
} from '~/domain/file/upload.commands.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { newUuid } from '~/lib/ids.server';
import { storage } from '~/storage/storage.server';
import { actorOf, makeStudent, makeTeacher } from '~tests/factories';
import { useDatabase } from '~tests/support/db';

useDatabase();

const MINUTE = 60_000;
const BEGAN = 1_790_000_000_000;
const CONTENT = '教案的全部内容';
let teacher: Actor;

beforeEach(async () => {
  teacher = actorOf(await makeTeacher());
});

const sha256 = (content: string) => createHash('sha256').update(content).digest('hex');
const at = (id: string, ending = '') => path.join(uploadsDirectory(), `${id}${ending}`);

/** An upload as the protocol's server leaves it on the disk. */
async function arrive(
  content: string,
  { announced = CONTENT, actor = teacher, isSealed = true } = {},
): Promise<string> {
  const id = newUuid();
  const size = Buffer.byteLength(announced);
  const given = { type: 'resource', name: '教案.txt', sha256: isSealed ? sha256(announced) : undefined };
  const metadata = admitUpload(actor, { size, metadata: given }, BEGAN);
  await mkdir(uploadsDirectory(), { recursive: true });
  await writeFile(at(id, '.json'), JSON.stringify({ id, size, offset: 0, metadata }));
  await writeFile(at(id), content);
  return id;
}
const rows = () => db().selectFrom('files').select(['id', 'created_at', 'size']).execute();

test('a whole upload becomes one file that is as old as its beginning, however often it is asked for', async () => {
  const id = await arrive(CONTENT);
  const answers = await Promise.allSettled(Array.from({ length: 8 }, () => finishUpload(teacher, id, Date.now())));
  for (const answer of answers) {
    if (answer.status === 'fulfilled') expect(answer.value).toMatchObject({ id, name: '教案.txt' });
    else expect(answer.reason).toMatchObject({ code: 'unavailable' });
  }
  expect(await finishUpload(teacher, id, Date.now())).toMatchObject({ id });
  expect(await rows()).toEqual([{ id, created_at: BEGAN, size: Buffer.byteLength(CONTENT) }]);
  expect(await storage().size(id)).toBe(Buffer.byteLength(CONTENT));
  expect(await sealedSince(teacher, id)).toBe(BEGAN);
  // Only the note of when it began is left.
  expect((await readdir(uploadsDirectory())).filter((name) => name.startsWith(id))).toEqual([`${id}.json`]);
});

test('an upload that stated no digest is as old as its completion: what it says may have been made since', async () => {
  const id = await arrive(CONTENT, { isSealed: false });
  await finishUpload(teacher, id, BEGAN + 20 * MINUTE);
  await finishUpload(teacher, id, BEGAN + 30 * MINUTE);
  expect(await rows()).toMatchObject([{ id, created_at: BEGAN + 20 * MINUTE }]);
  expect(await sealedSince(teacher, id)).toBeNull();
});

test('parts that are missing, other bytes than announced, somebody else: no row, no file', async () => {
  const part = await arrive(CONTENT.slice(0, 3));
  await expect(finishUpload(teacher, part, Date.now())).rejects.toMatchObject({ code: 'conflict' });
  const other = await arrive('x'.repeat(Buffer.byteLength(CONTENT)));
  await expect(finishUpload(teacher, other, Date.now())).rejects.toMatchObject({ code: 'invalid' });
  const whole = await arrive(CONTENT);
  const stranger = actorOf(await makeTeacher());
  await expect(finishUpload(stranger, whole, Date.now())).rejects.toMatchObject({ code: 'not_found' });
  await expect(requireOwnUpload(stranger, whole)).rejects.toMatchObject({ code: 'not_found' });
  expect(await sealedSince(stranger, whole)).toBeNull();
  await expect(requireOwnUpload(teacher, '../kaoping')).rejects.toMatchObject({ code: 'not_found' });
  expect(await rows()).toEqual([]);
  for (const id of [part, other, whole]) expect(await storage().exists(id)).toBe(false);
});

test('what is noted of an upload stays texts: every answer about it sends them back', async () => {
  const id = newUuid();
  const given = { type: 'audio', name: '录音.webm', attemptId: '7', itemId: '23' };
  const metadata = admitUpload(teacher, { size: undefined, metadata: given }, BEGAN);
  await mkdir(uploadsDirectory(), { recursive: true });
  await writeFile(at(id, '.json'), JSON.stringify({ id, offset: 0, metadata }));
  await writeFile(at(id), CONTENT);
  const whole = { size: Buffer.byteLength(CONTENT) + 1, sha256: sha256(CONTENT) };
  await expect(finishUpload(teacher, id, BEGAN + MINUTE, whole)).rejects.toMatchObject({ code: 'conflict' });
  const noted = JSON.parse(await readFile(at(id, '.json'), 'utf8')) as { metadata: Record<string, unknown> };
  expect(noted).toMatchObject({ size: whole.size, metadata: { sha256: whole.sha256, attempt: '7', item: '23' } });
  for (const value of Object.values(noted.metadata)) expect(value).toBeTypeOf('string');
});

test('who may begin what', async () => {
  const student = actorOf(await makeStudent());
  const begin = (actor: Actor, type: string, size: number) => () =>
    admitUpload(actor, { size, metadata: { type } }, BEGAN);
  expect(begin(student, 'audio', 50 * 1024 * 1024)).not.toThrow();
  expect(begin(student, 'audio', 50 * 1024 * 1024 + 1)).toThrow(expect.objectContaining({ code: 'too_large' }));
  expect(begin(student, 'resource', 1)).toThrow(expect.objectContaining({ code: 'forbidden' }));
  expect(begin(teacher, 'resource', 0)).toThrow(expect.objectContaining({ code: 'invalid' }));
  expect(begin(teacher, 'film', 1)).toThrow(expect.objectContaining({ code: 'invalid' }));
});

test('a server killed while it stored: the next asker waits a minute, then begins anew', async () => {
  const id = await arrive(CONTENT);
  await rename(at(id), at(id, '.claimed'));
  const killedAt = (await stat(at(id, '.claimed'))).mtimeMs;
  await expect(finishUpload(teacher, id, killedAt + MINUTE - 1)).rejects.toMatchObject({ code: 'unavailable' });
  await expect(finishUpload(teacher, id, killedAt + MINUTE)).rejects.toMatchObject({ code: 'not_found' });
});

test('uploads that nobody goes on with are given up within the hour, notes after a day', async () => {
  const [idle, alive, done] = [await arrive('一半'), await arrive('一半'), await arrive(CONTENT)];
  await finishUpload(teacher, done, Date.now());
  const now = Date.now();
  await utimes(at(idle), new Date(now - 50 * MINUTE), new Date(now - 50 * MINUTE));
  expect(await removeIdleUploads(now)).toBe(1);
  const left = async () => (await readdir(uploadsDirectory())).sort();
  expect(await left()).toEqual(expect.arrayContaining([alive, `${alive}.json`, `${done}.json`]));
  expect((await left()).some((name) => name.startsWith(idle))).toBe(false);
  await removeIdleUploads(now + 25 * 60 * MINUTE);
  expect((await left()).filter((name) => name.startsWith(alive) || name.startsWith(done))).toEqual([]);
});

test('a row whose file is gone or cut short is told', async () => {
  const ids = [await arrive(CONTENT), await arrive(CONTENT), await arrive(CONTENT)];
  for (const id of ids) await finishUpload(teacher, id, Date.now());
  expect(await reportMissingFiles()).toEqual([]);
  const [gone = '', cut = ''] = ids;
  await storage().delete(gone);
  await writeFile(path.join(process.env.DATA_DIR ?? '', 'files', cut.slice(0, 2), cut), '教');
  expect((await reportMissingFiles()).sort()).toEqual([gone, cut].sort());
});
