/**
 * What the harnesses share: the built server started as it runs in a school, clients that speak the API, a school
 * with an exam that is open, and a count of what was checked.
 * KAOPING_BUILD_DIR names the build (default: build).
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import Database from 'better-sqlite3';
import sharp from 'sharp';
import { transformWithEsbuild } from 'vite';
import { Blob } from 'node:buffer';
import { NODE, ROOT, TOOLS, freePort, untilHealthy } from '../../scripts/project.mjs';
import { useOwnNode } from '../../scripts/own-node.mjs';

await useOwnNode();

export { freePort };

const BUILD = path.resolve(process.env.KAOPING_BUILD_DIR ?? 'build', 'server/index.js');
export const ADMIN = { account: 'admin', password: 'crash-test-password' };
export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
export const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** The numbers given as --name=…, with their defaults. */
export function readNumbers(defaults) {
  const options = Object.fromEntries(Object.keys(defaults).map((name) => [name, { type: 'string' }]));
  const { values } = parseArgs({ options: { ...options, postgres: { type: 'boolean' } } });
  const numbers = Object.entries(defaults).map(([name, value]) => [name, Number(values[name] ?? value)]);
  return { ...Object.fromEntries(numbers), postgres: values.postgres === true };
}

/** A directory that goes when the script ends. */
export function temporaryDirectory() {
  const directory = mkdtempSync(path.join(tmpdir(), 'kaoping-crash-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/**
 * A server that can be killed and started again on its port and data. `command` runs it in another way (another name
 * space, under strace): given the usual command line, it answers the one to run.
 */
export async function createServer({ dataDir, databaseUrl = '', command = (line) => line, env = {}, stdio }) {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  let child;
  let log = '';
  const keep = (chunk) => (log = (log + chunk).slice(-20_000));
  const killAtExit = () => child?.kill('SIGKILL');
  process.once('exit', killAtExit);
  return {
    origin,
    dataDir,
    get pid() {
      return child.pid;
    },
    log: () => log,
    /** Starts it and waits until it is ready; answers the milliseconds. */
    async start() {
      const begun = performance.now();
      const [file, ...rest] = command([NODE, TOOLS.serve, BUILD]);
      child = spawn(file, rest, {
        cwd: ROOT,
        env: {
          ...process.env,
          NODE_ENV: 'production',
          PORT: String(port),
          HOST: '127.0.0.1',
          DATA_DIR: dataDir,
          DATABASE_URL: databaseUrl,
          SESSION_SECRET: 'a secret for the crash harnesses, never used elsewhere',
          KAOPING_DEMO: '0',
          KAOPING_ADMIN_ACCOUNT: ADMIN.account,
          KAOPING_ADMIN_PASSWORD: ADMIN.password,
          ...env,
        },
        stdio: stdio ?? ['ignore', 'pipe', 'pipe'],
      });
      child.stdout?.on('data', keep);
      child.stderr?.on('data', keep);
      if (!(await untilHealthy(origin, child))) throw new Error(`the server did not start:\n${log}`);
      const ready = await fetch(`${origin}/readyz`);
      if (!ready.ok) throw new Error(`the server is not ready: ${await ready.text()}`);
      return performance.now() - begun;
    },
    async kill(signal = 'SIGKILL') {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill(signal);
      await ended;
    },
  };
}

/**
 * Someone at a server. `call` answers status, body and headers, or throws when the connection broke; `upload` stores a
 * file and answers its row.
 */
export function createClient(origin, cookie = '') {
  async function send(target, init = {}) {
    const headers = { ...init.headers, ...(cookie ? { Cookie: cookie } : {}) };
    const response = await fetch(new URL(target, origin), { redirect: 'manual', ...init, headers });
    const set = response.headers.getSetCookie().find((line) => /kaoping_session=|__Host-kaoping=/.test(line));
    if (set) cookie = set.slice(0, set.indexOf(';'));
    return response;
  }
  async function call(name, body, headers = {}) {
    const init = body ? { method: 'POST', body: JSON.stringify(body) } : {};
    const response = await send(`/api/${name}`, {
      ...init,
      headers: { 'Content-Type': 'application/json', ...headers },
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  }
  return {
    send,
    call,
    /** The data of a call that must succeed. */
    async get(name, body, headers) {
      const { status, body: answer } = await call(name, body, headers);
      if (status !== 200) throw new Error(`${name} answered ${status}: ${JSON.stringify(answer)}`);
      return answer.data;
    },
    async upload(type, bytes, name) {
      const form = new FormData();
      form.append('type', type);
      form.append('file', new Blob([bytes]), name);
      const response = await send('/api/common/upload', { method: 'POST', body: form });
      return { status: response.status, headers: response.headers, body: await response.json() };
    },
    async signIn(account, password) {
      const { status, body } = await call('user/login', { account, password });
      if (status !== 200) throw new Error(`${account} cannot sign in: ${JSON.stringify(body)}`);
    },
    at: (otherOrigin) => createClient(otherOrigin, cookie),
  };
}

const MINUTE = 60_000;
export const PASSWORD = 'a-password-of-ones-own';

/** Signs in with a one-time password and chooses a password of one's own. */
async function firstSignIn(client, account, password) {
  await client.signIn(account, password);
  await client.get('user/password', { oldPassword: password, password: PASSWORD, confirm: PASSWORD });
  await client.signIn(account, PASSWORD);
}

/**
 * A class with so many students and an exam that is open for them: one oral item, two theory items, one written with
 * photos. Everything is made through the API.
 */
export async function makeSchool(origin, { students: count = 4, isFirst = true } = {}) {
  const teacher = createClient(origin);
  if (isFirst) await firstSignIn(teacher, ADMIN.account, ADMIN.password);
  else await teacher.signIn(ADMIN.account, PASSWORD);
  const suffix = Date.now().toString(36);
  const me = await teacher.get('user/userInfo', {});
  const classroom = await teacher.get('class/add', {
    name: `导游${suffix}班`,
    grade: '2026级',
    year: 2026,
    teacherIds: [me.id],
  });
  const students = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const account = `c${suffix}${index}`;
      const made = await teacher.get('stu/add', { account, name: `学生${index}`, classId: classroom.id });
      const client = createClient(origin);
      await firstSignIn(client, account, made.password);
      return { id: made.id, account, client };
    }),
  );
  const oral = await teacher.get('exam/oral/add', { title: '故宫讲解', examContent: '各位游客大家好，欢迎来到故宫。' });
  const theory = await teacher.get('exam/theory/add', { kind: 'short', stem: '简述导游的职责。', points: 10 });
  const second = await teacher.get('exam/theory/add', { kind: 'short', stem: '简述游客走失的处理。', points: 10 });
  const written = await teacher.get('exam/written/add', { prompt: '写一份一日游计划。', points: 20 });
  const at = (minutes) => new Date(Date.now() + minutes * MINUTE).toISOString();
  const exam = await teacher.get('exam/add', {
    name: `期中${suffix}`,
    testType: 2,
    clazzIds: [classroom.id],
    oralId: oral.id,
    oralExaminerIds: [me.id],
    writtenExaminerIds: [me.id],
    writtenIds: [theory.id, second.id, written.id],
    oralBeginTime: at(-10),
    oralEndTime: at(600),
    beginTime: at(-10),
    endTime: at(600),
    uploadEndTime: at(700),
  });
  await teacher.get('exam/publish', { ids: [exam.id] });
  return { teacher, classroom, exam, oral, theory, written, students };
}

/** Begins both parts; answers the attempts as the API gives them. */
export async function beginExam(student, examId) {
  return {
    oral: await student.client.get('exam/attempt/start', { examId, part: 'oral' }),
    written: await student.client.get('exam/attempt/start', { examId, part: 'written' }),
  };
}

/** A small photo of its own: JPEG. */
export function makePhoto(seed, side = 160) {
  const noise = Buffer.alloc(side * side * 3);
  for (let index = 0, state = seed + 1; index < noise.length; index += 1) {
    state = (state * 1103515245 + 12345) % 2147483648;
    noise[index] = state >> 16;
  }
  return sharp(noise, { raw: { width: side, height: side, channels: 3 } })
    .jpeg()
    .toBuffer();
}

/** A short recording of its own: wav. */
export function makeRecording(seed, milliseconds = 600) {
  const samples = Math.round((8000 * milliseconds) / 1000);
  const bytes = Buffer.alloc(44 + samples * 2);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  for (const [at, value] of [
    [16, 16],
    [24, 8000],
    [28, 16_000],
    [40, samples * 2],
  ])
    bytes.writeUInt32LE(value, at);
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ])
    bytes.writeUInt16LE(value, at);
  bytes.write('data', 36, 'latin1');
  for (let index = 0; index < samples; index += 1) {
    bytes.writeInt16LE(Math.round(8000 * Math.sin((index * (200 + (seed % 400))) / 1300)), 44 + index * 2);
  }
  return bytes;
}

/** Counts what was checked and says what was not so; `finish` prints `N passed, M failed` for npm test. */
export function createChecks(title) {
  let passed = 0;
  let skipped = 0;
  const problems = [];
  const begun = performance.now();
  return {
    problems,
    ok(isSo, what) {
      if (isSo) passed += 1;
      else {
        problems.push(what);
        console.error(`NOT SO: ${what}`);
      }
      return isSo;
    },
    /** What cannot be looked at on this machine, and what it would need. */
    skip(what) {
      skipped += 1;
      console.log(`skipped: ${what}`);
    },
    finish() {
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      console.log(
        `${title}: ${passed} passed, ${problems.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''} (${seconds} s)`,
      );
      process.exit(problems.length === 0 && passed > 0 ? 0 : 1);
    },
  };
}

/** Reads the database of a server beside it; answers the rows of a statement. */
export function readerBeside(server, postgresServer) {
  if (postgresServer) return postgresServer.rows;
  return (statement) => {
    const file = new Database(path.join(server.dataDir, 'kaoping.db'), { readonly: true });
    try {
      return Promise.resolve(file.prepare(statement).all());
    } finally {
      file.close();
    }
  };
}

/**
 * PostgreSQL of our own with one empty database, as durable as a school's (tests/support/postgres.ts);
 * KAOPING_TEST_POSTGRES uses another.
 */
export async function startPostgres(database = `kaoping_crash_${process.pid}`) {
  // Node.js 20 reads no TypeScript.
  const folder = path.join(ROOT, 'node_modules', `.kaoping-postgres-${process.pid}`);
  mkdirSync(folder);
  for (const name of ['postgres', 'test-folder']) {
    const source = path.join(ROOT, `tests/support/${name}.ts`);
    const { code } = await transformWithEsbuild(readFileSync(source, 'utf8'), source);
    writeFileSync(
      path.join(folder, `${name}.mjs`),
      code.replace("'./test-folder'", "'./test-folder.mjs'").replace('"./test-folder"', '"./test-folder.mjs"'),
    );
  }
  let module;
  try {
    module = await import(path.join(folder, 'postgres.mjs'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const server = await module.startPostgres({ isDurable: true });
  const { default: pg } = await import('pg');
  const run = async (statement, at = 'postgres') => {
    const client = new pg.Client({ connectionString: server.url(at) });
    await client.connect();
    try {
      return (await client.query(statement)).rows;
    } finally {
      await client.end();
    }
  };
  await run(`create database ${database}`);
  return {
    url: server.url(database),
    rows: (statement) => run(statement, database),
    crash: (awayMs) => server.crash(awayMs),
    async stop() {
      await run(`drop database ${database} with (force)`);
      await server.stop();
    },
  };
}
