import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { saveAnswers } from '~/domain/attempt/answer.commands.server';
import { startAttempt } from '~/domain/attempt/attempt.commands.server';
import { addTake } from '~/domain/attempt/recording.commands.server';
import { GRACE_MS } from '~/domain/exam/times.rules';
import {
  PASSWORD,
  actorOf,
  makeClassroom,
  makeExam,
  makeOralQuestion,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { makeBrowserRecording, makeSpokenWav } from '~tests/support/media';
import { startServer, type RunningServer } from '~tests/support/server';

/** What a server that was killed leaves behind is finished by the next one, or by another beside it. */

useDatabase();

const MINUTE = 60_000;
const running: RunningServer[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
});
/** `beside`: another one serves the same school already and does the timed work. */
async function start({ beside = false } = {}): Promise<RunningServer> {
  const timed = beside ? '0' : '1';
  const server = await startServer({ KAOPING_ADMIN_PASSWORD: 'a-password-for-tests', KAOPING_TIMED_WORK: timed });
  running.push(server);
  return server;
}

/** A student of a class with an exam of both parts that runs for an hour. */
async function school(now: number) {
  const owner = await makeTeacher();
  const classroom = await makeClassroom({ teacher: owner });
  const student = await makeStudent({ classroom_id: classroom.id });
  const exam = await makeExam({
    owner,
    classrooms: [classroom],
    oral: await makeOralQuestion({ owner }),
    written: [await makeTheoryQuestion({ owner, kind: 'short' })],
    now,
  });
  const itemOf = (part: string) => exam.items.find((item) => item.part === part)?.id ?? 0;
  return { student, exam, itemOf, other: await makeStudent({ classroom_id: classroom.id }) };
}

async function signIn({ address }: RunningServer, account: string): Promise<string> {
  const body = new URLSearchParams({ account, password: PASSWORD });
  const response = await fetch(`${address}/login`, { method: 'POST', body, redirect: 'manual' });
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

test('the paper of a student who vanished is closed with what was saved, also when no server ran meanwhile', async () => {
  const now = Date.now();
  const { student, exam, itemOf } = await school(now - 70 * MINUTE);
  const actor = actorOf(student);
  const { id, deadlineAt } = await startAttempt(actor, { examId: exam.id, part: 'written' }, now - 65 * MINUTE);
  const answers = [{ itemId: itemOf('written'), value: { text: '写了一半' }, revision: 0 }];
  await saveAnswers(actor, { attemptId: id, answers }, now - 61 * MINUTE);
  await start();
  const paper = () => db().selectFrom('attempts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  await expect.poll(async () => (await paper()).state, { timeout: MINUTE }).toBe('auto_submitted');
  const { closed_by, submitted_at, receipt } = await paper();
  expect({ closed_by, submitted_at }).toEqual({ closed_by: 'server', submitted_at: deadlineAt + GRACE_MS });
  expect(JSON.parse(String(receipt))).toMatchObject({ answeredCount: 1, itemCount: 1 });
});

test('a recording goes up in parts through two servers and a killed one, and counts from its beginning', async () => {
  const { student, other, exam, itemOf } = await school(Date.now() - 25 * MINUTE);
  const folder = process.env.DATA_DIR ?? tmpdir();
  const wav = await makeSpokenWav(path.join(folder, 'speech.wav'));
  const bytes = await readFile(await makeBrowserRecording(wav, path.join(folder, 'speech.webm')));
  const half = Math.floor(bytes.length / 2);
  let first = await start();
  const second = await start({ beside: true });
  const cookie = await signIn(first, student.account);

  const tus = (server: RunningServer, method: string, target: string, headers = {}, body?: Buffer, as = cookie) =>
    fetch(new URL(target, server.address), {
      method,
      headers: { Cookie: as, Origin: server.address, 'Tus-Resumable': '1.0.0', ...headers },
      body: body && new Uint8Array(body),
    });
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const digest = createHash('sha256').update(bytes).digest('hex');
  const begin = (metadata: Record<string, string>, size = bytes.length) =>
    tus(first, 'POST', '/api/common/tus', {
      'Upload-Length': String(size),
      'Upload-Metadata': Object.entries(metadata)
        .map(([name, value]) => `${name} ${base64(value)}`)
        .join(','),
    });

  // Refused at the beginning: another kind, too large, in somebody else's name.
  expect((await begin({ type: 'resource' })).status).toBe(403);
  expect((await begin({ type: 'audio' }, 51 * 1024 * 1024)).status).toBe(413);
  expect((await begin({ type: 'audio', uid: String(other.id) })).status).toBe(403);

  const created = await begin({ type: 'audio', name: '录音.webm', sha256: digest, uid: String(student.id) });
  expect(created.status).toBe(201);
  const location = created.headers.get('Location') ?? '';
  expect(location).toMatch(/^\/api\/common\/tus\/[0-9a-f-]{36}$/);
  const id = location.split('/').pop() ?? '';
  const offset = async (server: RunningServer) =>
    Number((await tus(server, 'HEAD', location)).headers.get('Upload-Offset'));

  const part = { 'Content-Type': 'application/offset+octet-stream' };
  await new Promise<void>((resolve) => {
    // A line that breaks in the middle of a part.
    const url = new URL(location, first.address);
    const headers = { Cookie: cookie, Origin: first.address, 'Tus-Resumable': '1.0.0', 'Upload-Offset': '0', ...part };
    const broken = httpRequest(url, { method: 'PATCH', headers: { ...headers, 'Content-Length': bytes.length } });
    broken.on('error', () => resolve());
    broken.write(bytes.subarray(0, half), () => setTimeout(() => broken.destroy(), 300));
  });
  await expect.poll(() => offset(second), { timeout: 15_000 }).toBe(half);
  await running.shift()?.stop();
  first = await start();
  expect(await offset(first)).toBe(half);
  const stranger = await signIn(first, other.account);
  expect((await tus(first, 'HEAD', location, {}, undefined, stranger)).status).toBe(404);

  const finish = (server: RunningServer, as = cookie) =>
    fetch(`${server.address}/api/common/uploadDone`, {
      method: 'POST',
      headers: { Cookie: as, Origin: server.address, 'Content-Type': 'application/json' },
      body: JSON.stringify({ id }),
    });
  expect((await finish(first)).status).toBe(409);
  const rest = await tus(second, 'PATCH', location, { ...part, 'Upload-Offset': String(half) }, bytes.subarray(half));
  expect([rest.status, rest.headers.get('Upload-Offset')]).toEqual([204, String(bytes.length)]);
  expect((await finish(first, stranger)).status).toBe(404);
  const answers = await Promise.all([finish(first), finish(second)]);
  expect(answers.map(({ status }) => status).sort()).toContain(200);
  for (const server of [first, second]) {
    expect(await (await finish(server)).json()).toMatchObject({ success: true, data: { id, mime: 'audio/webm' } });
  }
  expect(await db().selectFrom('files').select(['id', 'kind', 'owner_id']).execute()).toEqual([
    { id, kind: 'audio', owner_id: student.id },
  ]);

  // Its take: received when the upload began, long before it was whole.
  const actor = actorOf(student);
  const { id: attemptId } = await startAttempt(actor, { examId: exam.id, part: 'oral' }, Date.now() - 30 * MINUTE);
  const began = Date.now() - 20 * MINUTE;
  const note = path.join(folder, 'uploads', `${id}.json`);
  const noted = JSON.parse(await readFile(note, 'utf8')) as { metadata: { began: string } };
  noted.metadata.began = String(began);
  await writeFile(note, JSON.stringify(noted));
  await db().updateTable('files').set({ created_at: began }).execute();
  await db()
    .updateTable('attempts')
    .set({ deadline_at: began + MINUTE })
    .execute();
  const { outcome } = await addTake(actor, { attemptId, itemId: itemOf('oral'), fileId: id }, Date.now());
  expect(outcome).toBe('saved');
});
