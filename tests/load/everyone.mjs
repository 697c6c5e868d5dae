/**
 * A whole school sits an exam at once:
 *   KAOPING_BUILD_DIR=build node tests/load/everyone.mjs                 on SQLite, in a temporary directory
 *   KAOPING_BUILD_DIR=build node tests/load/everyone.mjs --postgres      on a PostgreSQL started for it
 *   DATABASE_URL=postgres://… node tests/load/everyone.mjs               on an EMPTY PostgreSQL database
 *   WEB_CONCURRENCY=2 …                                                  several processes behind the port
 * 2,000 students (STUDENTS) sign in, start and load the first page within 60 s, all from one address; then everyone's
 * answers are saved every 30 s for a minute, while 200 photos are uploaded; then everyone hands in within 10 s.
 * Meanwhile somebody at the same address guesses passwords. Each request has its moment, whether or not the server is
 * keeping up (latencies count from that moment). Prints each step's p50, p95, p99 and errors, and the server's memory and
 * processor time. Students and load share this machine's cores: with two cores the server has less than two.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { createServer } from 'vite';
import { startPostgres } from '../crash/support.mjs';
import { processorSeconds, residentMb, sleep, startServer } from './server.mjs';

const STUDENTS = Number(process.env.STUDENTS ?? 2000);
const CLASS_SIZE = 50;
const PHOTOS = Math.round(STUDENTS / 10);
const ARRIVE_MS = 60_000;
const SAVE_EVERY_MS = 30_000;
const SAVE_ROUNDS = 2;
const HAND_IN_MS = 10_000;
const LIMIT_MS = 50_000;
const PASSWORD = 'load-test-password';

const dataDir = mkdtempSync(path.join(tmpdir(), 'kaoping-load-'));
process.env.DATA_DIR = dataDir;
process.env.SESSION_SECRET = 'a secret for the load test only, never used';

const postgres = process.argv.includes('--postgres') ? await startPostgres('kaoping_load') : undefined;
if (postgres) process.env.DATABASE_URL = postgres.url;

// The app's own functions, read from its sources: the schema, its migrations, and the tests' factories.
const sources = await createServer({
  configFile: 'vitest.config.ts',
  logLevel: 'error',
  server: { middlewareMode: true },
});
const { closeDatabase, databaseKind, db, transaction } = await sources.ssrLoadModule('/app/db/db.server.ts');
const { migrateToLatest } = await sources.ssrLoadModule('/app/db/migrate.server.ts');
const { hashPassword } = await sources.ssrLoadModule('/app/domain/user/password.server.ts');
const factories = await sources.ssrLoadModule('/tests/factories/index.ts');

let server;
let steps = new Map();
let running = true;
const agent = new http.Agent({ keepAlive: true, maxSockets: Infinity });
try {
  await migrateToLatest();
  const world = await fill();
  await closeDatabase();
  const { DATABASE_URL = '', WEB_CONCURRENCY = '' } = process.env;
  server = await startServer({ dataDir, env: { DATABASE_URL, WEB_CONCURRENCY } });
  await run(world);
  await check(world);
} finally {
  await server?.stop();
  agent.destroy();
  await closeDatabase();
  await sources.close();
  await postgres?.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

/** One exam of 20 choices, 4 gaps to fill and a question answered on paper; everybody's password is the same. */
async function fill() {
  const hash = await hashPassword(PASSWORD);
  const now = Date.now();
  const teacher = await factories.makeTeacher({ name: '周敏' });
  const people = await transaction(async () => {
    const classrooms = [];
    const students = [];
    for (let n = 0; n < Math.ceil(STUDENTS / CLASS_SIZE); n += 1) {
      const classroom = await factories.makeClassroom({ teacher, name: `高一（${n + 1}）班` });
      classrooms.push(classroom);
      const rows = Array.from({ length: Math.min(CLASS_SIZE, STUDENTS - n * CLASS_SIZE) }, (_, m) => {
        const account = `load${String(n * CLASS_SIZE + m).padStart(5, '0')}`;
        return {
          ...{ user_type: 2, account, account_key: account, password_hash: hash, name: account },
          ...{ classroom_id: classroom.id, created_at: now, updated_at: now },
        };
      });
      students.push(...(await db().insertInto('users').values(rows).returning(['id', 'account']).execute()));
    }
    return { classrooms, students };
  });
  const written = [];
  for (let n = 0; n < 20; n += 1) written.push(await factories.makeTheoryQuestion({ owner: teacher, kind: 'single' }));
  for (let n = 0; n < 4; n += 1) written.push(await factories.makeTheoryQuestion({ owner: teacher, kind: 'cloze' }));
  written.push(await factories.makeWrittenQuestion({ owner: teacher }));
  const exam = await factories.makeExam({ owner: teacher, classrooms: people.classrooms, written });
  return { ...people, exam };
}

async function run({ exam, students }) {
  const written = exam.items.filter((item) => item.part === 'written');
  const choices = written.slice(0, 20);
  const paper = written[written.length - 1];
  const page = `/examination/evaluation/written?id=${exam.id}`;
  console.log(
    `${databaseKind()}, ${process.env.WEB_CONCURRENCY ?? 1} process(es), ${STUDENTS} students, ${written.length} items\n`,
  );
  console.log('step                     requests   errors     p50      p95      p99      max  ms');

  const guessing = guess();
  await phase('arriving', async () => {
    await everyone(students, ARRIVE_MS, async (student, due) => {
      const login = await timed('sign in', due, {
        path: '/login',
        form: { account: student.account, password: PASSWORD },
      });
      student.cookie = cookieOf(login);
      await timed('dashboard', null, { path: '/dashboard', student });
      await timed('start', null, {
        path: `/examination/preview?id=${exam.id}`,
        student,
        form: { part: 'written' },
        expects: 303,
      });
      await timed('first page', null, { path: page, student });
    });
  });
  // What the pages' script has at hand; the API tells it to everybody alike.
  await everyone(students, 20_000, async (student) => {
    const answer = await send({ path: '/api/exam/attempt/start', student, json: { examId: exam.id, part: 'written' } });
    student.attemptId = JSON.parse(answer.text).data.id;
  });

  const photo = await sharp(randomBytes(1200 * 1600 * 3), { raw: { width: 1200, height: 1600, channels: 3 } })
    .blur(3)
    .jpeg({ quality: 85 })
    .toBuffer();
  await phase('writing', async () => {
    const photos = everyone(students.slice(0, PHOTOS), SAVE_EVERY_MS * SAVE_ROUNDS, async (student, due) => {
      const file = await timed('photo upload', due, { path: '/api/common/upload', student, file: photo });
      const { id } = JSON.parse(file.text).data;
      await timed('photo added', null, {
        path: '/api/exam/attempt/photo',
        student,
        json: { attemptId: student.attemptId, itemId: paper.id, fileIds: [id] },
      });
    });
    for (let round = 0; round < SAVE_ROUNDS; round += 1) {
      await everyone(students, SAVE_EVERY_MS, async (student, due) => {
        const item = choices[(student.id + round) % choices.length];
        const value = { keys: ['ABC'[(student.id + round) % 3]] };
        const saved = await timed('autosave', due, {
          path: '/api/exam/attempt/answer',
          student,
          json: { attemptId: student.attemptId, itemId: item.id, value, revision: 0 },
        });
        if (saved.status === 200) (student.acknowledged ??= []).push({ itemId: item.id, value });
      });
    }
    await photos;
  });

  await phase('handing in', () =>
    everyone(students, HAND_IN_MS, async (student, due) => {
      await timed('hand in', due, {
        path: page,
        student,
        form: { _intent: 'submit', attemptId: student.attemptId },
        expects: 303,
      });
      await timed('receipt', null, { path: `/examination/evaluation/receipt?id=${exam.id}&part=written`, student });
    }),
  );
  running = false;
  const { refused, wrong } = await guessing;
  console.log(`\nguesser at the same address: ${wrong} wrong passwords answered, ${refused} told to wait`);
  if (refused === 0) process.exitCode = 1;
}

/** Every acknowledged answer is stored, everybody has handed in. */
async function check({ students, exam }) {
  await server.stop();
  server = undefined;
  const attempts = await db().selectFrom('attempts').select(['id', 'state']).where('exam_id', '=', exam.id).execute();
  const stored = new Map();
  for (const row of await db().selectFrom('answers').select(['attempt_id', 'item_id', 'value']).execute()) {
    stored.set(`${row.attempt_id} ${row.item_id}`, row.value);
  }
  const acknowledged = students.flatMap(({ attemptId, acknowledged: list = [] }) =>
    list.map(({ itemId, value }) => [stored.get(`${attemptId} ${itemId}`), JSON.stringify(value)]),
  );
  const lost = acknowledged.filter(([is, was]) => is !== was).length;
  const open = attempts.filter(({ state }) => state === 'in_progress').length;
  console.log(
    `${attempts.length} papers, ${open} still open; ${acknowledged.length} acknowledged answers, ${lost} lost`,
  );
  if (lost > 0 || open > 0 || attempts.length !== students.length) process.exitCode = 1;
}

/** Runs one part of the day and prints its steps, the server's memory and its processor time. */
async function phase(name, work) {
  steps = new Map();
  const cpu = processorSeconds(server.pid);
  const begun = Date.now();
  let memory = 0;
  const watch = setInterval(() => (memory = Math.max(memory, residentMb(server.pid))), 250);
  await work();
  clearInterval(watch);
  for (const [step, { times, errors }] of steps) {
    const sorted = times.sort((a, b) => a - b);
    const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
    const figures = [at(0.5), at(0.95), at(0.99), at(1)].map((ms) => ms.toFixed(0).padStart(9)).join('');
    console.log(`${step.padEnd(24)}${String(times.length).padStart(9)}${String(errors.length).padStart(9)}${figures}`);
    for (const error of [...new Set(errors)].slice(0, 3)) console.log(`    ${error}`);
    if (errors.length > 0) process.exitCode = 1;
  }
  const seconds = (Date.now() - begun) / 1000;
  console.log(
    `  ${name}: ${seconds.toFixed(1)} s, server ${memory} MB at most, ${(processorSeconds(server.pid) - cpu).toFixed(1)} s of processor time`,
  );
}

/** Starts `work` for everybody, evenly spread over the time; ends when all are done. */
async function everyone(students, spreadMs, work) {
  const begun = performance.now();
  await Promise.all(
    students.map(async (student, index) => {
      const due = begun + (spreadMs * index) / students.length;
      await sleep(Math.max(0, due - performance.now()));
      await work(student, due).catch((error) => note('stopped', 0, String(error)));
    }),
  );
}

async function timed(step, due, options) {
  const begun = due ?? performance.now();
  try {
    const answer = await send(options);
    const expected = options.expects ?? (options.form?.account ? 303 : 200);
    note(
      step,
      performance.now() - begun,
      answer.status === expected ? '' : `status ${answer.status} ${answer.text.slice(0, 120)}`,
    );
    return answer;
  } catch (error) {
    note(step, performance.now() - begun, String(error));
    throw error;
  }
}

function note(step, milliseconds, error) {
  const entry = steps.get(step) ?? { times: [], errors: [] };
  steps.set(step, entry);
  entry.times.push(milliseconds);
  if (error) entry.errors.push(error);
}

/** One request; a kept connection that the server closed meanwhile is opened anew, as browsers do. */
function send({ path: target, student, form, json, file, localAddress }, isAgain = false) {
  return new Promise((resolve, reject) => {
    const { body, type } = bodyOf(form, json, file);
    const headers = {
      ...(student?.cookie ? { Cookie: student.cookie } : {}),
      ...(body ? { 'Content-Type': type, 'Content-Length': body.length, Origin: server.origin } : {}),
      Accept: json ? 'application/json' : 'text/html',
      // What is read here comes plain, pages as browsers ask for them.
      ...(json || file ? {} : { 'Accept-Encoding': 'gzip' }),
    };
    const options = {
      host: '127.0.0.1',
      port: new URL(server.origin).port,
      path: target,
      method: body ? 'POST' : 'GET',
      headers,
      agent,
      timeout: LIMIT_MS,
      localAddress,
    };
    const request = http.request(options, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode,
          headers: response.headers,
          text: json || file ? Buffer.concat(chunks).toString() : '',
        }),
      );
      response.on('error', reject);
    });
    request.on('timeout', () => request.destroy(new Error('no answer within 50 s')));
    request.on('error', (error) => {
      if (request.reusedSocket && error.code === 'ECONNRESET' && !isAgain) {
        send({ path: target, student, form, json, file, localAddress }, true).then(resolve, reject);
      } else reject(error);
    });
    request.end(body);
  });
}

function bodyOf(form, json, file) {
  if (form)
    return { body: Buffer.from(new URLSearchParams(form).toString()), type: 'application/x-www-form-urlencoded' };
  if (json) return { body: Buffer.from(JSON.stringify(json)), type: 'application/json' };
  if (!file) return {};
  const border = 'kaoping-load-border';
  const head =
    `--${border}\r\nContent-Disposition: form-data; name="type"\r\n\r\nimage\r\n` +
    `--${border}\r\nContent-Disposition: form-data; name="file"; filename="photo.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${border}--\r\n`)]);
  return { body, type: `multipart/form-data; boundary=${border}` };
}

function cookieOf({ headers }) {
  const cookie = headers['set-cookie']?.find((line) => line.startsWith('kaoping_session='));
  if (!cookie) throw new Error('no session after signing in');
  return cookie.split(';')[0];
}

/** Guesses one account's password every half second until the day is over. */
async function guess() {
  let wrong = 0;
  let refused = 0;
  while (running) {
    const answer = await send({ path: '/login', form: { account: 'load00001', password: `guess-${wrong}` } }).catch(
      () => null,
    );
    if (answer?.status === 429) refused += 1;
    else wrong += 1;
    await sleep(500);
  }
  return { wrong, refused };
}
