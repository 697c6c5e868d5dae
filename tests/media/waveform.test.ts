import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { db } from '~/db/db.server';
import { storeFile, useFile } from '~/domain/file/file.commands.server';
import { getWaveform, listWaveforms } from '~/domain/file/waveform.server';
import { sessionCookie } from '~/http/session.server';
import { temporaryDirectory, temporaryPath } from '~/lib/temporary-files.server';
import { loader } from '~/routes/waveform.$id';
import { storage } from '~/storage/storage.server';
import { actorOf, makeAttempt, makeClassroom, makeExam, makeFile, makeOralQuestion } from '~tests/factories';
import { makeStudent, makeTeacher } from '~tests/factories';
import { useDatabase } from '~tests/support/db';

useDatabase();

const NOW = 1_790_000_000_000;
let made = '';
let sound = '';
let owner: Awaited<ReturnType<typeof makeTeacher>>;
let student: Awaited<ReturnType<typeof makeStudent>>;

beforeAll(async () => {
  made = await mkdtemp(path.join(tmpdir(), 'kaoping-waveform-'));
  sound = path.join(made, 'pause.webm');
  // A tone of 2 s, 2 s of silence, a tone of 1 s.
  await promisify(execFile)('ffmpeg', [
    ...['-nostdin', '-v', 'error', '-y', '-f', 'lavfi', '-i', 'sine=frequency=440:duration=5'],
    ...['-af', "volume='if(between(t,2,4),0,1)':eval=frame", '-c:a', 'libopus', '-ac', '1', sound],
  ]);
});
afterAll(() => rm(made, { recursive: true, force: true }));
beforeEach(async () => {
  owner = await makeTeacher();
  const classroom = await makeClassroom({ teacher: owner });
  student = await makeStudent({ classroom_id: classroom.id });
});

async function storeSound(): Promise<string> {
  const arrived = temporaryPath();
  await writeFile(arrived, await readFile(sound));
  const file = await storeFile(actorOf(student), { kind: 'audio', path: arrived, name: 'a.webm' }, NOW);
  const oral = await makeOralQuestion({ owner });
  const exam = await makeExam({ owner, oral });
  const attempt = await makeAttempt({ exam, student, part: 'oral', state: 'submitted' });
  await useFile(file.id, 'attempt', attempt.id);
  return file.id;
}

async function ask(id: string, as: { id: number; user_type: number; session_version: number }): Promise<Response> {
  const session = { uid: as.id, role: as.user_type, version: as.session_version, renewedAt: Date.now() };
  const headers = { Cookie: (await sessionCookie(session)).split(';')[0] ?? '' };
  const request = new Request(`http://localhost/waveform/${id}`, { headers });
  return loader({ request, params: { id }, context: {} });
}

test('is computed once, kept, and leaves no temporary file', async () => {
  const id = await storeSound();
  const before = await readdir(temporaryDirectory());
  const [first, same] = await Promise.all([getWaveform(id), getWaveform(id)]);
  expect(first).toBe(same);
  expect(first?.peaks).toHaveLength(400);
  expect(first?.pauses).toHaveLength(1);
  const [from, to] = first?.pauses[0] ?? [0, 0];
  expect(Math.abs(from - 2000)).toBeLessThan(100);
  expect(Math.abs(to - 4000)).toBeLessThan(100);
  expect(await readdir(temporaryDirectory())).toEqual(before);

  await storage().delete(id);
  expect(await getWaveform(id)).toEqual(first);
});

test('a list is there as far as it is ready; the rest comes without waiting', async () => {
  const id = await storeSound();
  expect((await listWaveforms([id], 20_000)).get(id)?.pauses).toHaveLength(1);
  const broken = await makeFile({ owner, kind: 'audio' });
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  expect([...(await listWaveforms([broken.id, id], 20_000)).keys()]).toEqual([id]);
  expect(warn).toHaveBeenCalledWith(expect.stringContaining('waveform_failed'));
  warn.mockRestore();
  expect(await db().selectFrom('file_waveforms').select('file_id').execute()).toEqual([{ file_id: id }]);
});

test('the drawing is for whoever may hear the recording', async () => {
  const id = await storeSound();
  const drawn = await ask(id, owner);
  expect(drawn.status).toBe(200);
  expect(drawn.headers.get('Content-Type')).toContain('image/svg+xml');
  expect(drawn.headers.get('Cache-Control')).toMatch(/^private/);
  expect(drawn.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
  expect(await drawn.text()).toContain('<rect');
  expect((await ask(id, student)).status).toBe(200);
  expect((await ask(id, await makeTeacher())).status).toBe(404);
  expect((await ask(id, await makeStudent())).status).toBe(404);
  const picture = await makeFile({ owner });
  expect((await ask(picture.id, owner)).status).toBe(404);
});

test('a recording that cannot be decoded is a flat line, and is tried anew only after a while', async () => {
  const file = await makeFile({ owner, kind: 'audio' });
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const opened = vi.spyOn(storage(), 'open');
  const drawn = await ask(file.id, owner);
  await ask(file.id, owner);
  expect(opened).toHaveBeenCalledTimes(1);
  const later = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 11 * 60_000);
  await ask(file.id, owner);
  expect(opened).toHaveBeenCalledTimes(2);
  for (const one of [warn, opened, later]) one.mockRestore();
  expect(drawn.status).toBe(200);
  expect(drawn.headers.get('Cache-Control')).toBe('private, no-store');
  expect(await drawn.text()).not.toContain('<rect');
});
