import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { makeAttempt, makeClassroom, makeExam, makeStudent, makeTeacher, makeWrittenQuestion } from '~tests/factories';
import { PASSWORD } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { startServer, type RunningServer } from '~tests/support/server';
import { signIn } from '../../scripts/walk.mjs';

/** Servers whose computer's clock is moved (decision 0056). */

useDatabase();

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const onPostgres = () => process.env.DATABASE_URL?.startsWith('postgres') ?? false;

let directory: string;
let server: RunningServer | undefined;
let account: string;

beforeEach(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'kaoping-clock-'));
  moveClock(0);
  const owner = await makeTeacher({ is_admin: 1 });
  const classroom = await makeClassroom({ teacher: owner });
  const student = await makeStudent({ classroom_id: classroom.id });
  account = student.account;
  const exam = await makeExam({ owner, classrooms: [classroom], written: [await makeWrittenQuestion({ owner })] });
  await makeAttempt({
    ...{ exam, student, part: 'written', state: 'in_progress' },
    ...{ started_at: Date.now(), deadline_at: Date.now() + 30 * MINUTE },
  });
});
afterEach(async () => {
  await server?.stop();
  rmSync(directory, { recursive: true, force: true });
});

const moveClock = (by: number) => writeFileSync(path.join(directory, 'clock'), String(by));

const start = (settings: Record<string, string>) =>
  startServer({
    ...settings,
    NODE_OPTIONS: `--import ${pathToFileURL(path.resolve('tests/support/moved-clock.mjs')).href}`,
    KAOPING_MOVED_CLOCK: path.join(directory, 'clock'),
  });

type Event = { event: string; pid: number; timedWork: boolean; seconds: number };

const events = (name: string): Event[] =>
  (server?.log() ?? '')
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Event)
    .filter(({ event }) => event === name);

/** By how many minutes the server is ahead, asked over new connections, so that each of its processes answers. */
async function minutesAhead(send: Awaited<ReturnType<typeof signIn>>): Promise<number[]> {
  const ahead = [];
  for (let asked = 0; asked < 16; asked += 1) {
    const response = await send('/api/cms/info', { headers: { Connection: 'close' } });
    const { serverTime } = ((await response.json()) as { data: { serverTime: string } }).data;
    ahead.push(Math.round((Date.parse(`${serverTime.replace(' ', 'T')}+08:00`) - Date.now()) / MINUTE));
  }
  return [...new Set(ahead)];
}

const states = async () => (await db().selectFrom('attempts').select('state').execute()).map(({ state }) => state);

test('a process that takes a killed one’s place after the clock has jumped goes on with the school’s time', async () => {
  server = await start({ WEB_CONCURRENCY: '2' });
  const started = () => events('process_started').length;
  await expect.poll(started, { timeout: 60_000, interval: 50 }).toBe(2);
  const send = await signIn(server.address, account, PASSWORD);
  moveClock(HOUR);
  expect(await minutesAhead(send)).toEqual([0]);
  const timed = events('process_started').find(({ timedWork }) => timedWork);
  process.kill(timed?.pid ?? 0, 'SIGKILL');
  await expect.poll(started, { timeout: 60_000, interval: 50 }).toBe(3);
  expect(await minutesAhead(send)).toEqual([0]);
  expect(await states()).toEqual(['in_progress']);
});

test('a computer that is an hour ahead of its PostgreSQL keeps to that one’s time, and says so', async () => {
  const isPostgres = onPostgres();
  moveClock(HOUR);
  server = await start({});
  const send = await signIn(server.address, account, PASSWORD);
  // SQLite has no other clock than the computer's.
  expect(await minutesAhead(send)).toEqual([isPostgres ? 0 : 60]);
  const titles = async () => (await db().selectFrom('messages').select('title').execute()).map(({ title }) => title);
  const told = isPostgres ? [expect.stringMatching(/的时钟比数据库所在的电脑快 1 小时$/)] : [];
  // Told after what is overdue was handed in.
  await expect
    .poll(async () => (await titles()).filter((title) => title.includes('时钟')), { timeout: 20_000 })
    .toEqual(told);
  expect(events('clock_differs').map(({ seconds }) => Math.round(seconds / 10) * 10)).toEqual(isPostgres ? [3600] : []);
  if (isPostgres) expect(await states()).toEqual(['in_progress']);
});
