/**
 * The score list and its exports for an exam of 5,000 students (100 classes) with 40 written items and an oral one:
 *   node --expose-gc tests/load/score-lists.mjs      on SQLite, in a temporary directory
 *   DATABASE_URL=postgres://… node --expose-gc tests/load/score-lists.mjs      on an EMPTY PostgreSQL database
 * Prints the time and the number of queries of each list, and the time, size and memory of each export; fails when a
 * list takes more queries than it may.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServer } from 'vite';
import { useOwnNode } from '../../scripts/own-node.mjs';

await useOwnNode();

const STUDENTS = 5_000;
const CLASSES = 100;
const ITEMS = 40;
/** As many for 5,000 students as for five: seven of them are what is said beside the marks. */
const QUERIES_ALLOWED = 15;

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
const lists = await load('domain/scoring/report/score-list.queries.server.ts');
const { exportScoreList } = await load('domain/scoring/report/score-list-export.server.ts');
const { exportAnswers } = await load('domain/scoring/report/answer-export.server.ts');
const factories = await server.ssrLoadModule('/tests/factories/index.ts');

const NOW = Date.UTC(2026, 10, 20, 6, 0);
let failures = 0;
try {
  await migrateToLatest();
  const { owner, exam, classId } = await fill();
  console.log(`${databaseKind()}: ${STUDENTS} students, ${CLASSES} classes, ${ITEMS} written items and an oral one\n`);
  const all = { examId: exam.id, classId: 0, state: '', keyword: '', sort: 'rank', order: 'asc' };
  const page = { currentPage: 1, pageSize: 15 };
  await time('score list', () => lists.getScoreList(owner, { ...all, ...page }, NOW));
  await time('score list, by name', () => lists.getScoreList(owner, { ...all, ...page, sort: 'name' }, NOW));
  await time('score list of a class', () => lists.getScoreList(owner, { ...all, ...page, classId }, NOW));
  await time('class list', () =>
    lists.getClassScoreList(owner, { examId: exam.id, classId, by: 'rank', names: '1' }, NOW),
  );
  await file('export of the list', () => exportScoreList(owner, all, NOW));
  await file('export of all answers', () => exportAnswers(owner, all, NOW));
} finally {
  await closeDatabase();
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exitCode = failures > 0 ? 1 : 0;

/** Median of nine runs, and how many statements one takes. */
async function time(name, run) {
  const before = queries();
  await run();
  const count = queries() - before;
  const times = [];
  for (let index = 0; index < 9; index += 1) {
    const from = performance.now();
    await run();
    times.push(performance.now() - from);
  }
  const median = times.sort((a, b) => a - b)[4];
  console.log(`${median.toFixed(0).padStart(6)} ms  ${name}, ${count} queries`);
  if (count > QUERIES_ALLOWED) failures += 1;
}

/** One export with the most memory it took beyond what was there before. */
async function file(name, run) {
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 10);
  const from = performance.now();
  const { bytes } = await run();
  const ms = performance.now() - from;
  clearInterval(watch);
  peak = Math.max(peak, process.memoryUsage().rss);
  const mb = (value) => (value / 1024 / 1024).toFixed(1);
  console.log(
    `${ms.toFixed(0).padStart(6)} ms  ${name}: ${mb(bytes.length)} MB file, ${mb(peak - before)} MB memory above ${mb(before)}`,
  );
}

function queries() {
  return globalThis.__queryCount ?? 0;
}

async function fill() {
  countQueries();
  const teacher = await factories.makeTeacher({ name: '周敏' });
  const written = [];
  for (let index = 0; index < ITEMS; index += 1) {
    const kind = ['single', 'multiple', 'judge', 'cloze', 'short'][index % 5];
    written.push(await factories.makeTheoryQuestion({ owner: teacher, kind, points: 2 }));
  }
  const classrooms = [];
  for (let index = 0; index < CLASSES; index += 1) {
    classrooms.push(await factories.makeClassroom({ teacher, name: `高一（${index + 1}）班` }));
  }
  const exam = await factories.makeExam({
    owner: teacher,
    classrooms,
    oral: await factories.makeOralQuestion({ owner: teacher }),
    written,
    status: 'closed',
    now: NOW,
  });
  const password = teacher.password_hash;
  const students = await insert(
    'users',
    Array.from({ length: STUDENTS }, (_, index) => {
      const account = String(20_260_000 + index).padStart(10, '0');
      const classroom = classrooms[index % CLASSES].id;
      const rest = { password_hash: password, created_at: NOW, updated_at: NOW };
      return { user_type: 2, account, account_key: account, name: `学生${index}`, classroom_id: classroom, ...rest };
    }),
  );
  for (const part of ['oral', 'written']) await fillPart(teacher, exam, part, students);
  return { owner: factories.actorOf(teacher), exam, classId: classrooms[3].id };
}

async function fillPart(teacher, exam, part, students) {
  const items = exam.items.filter((item) => item.part === part);
  const sat = students.filter((_, index) => index % 50 !== 0);
  const attempts = await insert(
    'attempts',
    sat.map((student, index) => ({
      exam_id: exam.id,
      student_id: student.id,
      part,
      number: 1,
      state: 'scored',
      started_at: NOW - 1000,
      deadline_at: NOW,
      submitted_at: NOW,
      closed_by: 'student',
      receipt_code: `R${part}${index}`,
      percent: (index * 7919) % 101,
      settlement: 'agreed',
    })),
  );
  const scores = await insert(
    'scores',
    attempts.map((attempt) => ({
      attempt_id: attempt.id,
      examiner_id: teacher.id,
      state: 'final',
      percent: 70,
      updated_at: NOW,
      finalised_at: NOW,
    })),
  );
  const each = (make) =>
    attempts.flatMap((attempt, index) => items.map((item, place) => make(attempt, item, index, place)));
  const value = (kind, index) =>
    kind === 'cloze'
      ? { blanks: [`答${index % 97}`, '地上'] }
      : kind === 'short'
        ? { text: `因为第 ${index} 个原因，所以是这样。` }
        : { keys: kind === 'multiple' ? ['A', 'C'] : kind === 'judge' ? ['T'] : ['B'] };
  if (part === 'written') {
    await insert(
      'answers',
      each((attempt, item, index) => ({
        attempt_id: attempt.id,
        item_id: item.id,
        value: JSON.stringify(value(JSON.parse(item.snapshot).kind, index)),
        revision: 1,
        saved_at: NOW,
      })),
      false,
    );
  }
  await insert(
    'item_results',
    each((attempt, item, index) => ({ attempt_id: attempt.id, item_id: item.id, points: index % 3 })),
    false,
  );
  await insert(
    'score_marks',
    each((_attempt, item, index) => ({
      score_id: scores[index].id,
      item_id: item.id,
      points: index % 3,
      measures: part === 'oral' ? '{"zqd":80,"lld":70,"wzd":90,"gjc":null}' : null,
      comment: index % 10 === 0 ? '步骤再写清楚些。' : '',
    })),
    false,
  );
}

/** Inserts rows in portions; their ids when they are asked for. */
async function insert(table, rows, hasIds = true) {
  const made = [];
  for (let from = 0; from < rows.length; from += 500) {
    const query = db()
      .insertInto(table)
      .values(rows.slice(from, from + 500));
    if (hasIds) made.push(...(await query.returning('id').execute()));
    else await query.execute();
  }
  return made;
}

/** Counts the statements that are sent from here on. */
function countQueries() {
  const executor = Object.getPrototypeOf(Object.getPrototypeOf(db().getExecutor()));
  const whole = executor.executeQuery;
  globalThis.__queryCount = 0;
  executor.executeQuery = function executeQuery(...args) {
    globalThis.__queryCount += 1;
    return whole.apply(this, args);
  };
}
