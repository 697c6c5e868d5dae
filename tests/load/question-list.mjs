/**
 * Database time of a bank's list with 10,000 own questions among 20,000 of others:
 *   node tests/load/question-list.mjs            on SQLite, in a temporary directory
 *   DATABASE_URL=postgres://… node tests/load/question-list.mjs    on an EMPTY PostgreSQL database
 * Prints the median of the list, each filter and a late page, with the query plans; fails when a plan passes over
 * all questions.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServer } from 'vite';
import { useOwnNode } from '../../scripts/own-node.mjs';

await useOwnNode();

const OWN = 10_000;
const OTHERS = 20_000;
const SHARED = 500;
const RUNS = 9;

const dataDir = mkdtempSync(path.join(tmpdir(), 'kaoping-load-'));
process.env.DATA_DIR = dataDir;
process.env.SESSION_SECRET = 'a secret for the load test only, never used';

// The app's own functions, read from its sources.
const server = await createServer({
  configFile: 'vitest.config.ts',
  logLevel: 'error',
  server: { middlewareMode: true },
});
const load = (file) => server.ssrLoadModule(`/app/${file}`);
const { closeDatabase, databaseKind, db } = await load('db/db.server.ts');
const { migrateToLatest } = await load('db/migrate.server.ts');
const list = await load('domain/question-bank/question-list.queries.server.ts');
const directories = await load('domain/question-bank/directory.queries.server.ts');
const { CompiledQuery, sql } = await server.ssrLoadModule('kysely');

let failures = 0;
try {
  await migrateToLatest();
  const { teacher, directoryId } = await fill();
  console.log(`${databaseKind()}: ${OWN} own theory questions, ${OTHERS} of others, ${SHARED} of them shared\n`);
  const base = { banks: ['theory'], currentPage: 1, pageSize: 15 };
  const cases = {
    'first page': {},
    'late page (600)': { currentPage: 600 },
    'own and shared': { scope: 'all' },
    'shared with me': { scope: 'shared' },
    'what I share': { scope: 'myShared' },
    level: { level: 2 },
    kind: { kind: 'judge' },
    'scene and exam type': { sceneTypeId: 1, examTypeId: 1 },
    'directory with sub-directories': { dirId: directoryId },
    'in no directory': { dirId: 0 },
    'key word (1 %)': { keyword: '第42类' },
    'key word (none)': { keyword: '没有这个词' },
  };
  for (const [name, filter] of Object.entries(cases)) {
    const input = { ...base, ...filter };
    const { totalCount } = await list.listQuestionRows(teacher, input);
    const ms = await median(() => list.listQuestionRows(teacher, input));
    console.log(`${ms.toFixed(1).padStart(7)} ms  ${name}: ${totalCount} questions`);
    const { ids, count } = await list.listQueries(teacher, input);
    for (const query of [ids, count]) await check(name, query);
  }
  const counts = await median(() => list.countByKind(teacher, { scope: 'all' }));
  console.log(`${counts.toFixed(1).padStart(7)} ms  counts of the kinds`);
  const scopes = await median(() => list.countByScope(teacher, { banks: ['theory'] }));
  console.log(`${scopes.toFixed(1).padStart(7)} ms  counts of the tabs`);
  const tree = await median(() => directories.listDirectories(teacher, 'theory'));
  console.log(`${tree.toFixed(1).padStart(7)} ms  the tree with its counts`);
} finally {
  await closeDatabase();
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
}
console.log(failures === 0 ? '\nno plan passes over all questions' : `\n${failures} plans pass over all questions`);
process.exit(failures === 0 ? 0 : 1);

async function median(work) {
  const times = [];
  for (let run = 0; run < RUNS; run += 1) {
    const start = process.hrtime.bigint();
    await work();
    times.push(Number(process.hrtime.bigint() - start) / 1e6);
  }
  return times.sort((a, b) => a - b)[Math.floor(RUNS / 2)];
}

/** Prints a query's plan and notes when it reads the table of questions from end to end. */
async function check(name, query) {
  const compiled = query.compile();
  const explain = databaseKind() === 'sqlite' ? 'explain query plan' : 'explain';
  const { rows } = await db().executeQuery(CompiledQuery.raw(`${explain} ${compiled.sql}`, [...compiled.parameters]));
  const lines = rows.map((row) => row.detail ?? row['QUERY PLAN']);
  for (const line of lines) console.log(`            ${line}`);
  if (lines.some((line) => /SCAN questions\b|Seq Scan on questions\b/.test(line))) {
    failures += 1;
    console.log(`            ^ ${name} passes over all questions`);
  }
}

async function fill() {
  const now = Date.now();
  const person = (account) => ({
    ...{ user_type: 1, account, account_key: account, password_hash: '-', name: account },
    ...{ created_at: now, updated_at: now },
  });
  const [own, other] = await db().insertInto('users').values(['load1', 'load2'].map(person)).returning('id').execute();
  for (const table of ['scene_types', 'exam_types']) {
    await db().insertInto(table).values({ name: '讲解', created_at: now }).execute();
  }
  const made = (name, parent_id) =>
    db()
      .insertInto('directories')
      .values({ bank: 'theory', owner_id: own.id, parent_id, name, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
  const top = await made('导游基础', null);
  const inner = await made('古建筑', top.id);
  const kinds = ['single', 'multiple', 'judge', 'cloze', 'short'];
  const body = JSON.stringify({ stem: '太和殿是紫禁城中规模最大的殿宇。'.repeat(20), options: [], keys: [] });
  const bulk = 500;
  for (let start = 0; start < OWN + OTHERS; start += bulk) {
    const rows = Array.from({ length: bulk }, (_, index) => start + index).map((n) => ({
      bank: 'theory',
      owner_id: n < OWN ? own.id : other.id,
      directory_id: n < OWN ? [null, top.id, inner.id][n % 3] : null,
      ...{ title: `第 ${n} 题`, kind: kinds[n % 5], level: (n % 3) + 1, points: 2, body },
      ...{ scene_type_id: n % 4 === 0 ? 1 : null, exam_type_id: n % 8 === 0 ? 1 : null },
      ...{ created_at: now + n, updated_at: now + n },
    }));
    // A statement binds a limited number of values.
    for (let at = 0; at < bulk; at += 100) {
      const ids = await db()
        .insertInto('questions')
        .values(rows.slice(at, at + 100))
        .returning('id')
        .execute();
      await db()
        .insertInto('question_texts')
        .values(
          ids.map(({ id }) => ({
            question_id: id,
            text: `第${id % 100}类 ${'太和殿是紫禁城中规模最大的殿宇。'.repeat(20)}`,
          })),
        )
        .execute();
    }
  }
  for (const [ownerId, audience, most] of [
    [other.id, 'teachers', SHARED],
    [own.id, 'students', SHARED],
  ]) {
    const chosen = await db()
      .selectFrom('questions')
      .select('id')
      .where('owner_id', '=', ownerId)
      .limit(most)
      .execute();
    for (let at = 0; at < chosen.length; at += 100) {
      await db()
        .insertInto('shares')
        .values(
          chosen
            .slice(at, at + 100)
            .map(({ id }) => ({ question_id: id, audience, created_by: ownerId, created_at: now })),
        )
        .execute();
    }
  }
  await (databaseKind() === 'sqlite' ? sql`analyze` : sql`vacuum analyze`).execute(db());
  const teacher = { id: own.id, userType: 1, account: 'load1', name: 'load1', classroomId: null, isAdmin: false };
  return { teacher, directoryId: top.id };
}
