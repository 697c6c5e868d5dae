import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase, db } from '~/db/db.server';
import { migrateToLatest } from '~/db/migrate.server';
import { isSeedingUnfinished } from '~/db/seeding.server';
import { closedQuestionIds } from '~/domain/exam/closed-questions.queries.server';
import { findUserById } from '~/domain/user/user.queries.server';
import { checkReadiness } from '~/domain/user/readiness.server';
import { resetEnv } from '~/lib/env.server';
import { storage } from '~/storage/storage.server';
import { actorOf } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { clearUnfinishedDemoSchool, seedDemoSchool } from './demo.commands.server';

/** Made in the database under test after a first try was broken off, and in a new one on SQLite: twice the same. */
useDatabase({ keepRows: true });

const NOW = Date.parse('2026-11-21T02:00:00Z');
const SECOND = mkdtempSync(path.join(tmpdir(), 'kaoping-demo-'));
const said: string[] = [];

class Broken extends Error {}

beforeAll(async () => {
  const { PATH } = process.env;
  const { execPath } = process;
  // No decoder: neither the system's nor the one that comes along can be run.
  process.env.PATH = SECOND;
  process.execPath = path.join(SECOND, 'node');
  try {
    const breakAt = (line: string) => {
      if (line.includes('接站欢迎词单元测验')) throw new Broken();
    };
    await expect(seedDemoSchool(NOW, breakAt)).rejects.toThrow(Broken);
    expect(await isSeedingUnfinished()).toBe(true);
    expect(await checkReadiness(NOW)).toMatchObject({ ready: false, message: '演示学校还没有建好' });
    const left = await storedIds();
    expect(left.length).toBeGreaterThan(20);

    expect(await clearUnfinishedDemoSchool()).toBe(true);
    expect(await storedIds()).toEqual([]);
    expect(await rowsOf('users')).toEqual([]);
    await seedDemoSchool(NOW, (line) => said.push(line));
    expect(await clearUnfinishedDemoSchool()).toBe(false);
    for (const id of left) expect(await storage().exists(id)).toBe(false);
  } finally {
    process.env.PATH = PATH;
    process.execPath = execPath;
  }
});
afterAll(() => rmSync(SECOND, { recursive: true, force: true }));

async function storedIds(): Promise<string[]> {
  const ids: string[] = [];
  for await (const { key } of storage().list()) ids.push(key);
  return ids;
}

async function rowsOf(statement: string): Promise<Record<string, unknown>[]> {
  const text = statement.startsWith('select') ? statement : `select * from ${statement}`;
  return (await sql.raw<Record<string, unknown>>(text).execute(db())).rows;
}

test('how far it is is said in steps', () => {
  expect(said[0]).toMatch(/^正在建立演示学校 1\/13：教师、班级和学生/);
  expect(said.filter((line) => line.startsWith('正在建立演示学校'))).toHaveLength(13);
  expect(said.at(-1)).toMatch(/^演示学校已建好，用了 \d+ 秒。$/);
});

test('it is whole without a decoder: every file is there and every oral paper has its recording', async () => {
  const files = await rowsOf('select id, size from files');
  expect(files.length).toBeGreaterThan(80);
  for (const { id, size } of files) expect(await storage().size(String(id))).toBe(Number(size));
  const silent = await rowsOf(`select id from attempts where part = 'oral' and state <> 'in_progress'
    and not exists (select 1 from takes where takes.attempt_id = attempts.id)`);
  expect(silent).toEqual([]);
  expect(await isSeedingUnfinished()).toBe(false);
});

test('the exams that run for weeks close no question of a released exam to anybody', async () => {
  const released = await rowsOf(`select distinct exam_items.question_id as id from exam_items
    inner join exams on exams.id = exam_items.exam_id where exams.status = 'released'`);
  expect(released.length).toBeGreaterThan(10);
  const students = await rowsOf('select * from users where user_type = 1 and classroom_id is not null');
  for (const row of students) {
    const student = await findUserById(Number(row.id));
    if (!student) throw new Error('a student expected');
    const closed = await closedQuestionIds(actorOf(student), NOW);
    // Both exams of today are there, with questions of their own.
    expect(closed.size).toBeGreaterThan(10);
    expect(released.filter(({ id }) => closed.has(Number(id)))).toEqual([]);
  }
});

/** What people see of the demo school; without what is random on purpose (ids of papers and files, receipts, drawn papers). */
const SEEN = {
  results: 'select * from results order by exam_id, student_id',
  attempts: `select id, exam_id, student_id, part, number, state, started_at, submitted_at, settlement, percent
    from attempts order by id`,
  answers: `select attempt_id, item_id, value, revision, saved_at from answers
    where attempt_id not in (select attempt_id from attempt_items) order by attempt_id, item_id`,
  takes: `select takes.attempt_id, takes.item_id, takes.number, files.sha256 from takes
    inner join files on files.id = takes.file_id order by takes.id`,
  scores: 'select attempt_id, examiner_id, state, comment, percent, kind from scores order by attempt_id',
  marks: `select attempt_id, examiner_id, item_id, points, measures from score_marks
    inner join scores on scores.id = score_marks.score_id order by attempt_id`,
  earned: 'select * from item_results order by attempt_id, item_id',
  assignments: `select exam_id, part, student_id, examiner_id, kind from score_assignments
    order by exam_id, part, student_id, examiner_id`,
  practices: 'select student_id, question_id, is_right, score, self_rating, created_at from practices order by id',
  works: `select id, student_id, attempt_id, practice_id, title, score, state, like_count, comment_count from works
    order by id`,
  comments: 'select id, work_id, parent_id, author_id, text, state, created_at from comments order by id',
  posts: 'select id, thread_id, author_id, text, created_at from posts order by id',
  messages: 'select user_id, kind, title, created_at from messages order by id',
};

const byText = (a: unknown, b: unknown) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

async function see(): Promise<Record<string, unknown>> {
  const attempts = await rowsOf('select id, exam_id, student_id, part, number from attempts');
  const papers = new Map(
    attempts.map(({ id, ...row }) => [Number(id), [row.exam_id, row.student_id, row.part, row.number].join('.')]),
  );
  const seen: Record<string, unknown> = {};
  for (const [name, statement] of Object.entries(SEEN)) {
    const rows = (await rowsOf(statement)).map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([column, value]) => {
          const isPaper = /attempt_id$/.test(column) || (name === 'attempts' && column === 'id');
          return [column, isPaper && value !== null ? papers.get(Number(value)) : value];
        }),
      ),
    );
    // Where they stand in the order of their papers' ids.
    if (/order by (takes\.)?(id|attempt_id)/.test(statement) && 'attempt_id' in (rows[0] ?? {})) rows.sort(byText);
    seen[name] = name === 'attempts' ? rows.sort(byText) : rows;
  }
  return seen;
}

test('another one made at the same time of day on SQLite is the same, result by result', async () => {
  const first = await see();
  const before = { DATABASE_URL: process.env.DATABASE_URL, DATA_DIR: process.env.DATA_DIR };
  const moveTo = async (settings: Record<string, string | undefined>) => {
    await closeDatabase();
    Object.assign(process.env, settings);
    resetEnv();
  };
  await moveTo({ DATABASE_URL: `sqlite:${path.join(SECOND, 'kaoping.db')}`, DATA_DIR: SECOND });
  try {
    await migrateToLatest();
    await seedDemoSchool(NOW);
    expect(existsSync(path.join(SECOND, 'kaoping.db'))).toBe(true);
    const second = await see();
    expect((second.results as unknown[]).length).toBeGreaterThan(150);
    for (const name of Object.keys(SEEN)) expect({ [name]: second[name] }).toEqual({ [name]: first[name] });
  } finally {
    await moveTo(before);
  }
});
