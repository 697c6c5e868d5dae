/**
 * Server time of the statistics, the score lists and a student's pages in a large school:
 *   KAOPING_BUILD_DIR=build node tests/load/statistics.mjs              on SQLite, in a temporary directory
 *   DATABASE_URL=postgres://… node tests/load/statistics.mjs            on an EMPTY PostgreSQL database
 * Writes 5,000 students in 100 classes with 20 exams of 40 items each (4 million item results) straight into the
 * database, starts the built server on it and prints for each page the first time (what has to be computed is) and
 * the median of the next ones; then the time of one score, and of what it makes new.
 * STUDENTS, EXAMS and ITEMS (of one exam) make it smaller or larger. The last column is the longest that anybody else
 * waited for /healthz meanwhile.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServer } from 'vite';
import { useOwnNode } from '../../scripts/own-node.mjs';

await useOwnNode();

const STUDENTS = Number(process.env.STUDENTS ?? 5000);
const EXAMS = Number(process.env.EXAMS ?? 20);
const WRITTEN_ITEMS = Number(process.env.ITEMS ?? 40) - 1;
const CLASS_SIZE = 50;
const RUNS = 7;
const PASSWORD = 'load-test-password';
const DAY = 86_400_000;

const build = path.resolve(process.env.KAOPING_BUILD_DIR ?? 'build', 'server/index.js');
const port = Number(process.env.PORT ?? 3908);
const origin = `http://127.0.0.1:${port}`;
const dataDir = mkdtempSync(path.join(tmpdir(), 'kaoping-load-'));
process.env.DATA_DIR = dataDir;
process.env.SESSION_SECRET = 'a secret for the load test only, never used';

// The app's own functions, read from its sources: the schema and its migrations.
const sources = await createServer({
  configFile: 'vitest.config.ts',
  logLevel: 'error',
  server: { middlewareMode: true },
});
const load = (file) => sources.ssrLoadModule(`/app/${file}`);
const { closeDatabase, databaseKind, db, transaction } = await load('db/db.server.ts');
const { migrateToLatest } = await load('db/migrate.server.ts');
const { hashPassword } = await load('domain/user/password.server.ts');
const { CompiledQuery } = await sources.ssrLoadModule('kysely');

let app;
try {
  await migrateToLatest();
  const filled = Date.now();
  const world = await fill();
  const megabytes = databaseKind() === 'sqlite' ? Math.round(statSync(path.join(dataDir, 'kaoping.db')).size / 1e6) : 0;
  console.log(
    `${databaseKind()}: ${STUDENTS} students, ${EXAMS} exams of ${WRITTEN_ITEMS + 1} items, written in ` +
      `${Math.round((Date.now() - filled) / 1000)} s${megabytes > 0 ? `, ${megabytes} MB` : ''}\n`,
  );
  await closeDatabase();
  await measure(world);
} finally {
  app?.kill('SIGTERM');
  await closeDatabase();
  await sources.close();
  rmSync(dataDir, { recursive: true, force: true });
}

async function run(statement) {
  await db().executeQuery(CompiledQuery.raw(statement));
}

async function fill() {
  const now = Date.now();
  const hash = await hashPassword(PASSWORD);
  const person = (account, user_type, classroom_id = null) => ({
    ...{ user_type, account, account_key: account, password_hash: hash, name: account, classroom_id },
    ...{ created_at: now, updated_at: now },
  });
  const insert = async (table, rows) => {
    const ids = [];
    for (let start = 0; start < rows.length; start += 500) {
      const made = await db()
        .insertInto(table)
        .values(rows.slice(start, start + 500))
        .returning('id')
        .execute();
      ids.push(...made.map((row) => row.id));
    }
    return ids;
  };
  const world = await transaction(async () => {
    const [teacherId] = await insert('users', [person('load-teacher', 1)]);
    const classIds = await insert(
      'classrooms',
      Array.from({ length: Math.ceil(STUDENTS / CLASS_SIZE) }, (_, n) => ({
        ...{ name: `高一（${n + 1}）班`, grade: '高一', year: 2026, created_by: teacherId },
        ...{ created_at: now, updated_at: now },
      })),
    );
    await db()
      .insertInto('classroom_teachers')
      .values(classIds.map((classroom_id) => ({ classroom_id, teacher_id: teacherId })))
      .execute();
    await insert(
      'users',
      Array.from({ length: STUDENTS }, (_, n) =>
        person(`load${String(n).padStart(5, '0')}`, 2, classIds[Math.floor(n / CLASS_SIZE)]),
      ),
    );
    const [categoryId] = await insert('directories', [
      { bank: 'exam', owner_id: teacherId, name: '月考', created_at: now },
    ]);
    const examIds = await insert(
      'exams',
      Array.from({ length: EXAMS }, (_, n) => {
        const at = now - (EXAMS - n) * 7 * DAY;
        const isLast = n === EXAMS - 1;
        return {
          ...{ owner_id: teacherId, name: `第 ${n + 1} 次月考`, category_id: categoryId, test_type: 2 },
          ...{ status: isLast ? 'closed' : 'released', released_at: isLast ? null : at + DAY },
          ...{ begin_time: at, end_time: at + 3_600_000, upload_end_time: at + 3_600_000 },
          ...{ oral_begin_time: at, oral_end_time: at + 3_600_000, oral_weight: 40, written_weight: 60 },
          settings: JSON.stringify({ showsRank: true }),
          ...{ published_at: at - DAY, closed_at: at + DAY, created_at: at - DAY, updated_at: at },
        };
      }),
    );
    for (const examId of examIds) {
      await db()
        .insertInto('exam_classrooms')
        .values(classIds.map((classroom_id) => ({ exam_id: examId, classroom_id })))
        .execute();
      await insert('exam_items', items(examId));
    }
    return { teacherId, classIds, examIds };
  });
  await results();
  await run(databaseKind() === 'sqlite' ? 'analyze' : 'vacuum analyze');
  const lastExam = world.examIds.at(-1);
  const { id: attemptId } = await db()
    .selectFrom('attempts')
    .select('id')
    .where('exam_id', '=', lastExam)
    .where('part', '=', 'oral')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  return { ...world, lastExam, attemptId };
}

function items(examId) {
  const snapshot = (banked, n) =>
    JSON.stringify({ questionId: null, title: `第 ${n} 题`, level: 1, keyPoints: ['校园'], imageIds: [], ...banked });
  const options = ['A', 'B', 'C', 'D'].map((key) => ({ key, text: `选项 ${key}` }));
  const theory = { stem: '太和殿是紫禁城中规模最大的殿宇。', blanks: [], reference: '', analysis: '' };
  const oral = { examContent: '春天来了。', musicUrl: null, isPlay: false, prepSeconds: 0, answerSeconds: 60 };
  return [
    {
      ...{ exam_id: examId, part: 'oral', position: 1, points: 100 },
      snapshot: snapshot({ bank: 'oral', kind: '', body: oral }, 1),
    },
    ...Array.from({ length: WRITTEN_ITEMS }, (_, n) => ({
      ...{ exam_id: examId, part: 'written', position: n + 1, points: 2 },
      snapshot: snapshot({ bank: 'theory', kind: 'single', body: { ...theory, options, keys: ['A'] } }, n + 1),
    })),
  ];
}

/** What the students did, by statements inside the database: the same on both. Chance is arithmetic on the ids. */
async function results() {
  const chance = 'abs((a.student_id * 7919 + i.id * 104729 + a.student_id * i.id * 31) % 100)';
  // The better students are right more often.
  const right = `${chance} < 25 + a.student_id % 60`;
  const now = Date.now();
  await run(`insert into attempts (exam_id, student_id, part, number, state, started_at, deadline_at, submitted_at,
      closed_by, settlement)
    select exams.id, users.id, parts.part, 1, 'scored', exams.begin_time, exams.end_time, exams.end_time, 'student', 'agreed'
    from exams cross join users cross join (select 'oral' as part union all select 'written') as parts
    where users.user_type = 2 and (users.id + exams.id) % 40 <> 0`);
  await run(`insert into item_results (attempt_id, item_id, points)
    select a.id, i.id, case when a.part = 'oral' then 40 + ${chance} % 60 when ${right} then i.points else 0 end
    from attempts a join exam_items i on i.exam_id = a.exam_id and i.part = a.part`);
  await run(`insert into answers (attempt_id, item_id, value, revision, saved_at)
    select a.id, i.id, case when ${right} then '{"keys":["A"]}' when ${chance} % 3 = 0 then '{"keys":["B"]}'
      when ${chance} % 3 = 1 then '{"keys":["C"]}' else '{"keys":["D"]}' end, 1, ${now}
    from attempts a join exam_items i on i.exam_id = a.exam_id and i.part = a.part where a.part = 'written'`);
  // The planner has to know by now how many rows there are.
  await run('analyze');
  await run(`update attempts set percent = (select 100.0 * sum(r.points) / sum(i.points)
    from item_results r join exam_items i on i.id = r.item_id where r.attempt_id = attempts.id)`);
  await run(`insert into scores (attempt_id, examiner_id, state, percent, updated_at, finalised_at)
    select a.id, e.owner_id, 'final', a.percent, ${now}, ${now} from attempts a join exams e on e.id = a.exam_id`);
  await run(`insert into score_marks (score_id, item_id, points, measures)
    select s.id, r.item_id, r.points, case when a.part = 'oral' then
      '{"zqd":' || cast(r.points as integer) || ',"lld":' || cast(r.points as integer) || ',"wzd":' || cast(r.points as integer)
      || ',"gjc":' || cast(r.points as integer) || '}' end
    from scores s join attempts a on a.id = s.attempt_id join item_results r on r.attempt_id = a.id`);
  await run(`insert into results (exam_id, student_id, oral_percent, written_percent, total_percent, updated_at)
    select o.exam_id, o.student_id, o.percent, w.percent, floor(o.percent * 0.4 + w.percent * 0.6 + 0.5), ${now}
    from attempts o join attempts w on w.exam_id = o.exam_id and w.student_id = o.student_id and w.part = 'written'
    where o.part = 'oral'`);
}

async function measure({ classIds, examIds, lastExam, attemptId }) {
  app = spawn(process.execPath, ['server/serve.mjs', build], {
    env: { ...process.env, NODE_ENV: 'production', PORT: String(port), HOST: '127.0.0.1', KAOPING_DEMO: '' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const teacher = await signIn('load-teacher');
  const student = await signIn('load00007');
  const [classId] = classIds;
  const [firstExam] = examIds;
  const census = '/census/index';
  const room = '/examination/scoreexamination';
  const pages = [
    ['exam figures, whole (API)', `/api/census/exam?examId=${firstExam}`, teacher],
    ['exam figures, a class (API)', `/api/census/exam?examId=${firstExam}&classId=${classId}`, teacher],
    [
      'exam figures, a class, others not kept (API)',
      `/api/census/exam?examId=${examIds[1]}&classId=${classId}`,
      teacher,
    ],
    ['statistics, .xlsx', `/census/export?examId=${firstExam}`, teacher],
    ['scores, .xlsx', `${room}/export?examId=${firstExam}&what=scores`, teacher],
    ['all answers, .xlsx', `${room}/export?examId=${firstExam}&what=answers`, teacher],
    ['chart', `/census/chart?kind=distribution&examId=${firstExam}`, teacher],
    ['statistics page, newest exam', census, teacher],
    ['statistics page, a class of it', `${census}?examId=${lastExam}&classId=${classId}`, teacher],
    ['statistics page, class over the term', `${census}?view=class&classId=${classId}`, teacher],
    ['statistics page, term', `${census}?view=period`, teacher],
    ["student's figures (API)", '/api/census/student', student],
    ["student's statistics page", '/census/mine/index', student],
    ["student's dashboard", '/dashboard', student],
    ["student's history", '/examination/history/index', student],
    ["student's result", `/examination/record_page/index?examId=${firstExam}`, student],
    ["teacher's dashboard", '/dashboard', teacher],
    ['exams to score', `${room}/index`, teacher],
    ['score list', `${room}/scorelist?examId=${lastExam}`, teacher],
    ['score list of a class', `${room}/classscorelist?examId=${lastExam}&classId=${classId}`, teacher],
    ['a paper to score', `${room}/score?attemptId=${attemptId}`, teacher],
  ];
  console.log(
    '   first     next      cpu     held  ms (first: with what has to be computed; next: median; cpu: of the server, first;',
    '\n                                   held: the longest /healthz beside the first)',
  );
  for (const [name, url, cookie] of pages) await time(name, url, cookie);

  const { version } = (await json(`/api/exam/score/get?attemptId=${attemptId}`, teacher)).data.score;
  const save = (zqd, known) =>
    json('/api/exam/score/save', teacher, {
      ...{ attemptId, comment: '', final: 1, version: known },
      measures: { zqd, lld: zqd, wzd: zqd, gjc: zqd },
    });
  const times = [];
  let known = version;
  for (let run = 0; run < RUNS; run += 1) {
    const start = performance.now();
    const saved = await save(50 + run, known);
    times.push(performance.now() - start);
    if (!saved.success) throw new Error(saved.message);
    known = saved.data.version;
  }
  console.log(`\n${cell(times[0])} ${cell(median(times.slice(1)))}           one final score saved and settled`);
  await time('exam figures after it (API)', `/api/census/exam?examId=${lastExam}`, teacher);
}

async function time(name, url, cookie) {
  const times = [];
  let cpu = 0;
  let held = 0;
  for (let run = 0; run <= RUNS; run += 1) {
    const before = cpuMs();
    const others = run === 0 ? askMeanwhile() : null;
    const start = performance.now();
    const response = await fetch(origin + url, {
      headers: { cookie, 'X-Forwarded-For': '10.0.0.1' },
      redirect: 'manual',
    });
    await response.arrayBuffer();
    times.push(performance.now() - start);
    if (run === 0) cpu = cpuMs() - before;
    if (others) held = await others();
    if (!response.ok) {
      console.log(`       –        –        –        –  ${name}: ${response.status}`);
      return;
    }
  }
  console.log(`${cell(times[0])} ${cell(median(times.slice(1)))} ${cell(cpu)} ${cell(held)}  ${name}`);
}

/** Asks /healthz again and again; what it returns ends that and gives the longest wait. */
function askMeanwhile() {
  let isOver = false;
  let longest = 0;
  const done = (async () => {
    do {
      const begun = performance.now();
      await (await fetch(`${origin}/healthz`)).text();
      longest = Math.max(longest, performance.now() - begun);
    } while (!isOver);
  })();
  return async () => {
    isOver = true;
    await done;
    return longest;
  };
}

/** Processor time of the server so far, where /proc tells it (in steps of 10 ms): a busy machine does not change it. */
function cpuMs() {
  try {
    const fields = readFileSync(`/proc/${app.pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return 0;
  }
}

function cell(ms) {
  return ms.toFixed(0).padStart(8);
}

function median(times) {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)];
}

async function json(url, cookie, body) {
  const init = body
    ? { method: 'POST', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }
    : {};
  const response = await fetch(origin + url, { ...init, headers: { ...init.headers, cookie } });
  return response.json();
}

async function signIn(account) {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const answer = await fetch(`${origin}/api/user/login`, {
      method: 'POST',
      body: new URLSearchParams({ account, password: PASSWORD }),
    }).catch(() => undefined);
    if (answer?.ok) return answer.headers.getSetCookie()[0].split(';')[0];
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('The server did not start or refused the sign-in.');
}
