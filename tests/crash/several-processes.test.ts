import { afterAll, beforeAll, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import type { AnswerValue } from '~/domain/question-bank/kinds/answer.schema';
import type { UserRow } from '~/domain/user/user.queries.server';
import { makeAttempt, makeClassroom, makeExam, makeStudent, makeTeacher, makeWrittenQuestion } from '~tests/factories';
import { PASSWORD } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { keepSaving } from '~tests/support/saving.mjs';
import { startServer, type RunningServer } from '~tests/support/server';
import { signIn } from '../../scripts/walk.mjs';

/** WEB_CONCURRENCY=2: two processes share the port and the database. */

useDatabase({ keepRows: true });

const STUDENTS = 6;
let server: RunningServer;
let students: UserRow[] = [];
let papers: { attemptId: number; itemId: number }[] = [];

beforeAll(async () => {
  const owner = await makeTeacher();
  const classroom = await makeClassroom({ teacher: owner });
  students = await Promise.all(Array.from({ length: STUDENTS }, () => makeStudent({ classroom_id: classroom.id })));
  const exam = await makeExam({ owner, classrooms: [classroom], written: [await makeWrittenQuestion({ owner })] });
  papers = [];
  for (const student of students) {
    const attempt = await makeAttempt({ exam, student, part: 'written', state: 'in_progress' });
    papers.push({ attemptId: attempt.id, itemId: exam.items[0]?.id ?? 0 });
  }
  server = await startServer({ WEB_CONCURRENCY: '2' });
});
afterAll(() => server?.stop());

type Event = { event: string; pid: number; timedWork: boolean };

function events(name: string, of = server): Event[] {
  return of
    .log()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Event)
    .filter(({ event }) => event === name);
}

/** Those that run now. */
function processes(): Event[] {
  const ended = new Set(events('process_ended').map(({ pid }) => pid));
  return events('process_started').filter(({ pid }) => !ended.has(pid));
}

const untilTwoRun = (started: number) =>
  expect
    .poll(() => [events('process_started').length, processes().length], { timeout: 60_000, interval: 50 })
    .toEqual([started, 2]);

/** Asks over a new connection each time, eight at once, until stopped; answers how many got nothing, not even an end. */
function keepKnocking(address: string): { stop(): Promise<number> } {
  let isStopped = false;
  let unanswered = 0;
  const knock = async () => {
    while (!isStopped) {
      const signal = AbortSignal.timeout(10_000);
      // Refused or cut off: the browser knows at once and asks again.
      await fetch(`${address}/healthz`, { headers: { Connection: 'close' }, signal })
        .then((response) => response.text())
        .catch(() => signal.aborted && (unanswered += 1));
    }
  };
  const knocking = Promise.all(Array.from({ length: 8 }, knock));
  return {
    async stop() {
      isStopped = true;
      await knocking;
      return unanswered;
    },
  };
}

test('a killed process is replaced, nothing acknowledged is lost, everybody stays signed in', async () => {
  await untilTwoRun(2);
  expect(processes().map(({ timedWork }) => timedWork)).toEqual([true, false]);

  const signedIn = [];
  for (const [index, student] of students.entries()) {
    const send = await signIn(server.address, student.account, PASSWORD);
    signedIn.push({ address: server.address, send, revision: 0, ...papers[index] });
  }
  const saving = keepSaving(signedIn, 60, { photoEvery: 0 });
  await expect.poll(() => saving.saves.length, { timeout: 30_000 }).toBeGreaterThan(20);
  const knocking = keepKnocking(server.address);
  const [timed] = processes();
  process.kill(timed?.pid ?? 0, 'SIGKILL');
  await untilTwoRun(3);
  const before = saving.saves.length;
  await expect.poll(() => saving.saves.length, { timeout: 30_000 }).toBeGreaterThan(before + 20);
  await saving.stop();
  expect(await knocking.stop()).toBe(0);

  // The one that was killed did the timed work: exactly one does it again.
  expect(processes().filter(({ timedWork }) => timedWork)).toHaveLength(1);

  const journal = await db().selectFrom('answer_journal').selectAll().execute();
  const kept = new Map(
    journal
      .filter(({ outcome }) => outcome === 'saved')
      .map((row) => [`${row.attempt_id} ${row.revision}`, fromJson<AnswerValue>(row.value).text]),
  );
  for (const { attemptId, revision, text } of saving.saves) expect(kept.get(`${attemptId} ${revision}`)).toBe(text);
  const answers = await db().selectFrom('answers').select(['attempt_id', 'revision']).execute();
  for (const { attemptId } of papers) {
    const acknowledged = saving.saves.filter((save) => save.attemptId === attemptId).map(({ revision }) => revision);
    expect(answers.find((row) => row.attempt_id === attemptId)?.revision).toBeGreaterThanOrEqual(
      Math.max(...acknowledged),
    );
  }
  // A session that began in any of them holds in all of them.
  for (const { send } of signedIn) expect((await send('/student/examination/index')).status).toBe(200);
});

test('a second server on the same school is refused, on whatever port, and however many processes the first has', async () => {
  for (const count of ['1', '2'])
    await expect(startServer({ WEB_CONCURRENCY: count })).rejects.toThrow(/数据目录 .* 已经有一个考评在用：http/);
});

test('where another machine does the timed work none of several processes does it', async () => {
  const other = await startServer({ WEB_CONCURRENCY: '2', KAOPING_TIMED_WORK: '0' });
  try {
    const started = () => events('process_started', other).map(({ timedWork }) => timedWork);
    await expect.poll(started, { timeout: 60_000, interval: 50 }).toEqual([false, false]);
  } finally {
    await other.stop();
  }
});

test.each([0, 4])(
  'asked to stop they end in seconds while %i go on asking over the connections they have',
  async (count) => {
    const other = await startServer({ WEB_CONCURRENCY: '2', KAOPING_TIMED_WORK: '0' });
    const started = () => events('process_started', other).length;
    await expect.poll(started, { timeout: 60_000, interval: 50 }).toBe(2);
    let answers = 0;
    const goOn = async () => {
      try {
        for (;;) {
          const response = await fetch(`${other.address}/login`);
          await response.text();
          answers += 1;
        }
      } catch {
        // Nobody listens any more.
      }
    };
    const asking = Promise.all(Array.from({ length: count }, goOn));
    await expect.poll(() => answers, { timeout: 30_000 }).toBeGreaterThanOrEqual(count * 20);
    const askedAt = performance.now();
    await other.stop('SIGTERM');
    // What did not end by itself is ended after 25 seconds (server/stopping.mjs).
    expect(performance.now() - askedAt).toBeLessThan(20_000);
    await asking;
  },
);
