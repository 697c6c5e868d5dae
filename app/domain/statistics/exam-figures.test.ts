import { expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { toJson } from '~/db/json';
import { getScoreList } from '~/domain/scoring/report/score-list.queries.server';
import { saveScore } from '~/domain/scoring/marking/scoring.commands.server';
import {
  actorOf,
  makeAttempt,
  makeClassroom,
  makeExam,
  makeOralQuestion,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
  makeWrittenQuestion,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { store } from './cache.commands.server';
import { getExamFigures } from './exam-figures.server';

useDatabase();

const NOW = Date.UTC(2026, 10, 20, 6, 0);
const AFTER = NOW + 120 * 60_000;

/**
 * Two classes and an exam of a recording and, in writing, a choice of B (10) and an essay (10), weighted alike.
 *              class one            class two
 *              一      二     三     四      五
 *   measures   90      70     –      80      –      (all four alike)
 *   choice     B 10    A 0    B 10   C 0     –
 *   essay      8       4      6      not yet –
 *   oral       90      70     缺考   80      缺考
 *   written    90      20     80     待评    缺考
 *   total      90      45     缺考   待评    缺考
 */
async function makeSchool() {
  const owner = await makeTeacher();
  const oralExaminer = await makeTeacher();
  const stranger = await makeTeacher();
  const one = await makeClassroom({ teacher: owner, name: '高一（1）班' });
  const two = await makeClassroom({ teacher: owner, name: '高一（2）班' });
  const students = [];
  for (const classroom of [one, one, one, two, two]) students.push(await makeStudent({ classroom_id: classroom.id }));
  const exam = await makeExam({
    owner,
    classrooms: [one, two],
    oral: await makeOralQuestion({ owner, keyPoints: ['校园'], points: 20 }),
    written: [
      await makeTheoryQuestion({ owner, points: 10, title: '首都' }),
      await makeWrittenQuestion({ owner, points: 10, body: { markingPoints: [], answerBy: 'text' } }),
    ],
    examiners: [{ teacher: oralExaminer, part: 'oral' }],
    status: 'closed',
    now: NOW,
  });
  const [oralItem = 0, choice = 0, essay = 0] = exam.items.map((item) => item.id);
  const actor = actorOf(owner);
  const score = (attemptId: number, marks: Parameters<typeof saveScore>[1]['marks'], isFinal = true, version = 0) =>
    saveScore(actor, { attemptId, marks, comment: '', isFinal, version }, AFTER);
  for (const [index, value] of [90, 70, null, 80].entries()) {
    const student = students[index];
    if (!student || value === null) continue;
    const attempt = await makeAttempt({ exam, student, part: 'oral', state: 'submitted', now: NOW });
    await score(attempt.id, [{ itemId: oralItem, measures: { zqd: value, lld: value, wzd: value, gjc: value } }]);
  }
  const written = [];
  for (const [index, [key, points]] of (
    [
      ['B', 8],
      ['A', 4],
      ['B', 6],
      ['C', null],
    ] as const
  ).entries()) {
    const student = students[index];
    if (!student) continue;
    const answers = [{ keys: [key] }, { text: '水' }];
    const attempt = await makeAttempt({ exam, student, part: 'written', state: 'submitted', answers, now: NOW });
    written.push(attempt);
    if (points !== null) await score(attempt.id, [{ itemId: essay, points }]);
  }
  return { exam, owner, actor, oralExaminer, stranger, one, two, students, written, choice, essay, score };
}

test('an exam: counts, absent, figures of total and parts, classes beside it, measures and items', async () => {
  const { exam, actor, one, two, choice } = await makeSchool();
  const figures = await getExamFigures(actor, { examId: exam.id, classroomId: 0 }, AFTER);

  expect(figures).toMatchObject({ examId: exam.id, classroomId: 0, basis: 'total' });
  // 90 and 45: mean 67.5; one of two passes (60), is good (70) and excellent (86), none is below 40.
  expect(figures.total).toMatchObject({
    count: 2,
    absent: 2,
    unscored: 1,
    mean: { value: 67.5 },
    median: { value: 67.5 },
    passRate: { value: 50 },
    goodRate: { value: 50 },
    excellentRate: { value: 50 },
    lowRate: { value: 0 },
    skewness: { value: null, reason: '人数不足 3 人，没有偏度' },
  });
  expect(figures.total.standardDeviation.value).toBeCloseTo(Math.sqrt(2 * 22.5 ** 2));
  expect(figures.total.distribution.filter((ten) => ten.count > 0)).toEqual([
    { from: 40, to: 49, count: 1 },
    { from: 90, to: 100, count: 1 },
  ]);
  expect(figures.parts).toMatchObject([
    { part: 'oral', scores: { count: 3, absent: 2, unscored: 0, mean: { value: 80 } } },
    { part: 'written', scores: { count: 3, absent: 1, unscored: 1, min: { value: 20 }, max: { value: 90 } } },
  ]);
  expect(figures.measures).toMatchObject({ zqd: { value: 80 }, gjc: { value: 80 } });
  expect(figures.classes).toMatchObject([
    { classroomId: one.id, total: { count: 2, absent: 1, unscored: 0 }, measures: { lld: { value: 80 } } },
    { classroomId: two.id, total: { count: 0, absent: 1, unscored: 1 }, measures: { lld: { value: 80 } } },
  ]);
  expect(figures.classes[1]?.total.mean).toEqual({ value: null, reason: '还没有成绩' });

  const [, written] = figures.papers;
  // The formulas themselves: item-analysis.rules.test.ts.
  expect(written).toMatchObject({ part: 'written', count: 3 });
  expect(written?.items.map((item) => [item.number, item.kindLabel, item.points, item.count])).toEqual([
    [1, '单选', 10, 3],
    [2, '笔试', 10, 3],
  ]);
  expect(written?.items[0]?.itemId).toBe(choice);
  expect(written?.items[0]?.facility.value).toBeCloseTo(200 / 3);
  // Only scored papers: the C of the paper that waits is no part of it.
  expect(written?.items[0]?.options.map(({ key, isKey, count }) => [key, isKey, count])).toEqual([
    ['A', false, 1],
    ['B', true, 2],
    ['C', false, 0],
  ]);
  expect(written?.remarks).toEqual(['只有 3 份已评分的答卷，少于 30 份，试题分析不够可靠，仅供参考。']);
});

test('a class has its own figures beside the same classes, and a part can be asked for', async () => {
  const { exam, actor, two, one } = await makeSchool();
  const whole = await getExamFigures(actor, { examId: exam.id, classroomId: 0 }, AFTER);
  const figures = await getExamFigures(actor, { examId: exam.id, classroomId: two.id, part: 'oral' }, AFTER);
  expect(figures).toMatchObject({ basis: 'oral', total: { count: 1, absent: 1 }, classroomId: two.id });
  expect(figures.classes.map((one) => one.total.count)).toEqual([2, 1]);
  expect(figures.papers.map((paper) => paper.count)).toEqual([1, 0]);
  const first = await getExamFigures(actor, { examId: exam.id, classroomId: one.id }, AFTER);
  expect(first.classes).toEqual(whole.classes);
});

test('who may: the owner all of it, an examiner the own part, nobody else', async () => {
  const { exam, oralExaminer, stranger, students } = await makeSchool();
  const input = { examId: exam.id, classroomId: 0 };
  const figures = await getExamFigures(actorOf(oralExaminer), input, AFTER);
  expect(figures.basis).toBe('oral');
  expect(figures.total).toMatchObject({ count: 3, mean: { value: 80 } });
  expect(figures.parts.map((one) => one.part)).toEqual(['oral']);
  expect(figures.papers.map((one) => one.part)).toEqual(['oral']);
  await expect(getExamFigures(actorOf(oralExaminer), { ...input, part: 'written' }, AFTER)).rejects.toMatchObject({
    code: 'invalid',
  });
  for (const one of [stranger, students[0]]) {
    if (!one) throw new Error('nobody');
    await expect(getExamFigures(actorOf(one), input, AFTER)).rejects.toMatchObject({ code: 'not_found' });
  }
  await expect(getExamFigures(actorOf(await makeTeacher()), { ...input, classroomId: 1 }, AFTER)).rejects.toMatchObject(
    { code: 'not_found' },
  );
});

test('what is kept is new after a score, a changed threshold, a student who moves and a part that ends', async () => {
  const { exam, actor, one, two, students, written, essay, score } = await makeSchool();
  const read = async (classroomId = 0) => getExamFigures(actor, { examId: exam.id, classroomId }, AFTER);
  const before = await read();
  await read(one.id);
  expect(await read()).toEqual(before);
  const stored = () => db().selectFrom('exam_statistics').select(['classroom_id', 'computed_at']).execute();
  expect(await stored()).toHaveLength(2);

  // A score: 五 is absent, 四 gets 10 + 0 of 20.
  const waiting = written[3];
  const [mover, , , four] = students;
  if (!waiting || !four || !mover) throw new Error('nobody waits');
  const saved = await score(waiting.id, [{ itemId: essay, points: 10 }]);
  expect((await read()).total).toMatchObject({ count: 3, unscored: 0 });
  expect((await read(two.id)).total).toMatchObject({ count: 1, mean: { value: 65 } });

  // The same score put right: 10 becomes 2, so 45 of 100.
  await score(waiting.id, [{ itemId: essay, points: 2 }], true, saved.version);
  expect((await read(two.id)).total.mean.value).toBe(45);

  // A threshold.
  expect((await read()).total.passRate.value).toBeCloseTo(100 / 3);
  await db()
    .updateTable('exams')
    .set({ settings: toJson({ passFrom: 45 }) })
    .where('id', '=', exam.id)
    .execute();
  expect((await read()).total.passRate.value).toBe(100);

  // A student who moves to the other class, and a new one.
  await db().updateTable('users').set({ classroom_id: two.id }).where('id', '=', mover.id).execute();
  expect((await read()).classes.map((each) => each.total.count)).toEqual([1, 2]);
  await makeStudent({ classroom_id: one.id });
  expect((await read(one.id)).total.absent).toBe(2);

  // A class that gets another name.
  await db()
    .updateTable('classrooms')
    .set({ name: '高一（甲）班', updated_at: AFTER + 5 })
    .where('id', '=', one.id)
    .execute();
  expect((await read()).classes.map((each) => each.name)).toContain('高一（甲）班');

  // Where the exam runs again nobody is absent yet.
  await db().updateTable('exams').set({ status: 'published' }).where('id', '=', exam.id).execute();
  expect((await getExamFigures(actor, { examId: exam.id, classroomId: 0 }, NOW)).total.absent).toBe(0);
});

test('a statistic of older results never replaces one of newer', async () => {
  const { exam, actor } = await makeSchool();
  await getExamFigures(actor, { examId: exam.id, classroomId: 0 }, AFTER);
  await store(exam.id, 0, { resultsVersion: 0, rest: '' }, { old: true }, AFTER + 1);
  const rows = await db().selectFrom('exam_statistics').select(['figures']).execute();
  expect(rows).toHaveLength(1);
  expect(rows[0]?.figures).not.toContain('old');
});

test('papers that differ: an item of a pool is analysed over the papers that had it', async () => {
  const owner = await makeTeacher();
  const classroom = await makeClassroom({ teacher: owner });
  const pool = [];
  for (const title of ['甲', '乙', '丙']) pool.push(await makeTheoryQuestion({ owner, title, points: 10 }));
  const exam = await makeExam({
    owner,
    classrooms: [classroom],
    written: [await makeTheoryQuestion({ owner, title: '必答', points: 10 })],
    draws: [{ pool, count: 2, points: 10 }],
    status: 'closed',
    now: NOW,
  });
  const [fixed = 0] = exam.items.map((item) => item.id);
  const [a = 0, b = 0, c = 0] = exam.pools[0] ?? [];
  // Right or wrong in the order of the paper.
  const papers: [number[], boolean[]][] = [
    [
      [fixed, a, b],
      [true, true, false],
    ],
    [
      [fixed, b, c],
      [true, true, true],
    ],
    [
      [fixed, c, a],
      [false, false, false],
    ],
    [
      [fixed, b, a],
      [false, true, false],
    ],
  ];
  for (const [items, right] of papers) {
    const student = await makeStudent({ classroom_id: classroom.id });
    const attempt = await makeAttempt({ exam, student, part: 'written', state: 'submitted', now: NOW });
    for (const [index, itemId] of items.entries()) {
      await db()
        .insertInto('attempt_items')
        .values({ attempt_id: attempt.id, item_id: itemId, position: index + 1, option_order: null })
        .execute();
      await db()
        .insertInto('answers')
        .values({
          attempt_id: attempt.id,
          item_id: itemId,
          value: toJson({ keys: [right[index] ? 'B' : 'A'] }),
          revision: 1,
          saved_at: NOW,
        })
        .execute();
    }
    await saveScore(
      actorOf(owner),
      { attemptId: attempt.id, marks: [], comment: '', isFinal: true, version: 0 },
      AFTER,
    );
  }
  const figures = await getExamFigures(actorOf(owner), { examId: exam.id, classroomId: 0 }, AFTER);
  const [paper] = figures.papers;
  expect(paper?.items.map((item) => [item.title, item.isDrawn, item.count, item.facility.value])).toEqual([
    ['必答', false, 4, 50],
    ['甲', true, 3, expect.closeTo(100 / 3)],
    ['乙', true, 3, expect.closeTo(200 / 3)],
    ['丙', true, 2, 50],
  ]);
  // A paper has three places of 10: each item weighs a third as intended, however many the pool has.
  for (const item of paper?.items ?? []) expect(item.intendedWeight.value).toBeCloseTo(100 / 3);
  expect(paper?.items[1]?.effectiveWeight).toEqual({ value: null, reason: '随机抽取的题不在每份卷里，没有有效权重' });
  expect(paper?.items[0]?.effectiveWeight.value).toBeGreaterThan(0);
  // 甲: 10, 0, 0 against the rest 10, 0, 10 of the three papers that had it.
  expect(paper?.items[1]?.discriminationIndex.value).toBeCloseTo(50);
  // Places 必答 10 10 0 0, first drawn 10 10 0 10, second drawn 0 10 0 0; totals 20 30 0 10.
  // Variances 100/3, 25, 25 and 500/3: α = 3/2 · (1 − (250/3)/(500/3)) = 0.75.
  expect(paper?.alpha.value).toBeCloseTo(0.75);
});

test('who missed one part and waits for the other is unmarked, here and on the score list, by class and in all', async () => {
  const { exam, actor, two, students } = await makeSchool();
  const [, , , , last] = students;
  if (!last) throw new Error('no student');
  await makeAttempt({ exam, student: last, part: 'written', state: 'submitted', now: NOW });
  const list = async (classId: number) => {
    const filter = {
      classId,
      state: '',
      keyword: '',
      currentPage: 1,
      pageSize: 50,
      sort: 'account',
      order: 'asc',
    } as const;
    const { summary } = await getScoreList(actor, { examId: exam.id, ...filter }, AFTER);
    return [summary.count, summary.absent, summary.open];
  };
  const { total, classes } = await getExamFigures(actor, { examId: exam.id, classroomId: 0 }, AFTER);
  expect([total.count, total.absent, total.unscored]).toEqual([2, 1, 2]);
  expect(await list(0)).toEqual([2, 1, 2]);
  const own = classes.find((one) => one.classroomId === two.id)?.total;
  expect([own?.count, own?.absent, own?.unscored]).toEqual([0, 0, 2]);
  expect(await list(two.id)).toEqual([0, 0, 2]);
});
