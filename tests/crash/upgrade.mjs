/**
 * Killed while it prepares its database: first while a database of the oldest released schema with many rows is brought
 * up to date, then while the demo school of a first start is made. After each SIGKILL the next start has to be whole.
 *   node tests/crash/upgrade.mjs --upgrades=30 --starts=30 --rows=100000 [--seed=1]
 */
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { createServer as createVite } from 'vite';
import { ROOT } from '../../scripts/project.mjs';
import { runTool } from './backup.mjs';
import { createChecks, createServer, readNumbers, sha256, sleep, temporaryDirectory } from './support.mjs';

const { upgrades, starts, rows } = readNumbers({ upgrades: 3, starts: 2, rows: 20_000 });
const checks = createChecks('killed upgrade and first start');
const root = temporaryDirectory();
// Each server of the many takes care to end with this script.
process.setMaxListeners(0);
const BUILD_DIR = process.env.KAOPING_BUILD_DIR ?? 'build';
const figures = { upgrades: [], starts: [] };

/** A data directory as the oldest released program left it: its schema alone, filled with rows. */
async function makeOldSchool(directory) {
  mkdirSync(directory, { recursive: true });
  const file = path.join(directory, 'kaoping.db');
  Object.assign(process.env, {
    DATA_DIR: directory,
    DATABASE_URL: `sqlite:${file}`,
    SESSION_SECRET: 'a secret for the crash harnesses, never used elsewhere',
  });
  const sources = await createVite({
    configFile: false,
    root: ROOT,
    resolve: { alias: [{ find: /^~\//, replacement: `${ROOT}app/` }] },
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, watch: null, hmr: false, ws: false },
    appType: 'custom',
    logLevel: 'error',
  });
  try {
    const { Migrator } = await import('kysely');
    const { db, closeDatabase } = await sources.ssrLoadModule('/app/db/db.server.ts');
    const { migrations } = await sources.ssrLoadModule('/app/db/migrations.server.ts');
    const migrator = new Migrator({ db: db(), provider: { getMigrations: () => Promise.resolve(migrations) } });
    const { error } = await migrator.migrateTo(Object.keys(migrations)[0]);
    if (error) throw error;
    await closeDatabase();
  } finally {
    await sources.close();
    for (const name of ['DATA_DIR', 'DATABASE_URL', 'SESSION_SECRET']) delete process.env[name];
  }
  fill(file);
  return file;
}

/** Rows in the shares of a school: mostly answers and their journal, questions, papers scored and not yet settled. */
function fill(file) {
  const database = new Database(file);
  database.pragma('foreign_keys = ON');
  const at = Date.parse('2026-09-01T00:00:00Z');
  const put = (table, row) => {
    const names = Object.keys(row);
    const statement = `insert into ${table} (${names.join(', ')}) values (${names.map((name) => `@${name}`).join(', ')})`;
    return Number(database.prepare(statement).run(row).lastInsertRowid);
  };
  database.transaction(() => {
    const account = (name, type) => ({
      ...{ user_type: type, account: name, account_key: name, password_hash: 'x', name: `名字${name}` },
      ...{ created_at: at, updated_at: at },
    });
    const teacher = put('users', { ...account('t1', 2), is_admin: 1 });
    const second = put('users', account('t2', 2));
    const students = Math.max(10, Math.floor(rows / 200));
    const ids = Array.from({ length: students }, (_, index) => put('users', account(`s${index}`, 1)));
    const examOf = (name, status) =>
      put('exams', {
        ...{ owner_id: teacher, name, status, test_type: 1, oral_weight: 50, written_weight: 50 },
        ...{
          settings: '{}',
          created_at: at,
          updated_at: at,
          begin_time: at,
          end_time: at + 1,
          upload_end_time: at + 1,
        },
      });
    const exams = [examOf('旧考试', 'closed'), examOf('旧考试（已公布）', 'released')];
    const question = (index) => ({
      ...{ bank: 'written', owner_id: teacher, title: `题 ${index}`, level: 1, points: 10 },
      ...{ body: JSON.stringify({ prompt: `写一段讲解词 ${index}`, markingPoints: [], answerBy: 'text' }) },
      ...{ search_text: `题 ${index} 讲解词`.repeat(5), created_at: at, updated_at: at },
    });
    const questions = Math.floor(rows * 0.2);
    const first = put('questions', question(0));
    for (let index = 1; index < questions; index += 1) put('questions', question(index));
    const snapshot = JSON.stringify({ bank: 'written', kind: '', title: '题', imageIds: [], body: { prompt: '题' } });
    const items = exams.map((examId) =>
      put('exam_items', {
        ...{ exam_id: examId, part: 'written', position: 1 },
        ...{ question_id: first, points: 100, snapshot },
      }),
    );
    for (const [turn, examId] of exams.entries()) {
      for (const [index, studentId] of ids.entries()) {
        const attempt = put('attempts', {
          ...{ exam_id: examId, student_id: studentId, part: 'written', number: 1, state: 'scored' },
          ...{ started_at: at, deadline_at: at + 1, submitted_at: at + 1, closed_by: 'student' },
        });
        put('answers', {
          attempt_id: attempt,
          item_id: items[turn],
          value: '{"text":"旧"}',
          revision: 1,
          saved_at: at,
        });
        // Of every tenth two examiners differ by more than today's limit.
        const finals = index % 10 === 0 ? [60, 90] : [80];
        for (const [place, percent] of finals.entries()) {
          const score = put('scores', {
            ...{ attempt_id: attempt, examiner_id: place === 0 ? teacher : second, state: 'final' },
            ...{ percent, updated_at: at, finalised_at: at + place },
          });
          put('score_marks', { score_id: score, item_id: items[turn], points: percent });
        }
        const total = finals.reduce((sum, percent) => sum + percent, 0) / finals.length;
        put('results', {
          ...{ exam_id: examId, student_id: studentId, written_percent: total, total_percent: total, updated_at: at },
        });
        put('messages', { user_id: studentId, kind: 'system', title: '旧消息', created_at: at });
      }
    }
    const attempts = database.prepare('select min(id) as first from attempts').get();
    const values = { attempt_id: attempts.first, item_id: items[0], value: '{"text":"写"}', outcome: 'saved' };
    for (let missing = rows - countAll(database), index = 0; index < missing; index += 1)
      put('answer_journal', { ...values, revision: index + 1, received_at: at + index });
  })();
  database.close();
}

const tablesOf = (database) =>
  database
    .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite%' order by name")
    .pluck()
    .all();
const countAll = (database) =>
  tablesOf(database).reduce((sum, table) => sum + database.prepare(`select count(*) from ${table}`).pluck().get(), 0);

function inspect(directory, read) {
  const database = new Database(path.join(directory, 'kaoping.db'), { readonly: true });
  try {
    return read(database);
  } finally {
    database.close();
  }
}

/** Tables and indexes by what they are, in no order. */
const schemaOf = (database) =>
  database
    .prepare("select sql from sqlite_master where sql is not null and name not like 'sqlite%'")
    .pluck()
    .all()
    .sort();

const resultsOf = (database) =>
  JSON.stringify(
    database
      .prepare('select * from results order by exam_id, student_id')
      .all()
      // Columns of a later schema, which say nothing else than the others did.
      .map((row) => ({ ...row, released_total: undefined, released_oral: undefined, released_written: undefined })),
  );
const statesOf = (database) => JSON.stringify(database.prepare('select id, state from attempts order by id').all());

function soundness(database, what) {
  const integrity = database.pragma('integrity_check', { simple: true });
  checks.ok(integrity === 'ok', `${what}: integrity check: ${integrity}`);
  checks.ok(database.pragma('foreign_key_check').length === 0, `${what}: no foreign key is broken`);
}

/** Starts without waiting; `ended` tells how, `said` waits until the log says something. */
async function startAndKill(dataDir, env, isDue, wait) {
  const server = await createServer({ dataDir, env });
  const started = server.start().then(
    () => 'ready',
    () => 'ended',
  );
  let isReady = false;
  void started.then(() => (isReady = true));
  while (!isReady && !isDue(server)) await sleep(2);
  if (!isReady) await Promise.race([sleep(wait), started]);
  const wasReady = isReady;
  await server.kill('SIGKILL');
  await started;
  return wasReady;
}

async function timed(dataDir, env, isDue) {
  const server = await createServer({ dataDir, env });
  const started = server.start();
  let isReady = false;
  started.then(
    () => (isReady = true),
    () => (isReady = true),
  );
  while (!isReady && !isDue(server)) await sleep(2);
  const begun = performance.now();
  await started;
  return { server, milliseconds: performance.now() - begun };
}

const old = path.join(root, 'old');
const isUpgrading = (dataDir) => () => existsSync(path.join(dataDir, 'backups'));

if (upgrades > 0) {
  await makeOldSchool(old);
  const before = inspect(old, (database) => ({
    all: countAll(database),
    results: resultsOf(database),
    states: statesOf(database),
  }));
  const whole = path.join(root, 'whole');
  cpSync(old, whole, { recursive: true });
  const { server, milliseconds } = await timed(whole, {}, isUpgrading(whole));
  await server.kill('SIGTERM');
  checks.ok(!existsSync(path.join(whole, 'kaoping.db-wal')), 'a clean stop leaves the database whole by itself');
  const expected = inspect(whole, (database) => {
    soundness(database, 'upgraded');
    checks.ok(resultsOf(database) === before.results, 'the upgrade changes no result and no date of one');
    checks.ok(statesOf(database) === before.states, 'the upgrade leaves every paper as scored as it was');
    const told = database.prepare("select count(*) from messages where title like '升级之后请看一眼%'").pluck().get();
    checks.ok(told === 2, `the owner is told of both exams: ${told}`);
    return { schema: schemaOf(database), counts: countsOf(database) };
  });
  console.log(`${before.all} rows of the oldest schema are upgraded in ${Math.round(milliseconds)} ms`);

  for (let kill = 1; kill <= upgrades; kill += 1) {
    const dataDir = path.join(root, `upgrade-${kill}`);
    cpSync(old, dataDir, { recursive: true });
    const moment = ((kill - 0.5) / upgrades) * milliseconds;
    const wasReady = await startAndKill(dataDir, {}, isUpgrading(dataDir), moment);
    const left = inspect(dataDir, (database) => ({
      steps: database.prepare('select count(*) from kysely_migration').pluck().get(),
      sound: soundness(database, `kill ${kill}`),
    }));
    const second = await createServer({ dataDir });
    const ready = await second.start().catch((error) => String(error));
    if (!checks.ok(typeof ready === 'number', `kill ${kill} at ${Math.round(moment)} ms: the next start: ${ready}`))
      continue;
    await second.kill('SIGTERM');
    inspect(dataDir, (database) => {
      soundness(database, `start ${kill}`);
      checks.ok(String(schemaOf(database)) === String(expected.schema), `start ${kill}: the schema is whole`);
      const counts = countsOf(database);
      checks.ok(JSON.stringify(counts) === JSON.stringify(expected.counts), `start ${kill}: every row is there`);
      checks.ok(resultsOf(database) === before.results, `start ${kill}: no result is another`);
    });
    const copies = readdirSync(path.join(dataDir, 'backups')).filter((name) => name.endsWith('.db'));
    if (left.steps === 1) checks.ok(copies.length >= 1, `start ${kill}: the copy is there`);
    figures.upgrades.push({ moment: Math.round(moment), stepsLeft: left.steps, wasReady, copies: copies.length });
    if (kill % 5 === 0) console.log(`${kill} kills while upgrading, ${checks.problems.length} problems`);
    if (kill === upgrades) await restoreCopy(path.join(dataDir, 'backups', copies[0] ?? ''), before);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** What is counted: everything but what a server writes by itself. */
function countsOf(database) {
  const own = new Set(['settings', 'sign_in_failures', 'exam_reminders', 'audit_entries', 'user_sessions']);
  return tablesOf(database)
    .filter((table) => !own.has(table))
    .map((table) => [table, database.prepare(`select count(*) from ${table}`).pluck().get()]);
}

async function restoreCopy(copy, before) {
  const dataDir = path.join(root, 'restored');
  const env = { DATA_DIR: dataDir, DATABASE_URL: '', KAOPING_BUILD_DIR: BUILD_DIR };
  const { code, output } = await runTool('restore', [copy], env);
  checks.ok(code === 0, `restore takes the copy made before the upgrade: ${output}`);
  const all = inspect(dataDir, countAll);
  checks.ok(all === before.all, `the copy holds ${all} of ${before.all} rows`);
  const server = await createServer({ dataDir });
  const ready = await server.start().catch((error) => String(error));
  checks.ok(typeof ready === 'number', `what was restored starts: ${ready}`);
  await server.kill('SIGTERM');
}

// The first start.
const DEMO = { KAOPING_DEMO: '1' };
const isSeeding = (server) => server.log().includes('正在建立演示学校 1/');

/** What every whole demo school has; times and ids of files are its own. */
function schoolOf(dataDir) {
  return inspect(dataDir, (database) => {
    const count = (table) => database.prepare(`select count(*) from ${table}`).pluck().get();
    const files = database.prepare('select id, size, sha256 from files where removed_at is null').all();
    const bad = files.filter(({ id, sha256: sum }) => {
      const file = path.join(dataDir, 'files', id.slice(0, 2), id);
      return !existsSync(file) || sha256(readFileSync(file)) !== sum;
    });
    const folder = path.join(dataDir, 'files');
    const objects = readdirSync(folder).flatMap((shard) => readdirSync(path.join(folder, shard)));
    const tables = [
      'users',
      'questions',
      'exams',
      'attempts',
      'takes',
      'scores',
      'results',
      'works',
      'comments',
      'posts',
    ];
    return {
      counts: JSON.stringify([...tables, 'resources', 'practices'].map((table) => [table, count(table)])),
      files: files.length,
      bad: bad.length,
      strays: objects.length - files.length,
      results: JSON.stringify(
        database.prepare('select exam_id, student_id, total_percent from results order by exam_id, student_id').all(),
      ),
    };
  });
}

if (starts > 0) {
  const whole = path.join(root, 'demo');
  const { server, milliseconds } = await timed(whole, DEMO, isSeeding);
  await server.kill('SIGTERM');
  const expected = schoolOf(whole);
  checks.ok(
    expected.files > 50 && expected.bad === 0,
    `the demo school has ${expected.files} files, ${expected.bad} bad`,
  );
  console.log(`the demo school is made in ${Math.round(milliseconds)} ms`);
  for (let kill = 1; kill <= starts; kill += 1) {
    const dataDir = path.join(root, `start-${kill}`);
    const moment = ((kill - 0.5) / starts) * milliseconds;
    const wasReady = await startAndKill(dataDir, DEMO, isSeeding, moment);
    const second = await createServer({ dataDir, env: DEMO });
    const ready = await second.start().catch((error) => String(error));
    if (!checks.ok(typeof ready === 'number', `first start, kill ${kill}: the next start: ${ready}`)) continue;
    await second.kill('SIGTERM');
    const school = schoolOf(dataDir);
    const isWhole = school.counts === expected.counts && school.results === expected.results;
    checks.ok(isWhole, `first start, kill ${kill}: the school is whole: ${school.counts}, not ${expected.counts}`);
    checks.ok(
      school.bad === 0 && school.files === expected.files,
      `first start, kill ${kill}: ${school.bad} bad files`,
    );
    checks.ok(school.strays === 0, `first start, kill ${kill}: ${school.strays} files of nobody`);
    inspect(dataDir, (database) => soundness(database, `first start, kill ${kill}`));
    figures.starts.push({ moment: Math.round(moment), wasReady });
    if (kill % 5 === 0) console.log(`${kill} kills during the first start, ${checks.problems.length} problems`);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const during = (list) => list.filter(({ wasReady }) => !wasReady).length;
console.log(
  `${figures.upgrades.length} kills while upgrading (${during(figures.upgrades)} before it was ready, ` +
    `${figures.upgrades.filter(({ stepsLeft }) => stepsLeft === 1).length} left the oldest schema), ` +
    `${figures.starts.length} kills during the first start (${during(figures.starts)} before it was ready): ` +
    `${checks.problems.length} problems`,
);
checks.finish();
