import { CompiledQuery, type Compilable } from 'kysely';
import { beforeEach, describe, expect, inject, test } from 'vitest';
import { db } from '~/db/db.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { actorOf, makeClassroom, makeShare, makeStudent, makeTeacher, makeTheoryQuestion } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { ensureDirectoryPath } from './directory.commands.server';
import { UNFILED } from './directory.rules';
import { deleteQuestions, moveQuestions, restoreQuestions } from './question.commands.server';
import {
  countByScope,
  listDeletedQuestions,
  listQueries,
  listQuestionRows,
  type QuestionListInput,
  type QuestionScope,
} from './question-list.queries.server';

useDatabase();

const T = 1_800_000_000_000;
const DAY = 86_400_000;
const page = { currentPage: 1, pageSize: 15 };
let teacher: Actor;
let other: Actor;

beforeEach(async () => {
  teacher = actorOf(await makeTeacher());
  other = actorOf(await makeTeacher({ name: '陆老师' }));
});

const titles = async (actor: Actor, input: Partial<QuestionListInput> = {}) =>
  (await listQuestionRows(actor, { ...page, banks: ['theory'], ...input })).rows.map((row) => row.title);
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error as { code: string },
  );

describe('whose questions', () => {
  test('own, shared with me, mine that I share, and own with shared', async () => {
    await makeTheoryQuestion({ owner: teacher, title: '我的', updated_at: T });
    const given = await makeTheoryQuestion({ owner: teacher, title: '我共享的', updated_at: T + 1 });
    await makeShare({ question: given, audience: 'students' });
    await makeShare({ question: given, audience: 'teachers' });
    const taken = await makeTheoryQuestion({ owner: other, title: '他共享的', updated_at: T + 2 });
    await makeShare({ question: taken, audience: 'teachers' });
    const students = await makeTheoryQuestion({ owner: other, title: '只给学生' });
    await makeShare({ question: students, audience: 'students' });
    const gone = await makeTheoryQuestion({ owner: other, title: '删了', deleted_at: T });
    await makeShare({ question: gone, audience: 'teachers' });
    const expected: Record<QuestionScope, string[]> = {
      all: ['他共享的', '我共享的', '我的'],
      mine: ['我共享的', '我的'],
      shared: ['他共享的'],
      myShared: ['我共享的'],
    };
    for (const [scope, wanted] of Object.entries(expected)) {
      expect([scope, await titles(teacher, { scope: scope as QuestionScope })]).toEqual([scope, wanted]);
    }
    expect(await countByScope(teacher, { banks: ['theory'] })).toEqual({ all: 3, mine: 2, shared: 1, myShared: 1 });
    const [row] = (await listQuestionRows(teacher, { ...page, banks: ['theory'], scope: 'shared' })).rows;
    expect(row).toMatchObject({ ownerName: '陆老师', ownerId: other.id });
    expect(row).not.toHaveProperty('body');
  });

  test('a student has what is shared with all or with the own class, one row each', async () => {
    const classroom = await makeClassroom({ teacher });
    const student = actorOf(await makeStudent({ classroom_id: classroom.id }));
    const question = await makeTheoryQuestion({ owner: teacher, title: '给班级' });
    await makeShare({ question, classroom });
    await makeShare({ question, audience: 'students' });
    const elsewhere = await makeTheoryQuestion({ owner: teacher });
    await makeShare({ question: elsewhere, classroom: await makeClassroom({ teacher }) });
    const colleagues = await makeTheoryQuestion({ owner: teacher });
    await makeShare({ question: colleagues, audience: 'teachers' });
    expect(await titles(student, { scope: 'shared' })).toEqual(['给班级']);
    expect(await titles(actorOf(await makeStudent()), { scope: 'shared' })).toEqual(['给班级']);
  });
});

describe('directories', () => {
  test('a directory shows what is under it; what is in none is found too', async () => {
    const top = await ensureDirectoryPath(teacher, 'theory', ['导游基础'], T);
    const inner = await ensureDirectoryPath(teacher, 'theory', ['导游基础', '古建筑'], T);
    await makeTheoryQuestion({ owner: teacher, title: '上', directory_id: top, updated_at: T });
    await makeTheoryQuestion({ owner: teacher, title: '下', directory_id: inner, updated_at: T + 1 });
    await makeTheoryQuestion({ owner: teacher, title: '无', updated_at: T + 2 });
    const foreign = await makeTheoryQuestion({ owner: other, title: '别人的' });
    await makeShare({ question: foreign, audience: 'teachers' });
    expect(await titles(teacher, { dirId: top ?? 0, scope: 'all' })).toEqual(['下', '上']);
    expect(await titles(teacher, { dirId: inner ?? 0 })).toEqual(['下']);
    expect(await titles(teacher, { dirId: UNFILED, scope: 'all' })).toEqual(['无']);
    expect(await titles(other, { dirId: top ?? 0 })).toEqual([]);
  });

  test('questions move, all or none, and only into own directories of their bank', async () => {
    const question = await makeTheoryQuestion({ owner: teacher, title: '一' });
    const foreign = await makeTheoryQuestion({ owner: other });
    const target = await ensureDirectoryPath(teacher, 'theory', ['目标'], T);
    const oral = await ensureDirectoryPath(teacher, 'oral', ['口语'], T);
    const move = (ids: number[], dirId: number | null) => refusal(moveQuestions(teacher, 'theory', { ids, dirId }, T));
    expect(await move([question.id, foreign.id], target)).toMatchObject({ code: 'not_found' });
    expect(await move([question.id], oral)).toMatchObject({ code: 'not_found' });
    expect(await move([question.id], target)).toBeNull();
    expect(await titles(teacher, { dirId: target ?? 0 })).toEqual(['一']);
    expect(await move([question.id], null)).toBeNull();
    expect(await titles(teacher, { dirId: UNFILED })).toEqual(['一']);
  });
});

describe('the bin', () => {
  test('what was deleted comes back within 30 days, unshared, only to its owner', async () => {
    const question = await makeTheoryQuestion({ owner: teacher, title: '误删' });
    await makeShare({ question, audience: 'teachers' });
    await deleteQuestions(teacher, 'theory', [question.id], T);
    const bin = async (actor: Actor, now: number) =>
      (await listDeletedQuestions(actor, { ...page, bank: 'theory' }, now)).rows.map((row) => row.title);
    expect(await bin(teacher, T + 29 * DAY)).toEqual(['误删']);
    expect(await bin(teacher, T + 31 * DAY)).toEqual([]);
    expect(await bin(other, T)).toEqual([]);
    for (const [actor, now] of [
      [other, T],
      [teacher, T + 31 * DAY],
    ] as const) {
      expect(await refusal(restoreQuestions(actor, 'theory', [question.id], now))).toMatchObject({ code: 'not_found' });
    }
    expect(await restoreQuestions(teacher, 'theory', [question.id], T + DAY)).toBe(1);
    expect(await titles(teacher)).toEqual(['误删']);
    expect(await titles(other, { scope: 'shared' })).toEqual([]);
  });
});

// What a plan says is the database's own; SQLite's says it whatever the tables hold.
if (inject('database').kind === 'sqlite')
  describe('query plans on SQLite', () => {
    const explain = async (query: Compilable) => {
      const { sql, parameters } = query.compile();
      const { rows } = await db().executeQuery<{ detail: string }>(
        CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]),
      );
      return rows.map((row) => row.detail).join('\n');
    };
    const filters: Record<string, Partial<QuestionListInput>> = {
      none: {},
      'late page': { currentPage: 600 },
      level: { level: 2 },
      kind: { kind: 'single' },
      types: { sceneTypeId: 1, examTypeId: 2 },
      directory: { dirId: 1 },
      'key word': { keyword: '故宫' },
      'with shared': { scope: 'all' },
      'what I share': { scope: 'myShared' },
    };

    test.each(Object.entries(filters))('%s', async (_name, filter) => {
      const queries = await listQueries(teacher, { ...page, banks: ['theory'], ...filter });
      for (const query of Object.values(queries)) {
        const plan = await explain(query);
        expect(plan).toMatch(/SEARCH questions USING COVERING INDEX questions_list \(owner_id=\? AND bank=\?\)/);
        expect(plan).not.toMatch(/SCAN (questions|question_texts)\b/);
      }
    });

    test('one bank is read in the order it is shown', async () => {
      const { ids } = await listQueries(teacher, { ...page, banks: ['theory'], level: 2 });
      expect(await explain(ids)).not.toContain('TEMP B-TREE');
    });

    test('shared ones are found from their shares', async () => {
      const { ids } = await listQueries(teacher, { ...page, banks: ['theory'], scope: 'shared' });
      const plan = await explain(ids);
      expect(plan).toMatch(/SEARCH questions USING INTEGER PRIMARY KEY/);
      expect(plan).not.toMatch(/SCAN (questions|shares)\b/);
    });
  });
