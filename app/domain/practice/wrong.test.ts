import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { releaseExams, unreleaseExams } from '~/domain/scoring/release/release.commands.server';
import { scoreByKey } from '~/domain/scoring/marking/scoring.commands.server';
import type { Actor } from '~/domain/actor/actor.rules';
import {
  actorOf,
  makeAttempt,
  makeClassroom,
  makeExam,
  makeShare,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { chooseTargets, listMatches, listPracticeDirectories, titleOf } from './hub.queries.server';
import { addPractice } from './practice.commands.server';
import { hubSchema, practiceSchema } from './practice.schema';
import { moveInWrongBook } from './wrong.commands.server';
import { listWrongEntries } from './wrong.queries.server';

useDatabase();

const NOW = Date.parse('2026-11-21T08:00:00Z');
const HOUR = 3_600_000;

let teacher: Actor;
let teacherRow: Awaited<ReturnType<typeof makeTeacher>>;
let classroom: Awaited<ReturnType<typeof makeClassroom>>;
let studentRow: Awaited<ReturnType<typeof makeStudent>>;
let student: Actor;

beforeEach(async () => {
  teacherRow = await makeTeacher();
  teacher = actorOf(teacherRow);
  classroom = await makeClassroom({ teacher: teacherRow });
  studentRow = await makeStudent({ classroom_id: classroom.id });
  student = actorOf(studentRow);
});

const practise = (input: Record<string, unknown>, now = NOW) => addPractice(student, practiceSchema.parse(input), now);
const inBook = async (actor = student) => (await listWrongEntries(actor, NOW)).filter((entry) => entry.leftAt === null);

/** A scored and released exam of two questions, of which the student got the second wrong. */
async function makeReleasedExam(given?: Awaited<ReturnType<typeof makeTheoryQuestion>>[]) {
  const owner = teacherRow;
  const questions = given ?? [await makeTheoryQuestion({ owner }), await makeTheoryQuestion({ owner })];
  const exam = await makeExam({
    owner: teacherRow,
    classrooms: [classroom],
    written: questions,
    status: 'closed',
    now: NOW - 5 * HOUR,
  });
  await makeAttempt({
    exam,
    student: studentRow,
    part: 'written',
    state: 'submitted',
    answers: [{ keys: ['B'] }, { keys: ['A'] }],
    now: NOW - 4 * HOUR,
  });
  await scoreByKey(teacher, { examId: exam.id, part: 'written' }, NOW - 2 * HOUR);
  await releaseExams(teacher, { ids: [exam.id], confirm: true }, NOW - HOUR);
  return { exam, questions, wrongItem: exam.items[1]!, rightItem: exam.items[0]! };
}

test('a question enters with a wrong answer and leaves after two right ones in a row', async () => {
  const question = await makeTheoryQuestion({ owner: studentRow });
  await practise({ questionId: question.id, answer: 'B' });
  expect(await inBook()).toEqual([]);
  await practise({ questionId: question.id, answer: 'A' });
  await practise({ questionId: question.id, answer: 'B' });
  await practise({ questionId: question.id, answer: 'C' });
  expect(await inBook()).toMatchObject([{ wrongCount: 2, rightStreak: 0, source: { kind: 'own' } }]);
  await practise({ questionId: question.id, answer: 'B' });
  expect(await inBook()).toMatchObject([{ rightStreak: 1 }]);
  await practise({ questionId: question.id, answer: 'B' });
  expect(await inBook()).toEqual([]);
  expect(await listWrongEntries(student, NOW)).toMatchObject([{ key: `q${question.id}`, leftAt: NOW }]);
});

test('entries are taken out and put back by hand, and only own ones', async () => {
  const question = await makeTheoryQuestion({ owner: studentRow });
  await practise({ questionId: question.id, answer: 'A' });
  const keys = [`q${question.id}`];
  expect(await moveInWrongBook(student, { keys, isInside: false }, NOW)).toBe(1);
  expect(await moveInWrongBook(student, { keys, isInside: false }, NOW)).toBe(0);
  expect(await inBook()).toEqual([]);
  expect(await moveInWrongBook(student, { keys, isInside: true }, NOW)).toBe(1);
  expect(await inBook()).toMatchObject([{ wrongCount: 1, rightStreak: 0 }]);
  const other = actorOf(await makeStudent());
  await expect(moveInWrongBook(other, { keys, isInside: false }, NOW)).rejects.toMatchObject({ code: 'not_found' });
});

describe('a released exam', () => {
  test('brings its wrong answers while it is released', async () => {
    const { exam, wrongItem } = await makeReleasedExam();
    const found = await inBook();
    expect(found).toMatchObject([
      { key: `i${wrongItem.id}`, wrongCount: 1, source: { kind: 'exam', examName: exam.name }, isAvailable: true },
    ]);
    expect(await inBook(actorOf(await makeStudent({ classroom_id: classroom.id })))).toEqual([]);

    await unreleaseExams(teacher, { ids: [exam.id] }, NOW);
    expect(await listWrongEntries(student, NOW)).toEqual([]);
    await expect(practise({ itemId: wrongItem.id, answer: 'B' })).rejects.toMatchObject({ code: 'not_found' });
    await releaseExams(teacher, { ids: [exam.id], confirm: true }, NOW);
    expect(await inBook()).toHaveLength(1);
  });

  test('its item is practised as it was, though its question is not shared, and leaves like any other', async () => {
    const { exam, wrongItem } = await makeReleasedExam();
    await practise({ itemId: wrongItem.id, answer: 'B' });
    expect(await inBook()).toMatchObject([{ rightStreak: 1, wrongCount: 1 }]);
    await practise({ itemId: wrongItem.id, answer: 'C' });
    expect(await inBook()).toMatchObject([{ rightStreak: 0, wrongCount: 2 }]);
    await practise({ itemId: wrongItem.id, answer: 'B' });
    await practise({ itemId: wrongItem.id, answer: 'B' });
    expect(await inBook()).toEqual([]);
    // What was achieved outlasts a release taken back and given again.
    await unreleaseExams(teacher, { ids: [exam.id] }, NOW);
    await releaseExams(teacher, { ids: [exam.id], confirm: true }, NOW);
    expect(await inBook()).toEqual([]);
  });

  test('a mark corrected between two releases takes the item out of the book', async () => {
    const { exam, wrongItem } = await makeReleasedExam();
    await unreleaseExams(teacher, { ids: [exam.id] }, NOW);
    await db()
      .updateTable('item_results')
      .set({ points: wrongItem.points })
      .where('item_id', '=', wrongItem.id)
      .execute();
    await releaseExams(teacher, { ids: [exam.id], confirm: true }, NOW);
    expect(await listWrongEntries(student, NOW)).toEqual([]);
  });

  test('a question lost in two exams stands in the book once, as the newer one put it', async () => {
    const { questions } = await makeReleasedExam();
    const again = await makeReleasedExam(questions);
    expect(await inBook()).toMatchObject([{ key: `i${again.wrongItem.id}`, wrongCount: 2 }]);
    await practise({ itemId: again.wrongItem.id, answer: 'B' });
    await practise({ itemId: again.wrongItem.id, answer: 'B' });
    expect(await inBook()).toEqual([]);
  });

  test('an earlier exam released anew is not the newer one', async () => {
    const { exam, questions } = await makeReleasedExam();
    const again = await makeReleasedExam(questions);
    await practise({ itemId: again.wrongItem.id, answer: 'B' });
    await practise({ itemId: again.wrongItem.id, answer: 'B' });
    await unreleaseExams(teacher, { ids: [exam.id] }, NOW);
    await releaseExams(teacher, { ids: [exam.id], confirm: true }, NOW + HOUR);
    expect(await inBook()).toEqual([]);
  });

  test('the paper that counts brings them, not the last one', async () => {
    const { exam, rightItem, wrongItem } = await makeReleasedExam();
    const first = await db()
      .selectFrom('attempts')
      .select('id')
      .where('exam_id', '=', exam.id)
      .executeTakeFirstOrThrow();
    const again = await makeAttempt({
      exam,
      student: studentRow,
      part: 'written',
      number: 2,
      state: 'scored',
      now: NOW,
    });
    await db().updateTable('attempts').set({ percent: 40 }).where('id', '=', again.id).execute();
    const results = [
      { attempt_id: again.id, item_id: rightItem.id, points: 0 },
      { attempt_id: again.id, item_id: wrongItem.id, points: wrongItem.points },
    ];
    await db().insertInto('item_results').values(results).execute();
    expect(await inBook()).toMatchObject([{ key: `i${rightItem.id}` }]);
    await db().updateTable('exams').set({ settings: '{"countedAttempt":"best"}' }).where('id', '=', exam.id).execute();
    await db().updateTable('attempts').set({ percent: 50 }).where('id', '=', first.id).execute();
    expect(await inBook()).toMatchObject([{ key: `i${wrongItem.id}` }]);
  });

  test('a question practised from the shared bank since then stands in the book once', async () => {
    const { exam, wrongItem } = await makeReleasedExam();
    const question = { id: wrongItem.question_id!, owner_id: teacherRow.id };
    await makeShare({ question, classroom });
    await practise({ questionId: question.id, answer: 'A' });
    expect(await inBook()).toMatchObject([{ key: `q${question.id}`, wrongCount: 2 }]);
    await practise({ questionId: question.id, answer: 'B' });
    await practise({ questionId: question.id, answer: 'B' });
    expect(await inBook()).toEqual([]);
    // Wrong again in a later exam: it is back.
    const later = { submitted_at: NOW + HOUR };
    await db().updateTable('attempts').set(later).where('exam_id', '=', exam.id).execute();
    expect(await inBook()).toMatchObject([{ key: `i${wrongItem.id}` }]);
  });

  test('what was right before an exam that was lost counts no more', async () => {
    const question = await makeTheoryQuestion({ owner: teacherRow });
    await makeShare({ question, classroom });
    const before = NOW - 6 * HOUR;
    await practise({ questionId: question.id, answer: 'A' }, before);
    await practise({ questionId: question.id, answer: 'B' }, before + 1);
    await makeReleasedExam([await makeTheoryQuestion({ owner: teacherRow }), question]);
    const own = { key: `q${question.id}`, wrongCount: 2 };
    expect(await inBook()).toMatchObject([{ ...own, rightStreak: 0, lastAt: NOW - HOUR }]);
    await practise({ questionId: question.id, answer: 'B' });
    expect(await inBook()).toMatchObject([{ ...own, rightStreak: 1, lastAt: NOW }]);
    await practise({ questionId: question.id, answer: 'B' });
    expect(await inBook()).toEqual([]);
  });

  test('nobody practises an item of an exam they did not sit', async () => {
    const { rightItem } = await makeReleasedExam();
    const classmate = actorOf(await makeStudent({ classroom_id: classroom.id }));
    const input = practiceSchema.parse({ itemId: rightItem.id, answer: 'B' });
    await expect(addPractice(classmate, input, NOW)).rejects.toMatchObject({ code: 'not_found' });
    await practise({ itemId: rightItem.id, answer: 'B' });
    expect(await inBook()).toHaveLength(1);
  });
});

describe('the hub', () => {
  const hub = (input: Record<string, unknown> = {}) => hubSchema.parse({ bank: 'theory', ...input });
  const count = async (input: Record<string, unknown> = {}) =>
    (await listMatches(student, hub(input), await listPracticeDirectories(student, 'theory'), NOW)).length;

  async function makeDirectory(owner: { id: number }, name: string, parentId: number | null = null) {
    return db()
      .insertInto('directories')
      .values({ owner_id: owner.id, bank: 'theory', name, parent_id: parentId, position: 0, created_at: NOW })
      .returningAll()
      .executeTakeFirstOrThrow();
  }

  test('matches by place, level, kind, what was never practised and what stands in the book', async () => {
    const unit = await makeDirectory(studentRow, '第一单元');
    const part = await makeDirectory(studentRow, '语法', unit.id);
    const theirs = await makeDirectory(teacherRow, '期中复习');
    await makeDirectory(teacherRow, '没有共享的');
    const own = await makeTheoryQuestion({ owner: studentRow, directory_id: part.id, level: 2 });
    const shared = await makeTheoryQuestion({ owner: teacherRow, directory_id: theirs.id, kind: 'judge' });
    await makeTheoryQuestion({ owner: teacherRow });
    await makeShare({ question: shared, classroom });
    const directories = await listPracticeDirectories(student, 'theory');
    expect(directories.map((one) => one.label)).toEqual([
      '第一单元',
      '第一单元 / 语法',
      `期中复习（${teacherRow.name}）`,
    ]);
    expect(await count()).toBe(2);
    expect(await count({ from: 'mine' })).toBe(1);
    expect(await count({ from: 'shared' })).toBe(1);
    expect(await count({ from: String(unit.id) })).toBe(1);
    expect(await count({ from: String(theirs.id) })).toBe(1);
    expect(await count({ level: '2' })).toBe(1);
    expect(await count({ kind: 'judge' })).toBe(1);
    await practise({ questionId: own.id, answer: 'A' });
    expect(await count({ only: 'new' })).toBe(1);
    expect(await count({ only: 'wrong' })).toBe(1);
    await makeReleasedExam();
    expect(await count({ only: 'wrong' })).toBe(2);
    expect(await count({ only: 'wrong', from: 'mine' })).toBe(1);
    expect(titleOf(hub({ from: String(unit.id), kind: 'judge', only: 'new' }), directories, 3)).toBe(
      '理论，第一单元，判断，没练过的，3 题',
    );
  });

  test('a run takes the first ones or draws by chance, each at most once', () => {
    const matches = Array.from({ length: 20 }, (_, index) => ({ questionId: index + 1 }));
    expect(chooseTargets(matches, { count: 3, order: 'sequence' })).toEqual(matches.slice(0, 3));
    const drawn = chooseTargets(matches, { count: 50, order: 'random' });
    expect(new Set(drawn.map((one) => ('questionId' in one ? one.questionId : 0))).size).toBe(20);
  });
});
