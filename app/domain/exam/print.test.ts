import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import type { Actor } from '~/domain/actor/actor.rules';
import {
  actorOf,
  makeClassroom,
  makeExam,
  makeOralQuestion,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
  makeWrittenQuestion,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { addDraws } from './draw.commands.server';
import { getExamPreview } from './preview.queries.server';
import { getPrintedExam, getSheetPlan, listPrintedPapers, listRolls, listWritingSheets } from './print.queries.server';
import { findScannable } from './scannable.queries.server';
import { publishExam } from './status.commands.server';

useDatabase();

const NOW = Date.UTC(2026, 10, 26, 0, 0);

let owner: Awaited<ReturnType<typeof makeTeacher>>;
let teacher: Actor;

beforeEach(async () => {
  owner = await makeTeacher();
  teacher = actorOf(owner);
});

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => '',
    (error: unknown) => (error as { code: string }).code,
  );

describe('the paper of an exam', () => {
  test('each part is a paper of its own with its points and times', async () => {
    const exam = await makeExam({
      owner,
      oral: await makeOralQuestion({ owner, points: 100 }),
      written: [await makeTheoryQuestion({ owner, points: 3 }), await makeWrittenQuestion({ owner, points: 12 })],
      instructions: '带好准考证',
      written_minutes: 60,
      now: NOW,
    });
    const papers = await listPrintedPapers(teacher, exam.id);
    expect(papers.map(({ part, count, points, time }) => [part, count, points, time])).toEqual([
      ['oral', 1, 100, '2026-11-26 07:50 至 09:00'],
      ['written', 2, 15, '2026-11-26 07:50 至 09:00（60 分钟）'],
    ]);
    expect(papers[1]?.questions.map(({ kind, points }) => [kind, points])).toEqual([
      ['single', 3],
      ['', 12],
    ]);
    expect(papers[1]?.instructions).toBe('带好准考证');
    // Nobody gets more than the window has.
    await db().updateTable('exams').set({ written_minutes: 90 }).where('id', '=', exam.id).execute();
    expect((await listPrintedPapers(teacher, exam.id))[1]?.time).toBe('2026-11-26 07:50 至 09:00（70 分钟）');
    expect((await getExamPreview(teacher, exam.id, NOW)).isToday).toBe(true);
    expect((await getExamPreview(teacher, exam.id, NOW + 86_400_000)).isToday).toBe(false);
    await db().updateTable('exams').set({ written_minutes: 60 }).where('id', '=', exam.id).execute();
    // Ended early, it was written until then.
    const closed = { status: 'closed', closed_at: NOW + 5 * 60_000 };
    await db().updateTable('exams').set(closed).where('id', '=', exam.id).execute();
    const [, written] = await listPrintedPapers(teacher, exam.id);
    expect(written?.time).toBe('2026-11-26 07:50 至 08:05（提前结束，原定到 09:00）');
  });

  test('a draft prints what its questions are now, also what may be drawn; later what was frozen', async () => {
    const pool = [];
    for (let index = 0; index < 3; index += 1) pool.push(await makeTheoryQuestion({ owner, kind: 'judge' }));
    const classroom = await makeClassroom({ teacher: owner });
    await makeStudent({ classroom_id: classroom.id });
    const draft = await makeExam({
      owner,
      classrooms: [classroom],
      written: [await makeWrittenQuestion({ owner, points: 10 })],
      status: 'draft',
      now: NOW,
    });
    const rule = { bank: 'theory', kind: 'judge', level: null, directoryId: null, scope: 'mine', count: 2, points: 4 };
    await addDraws(
      teacher,
      { examId: draft.id, rows: [{ row: 0, rule: rule as never }], requestId: '' },
      [1, 2, 3, 4],
      NOW,
    );
    const printed = async () => {
      const [paper] = await listPrintedPapers(teacher, draft.id);
      return [paper?.count, paper?.points, paper?.pools.map(({ count, items }) => [count, items.length])];
    };
    expect(await printed()).toEqual([3, 18, [[2, 3]]]);
    await publishExam(teacher, { id: draft.id, version: null }, NOW);
    await makeTheoryQuestion({ owner, kind: 'judge' });
    expect(await printed()).toEqual([3, 18, [[2, 3]]]);
  });

  test('only its owner prints it', async () => {
    const classroom = await makeClassroom({ teacher: owner });
    const student = actorOf(await makeStudent({ classroom_id: classroom.id }));
    const examiner = await makeTeacher();
    const exam = await makeExam({
      owner,
      classrooms: [classroom],
      written: [await makeTheoryQuestion({ owner })],
      examiners: [{ teacher: examiner, part: 'written' }],
    });
    for (const read of [
      (actor: Actor) => listPrintedPapers(actor, exam.id),
      (actor: Actor) => listRolls(actor, { id: exam.id, classId: 0 }),
      (actor: Actor) => listWritingSheets(actor, { id: exam.id, classId: 0 }),
      (actor: Actor) => getPrintedExam(actor, exam.id),
    ]) {
      expect(await refusal(read(student))).toBe('forbidden');
      expect(await refusal(read(actorOf(examiner)))).toBe('forbidden');
      expect(await refusal(read(actorOf(await makeTeacher())))).toBe('not_found');
    }
  });
});

test('a room’s roll names the class’s students by account', async () => {
  const classroom = await makeClassroom({ teacher: owner, name: '甲班' });
  const other = await makeClassroom({ teacher: owner, name: '乙班' });
  await makeStudent({ classroom_id: classroom.id, account: 'p02', name: '后来' });
  await makeStudent({ classroom_id: classroom.id, account: 'p01', name: '先到' });
  await makeStudent({ classroom_id: other.id, account: 'p03', name: '别班' });
  const exam = await makeExam({
    owner,
    classrooms: [classroom, other],
    written: [await makeTheoryQuestion({ owner })],
    now: NOW,
  });
  const rolls = await listRolls(teacher, { id: exam.id, classId: classroom.id });
  expect(rolls.map((roll) => [roll.part, roll.classroom.name, roll.candidates.map(({ name }) => name)])).toEqual([
    ['written', '甲班', ['先到', '后来']],
  ]);
  const all = await listRolls(teacher, { id: exam.id, classId: 0 });
  expect(all.map(({ candidates }) => candidates.map(({ name }) => name)).sort()).toEqual([['先到', '后来'], ['别班']]);
});

test('every student of a class has a writing sheet whose code is theirs alone', async () => {
  const classroom = await makeClassroom({ teacher: owner, name: '甲班' });
  const other = await makeClassroom({ teacher: owner, name: '乙班' });
  const here = await makeStudent({ classroom_id: classroom.id });
  const there = await makeStudent({ classroom_id: other.id });
  const exam = await makeExam({
    owner,
    classrooms: [classroom, other],
    written: [await makeTheoryQuestion({ owner }), await makeWrittenQuestion({ owner, points: 10 })],
    now: NOW,
  });
  const sheetsOf = (classId: number) => listWritingSheets(teacher, { id: exam.id, classId });
  const [own, others] = [await sheetsOf(classroom.id), await sheetsOf(other.id)];
  expect(own.pages.map((page) => page.map(({ type }) => type))).toEqual([['heading', 'lines']]);
  expect(own.keyed).toEqual([1]);
  expect(own.students.map(({ id }) => id)).toEqual([here.id]);
  expect(others.students.map(({ id }) => id)).toEqual([there.id]);
  expect(own.students[0]?.codes).toHaveLength(1);
  expect(own.students[0]?.codes).not.toEqual(others.students[0]?.codes);
});

test('every page of the writing sheets has a question that a teacher marks: a scan of it is seen by the marker', async () => {
  const questions = [];
  for (let index = 0; index < 30; index += 1) questions.push(await makeTheoryQuestion({ owner }));
  const pen = await makeWrittenQuestion({ owner, points: 60 });
  const exam = await makeExam({ owner, classrooms: [], written: [...questions, pen], now: NOW });
  const { itemIds, keyed } = await getSheetPlan(teacher, exam.id);
  expect(itemIds).toEqual([[exam.items[30]?.id]]);
  expect(keyed).toHaveLength(30);
  const objective = await makeExam({ owner, classrooms: [], written: questions, now: NOW });
  expect((await getSheetPlan(teacher, objective.id)).itemIds).toEqual([]);
});

test('sheets can be scanned of an exam that is out, in which a teacher marks something and everybody has the same', async () => {
  const [key, pen] = [await makeTheoryQuestion({ owner }), await makeWrittenQuestion({ owner })];
  const out = await makeExam({ owner, classrooms: [], written: [key, pen], now: NOW });
  const objective = await makeExam({ owner, classrooms: [], written: [key], now: NOW });
  const draft = await makeExam({ owner, classrooms: [], written: [pen], status: 'draft', now: NOW });
  const over = await makeExam({ owner, classrooms: [], written: [pen], status: 'closed', now: NOW });
  const released = await makeExam({ owner, classrooms: [], written: [pen], status: 'released', now: NOW });
  const ids = [out, objective, draft, over, released].map(({ id }) => id);
  expect([...(await findScannable(ids))].sort()).toEqual([out.id, over.id].sort());
});
