import { expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { toJson } from '~/db/json';
import {
  actorOf,
  makeAttempt,
  makeClassroom,
  makeExam,
  makeOralQuestion,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { listCourseScores } from './course.queries.server';
import { getExamFigures } from './exam-figures.server';
import { getStudentFigures } from './student-figures.queries.server';

useDatabase();

const NOW = Date.UTC(2026, 10, 20, 6, 0);
const DAY = 86_400_000;
const AFTER = NOW + DAY;

async function makeSchool() {
  const owner = await makeTeacher();
  const one = await makeClassroom({ teacher: owner });
  const two = await makeClassroom({ teacher: owner });
  const student = await makeStudent({ classroom_id: one.id });
  const mate = await makeStudent({ classroom_id: one.id });
  const third = await makeStudent({ classroom_id: one.id });
  const far = await makeStudent({ classroom_id: two.id });
  return { owner, one, two, student, mate, third, far };
}

type School = Awaited<ReturnType<typeof makeSchool>>;

/** An exam of both parts with results, written as they are after settlement. */
async function makeScored(
  { owner, one, two }: School,
  results: [student: { id: number }, oral: number | null, written: number | null, total: number | null][],
  input: Partial<Parameters<typeof makeExam>[0]> = {},
) {
  const exam = await makeExam({
    owner,
    classrooms: [one, two],
    oral: await makeOralQuestion({ owner }),
    written: [await makeTheoryQuestion({ owner })],
    status: 'released',
    now: NOW,
    ...input,
  });
  for (const [student, oral, written, total] of results) {
    for (const [part, percent] of [
      ['oral', oral],
      ['written', written],
    ] as const) {
      if (percent === null) continue;
      const scored = { exam, student, part, state: 'scored', percent, settlement: 'agreed', now: NOW } as const;
      const attempt = await makeAttempt(scored);
      if (part === 'written') continue;
      const { id } = await db()
        .insertInto('scores')
        .values({
          attempt_id: attempt.id,
          examiner_id: owner.id,
          state: 'final',
          percent,
          updated_at: NOW,
          finalised_at: NOW,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await db()
        .insertInto('score_marks')
        .values({
          score_id: id,
          item_id: exam.items[0]?.id ?? 0,
          measures: toJson({ zqd: percent, lld: percent - 10, wzd: percent + 10, gjc: null }),
        })
        .execute();
    }
    await db()
      .insertInto('results')
      .values({
        exam_id: exam.id,
        student_id: student.id,
        oral_percent: oral,
        written_percent: written,
        total_percent: total,
        updated_at: NOW,
      })
      .execute();
  }
  return exam;
}

test('the course over exams says what each exam says of itself, for a class and for all', async () => {
  const school = await makeSchool();
  const { owner, one, student, mate, far } = school;
  const first = await makeScored(school, [
    [student, 80, 70, 75],
    [mate, 60, 59.6, 60],
    [far, 90, 90, 90],
  ]);
  const second = await makeScored(school, [[far, 40, null, null]]);
  const actor = actorOf(owner);
  const course = await listCourseScores(actor, { examIds: [first.id, second.id], classroomId: one.id });
  for (const exam of [first, second]) {
    const { total, whole } = await getExamFigures(actor, { examId: exam.id, classroomId: one.id }, AFTER);
    const without = ({ absent, unscored, ...rest }: typeof total) => (void [absent, unscored], rest);
    expect(course.get(exam.id)).toEqual({ basis: 'total', scores: without(total), whole: without(whole.total) });
  }
  expect(course.get(first.id)).toMatchObject({ scores: { mean: { value: 67.5 } }, whole: { mean: { value: 75 } } });
  expect(course.get(second.id)?.whole).toMatchObject({ count: 0, mean: { reason: '还没有成绩' } });

  const oral = await listCourseScores(actor, { examIds: [first.id], classroomId: 0, basis: 'oral' });
  expect(oral.get(first.id)).toMatchObject({ basis: 'oral', scores: { count: 3, max: { value: 90 } } });

  const examiner = await makeTeacher();
  await db()
    .insertInto('exam_examiners')
    .values({ exam_id: first.id, teacher_id: examiner.id, part: 'oral' })
    .execute();
  const own = await listCourseScores(actorOf(examiner), { examIds: [first.id, second.id], classroomId: 0 });
  expect([...own]).toMatchObject([[first.id, { basis: 'oral', scores: { count: 3, max: { value: 90 } } }]]);
  for (const basis of ['total', 'written'] as const) {
    const none = await listCourseScores(actorOf(examiner), { examIds: [first.id], classroomId: 0, basis });
    expect(none.size).toBe(0);
  }
  for (const nobody of [await makeTeacher(), student]) {
    expect((await listCourseScores(actorOf(nobody), { examIds: [first.id], classroomId: 0 })).size).toBe(0);
  }
});

test("a student's course: released exams in order, parts, measures, words for what is missing, place where shown", async () => {
  const school = await makeSchool();
  const { student, mate, third, far } = school;
  const second = await makeScored(
    school,
    [
      [student, 80, 70.5, 75],
      [mate, 90, 80, 85],
      [third, 70, 80, 75],
      [far, 100, 100, 100],
    ],
    { settings: { showsRank: true }, name: '期末' },
  );
  const first = await makeScored(school, [[student, 60, null, null]], { now: NOW - 30 * DAY, name: '期中' });
  await makeScored(school, [[student, 99, 99, 99]], { status: 'closed', name: '未公布' });

  const figures = await getStudentFigures(actorOf(student), AFTER);
  expect(figures.exams.map((exam) => exam.name)).toEqual(['期中', '期末']);
  expect(figures.exams[0]).toMatchObject({
    examId: first.id,
    total: { percent: null, missing: '笔试缺考，没有总分' },
    parts: [
      { part: 'oral', percent: 60, missing: null },
      { part: 'written', percent: null, missing: '缺考' },
    ],
    measures: { zqd: 60, lld: 50, wzd: 70, gjc: null },
    place: null,
  });
  // 85, 75, 75 in the class; the 100 is of another.
  expect(figures.exams[1]).toMatchObject({ examId: second.id, total: { percent: 75 }, place: { rank: 2, of: 3 } });
  // Whose account is deleted has sat the exam all the same, as in the teacher's list.
  await db().updateTable('users').set({ deleted_at: AFTER }).where('id', '=', mate.id).execute();
  const later = await getStudentFigures(actorOf(student), AFTER);
  expect(later.exams[1]?.place).toEqual({ rank: 2, of: 3 });
  expect(figures.practice).toHaveLength(3);
  expect(figures.weeks).toHaveLength(8);
});

test('where an exam shows only grades no number of the result is told', async () => {
  const school = await makeSchool();
  const { student } = school;
  await makeScored(school, [[student, 91, 87, 89]], { settings: { resultDisplay: 'grade' } });
  const { exams } = await getStudentFigures(actorOf(student), AFTER);
  expect(exams).toMatchObject([
    {
      display: 'grade',
      total: { percent: null, grade: 'excellent' },
      parts: [
        { percent: null, grade: 'excellent' },
        { percent: null, grade: 'excellent' },
      ],
      measures: null,
      place: null,
    },
  ]);
});

test('a class whose results are out before the others, and who has moved away', async () => {
  const school = await makeSchool();
  const { one, student, far } = school;
  const exam = await makeScored(
    school,
    [
      [student, 80, 80, 80],
      [far, 90, 90, 90],
    ],
    { status: 'closed' },
  );
  await db()
    .updateTable('exam_classrooms')
    .set({ released_at: NOW })
    .where('exam_id', '=', exam.id)
    .where('classroom_id', '=', one.id)
    .execute();
  expect((await getStudentFigures(actorOf(student), AFTER)).exams).toHaveLength(1);
  expect((await getStudentFigures(actorOf(far), AFTER)).exams).toHaveLength(0);
  await db().updateTable('exams').set({ status: 'released' }).where('id', '=', exam.id).execute();
  await db().updateTable('users').set({ classroom_id: null }).where('id', '=', far.id).execute();
  expect((await getStudentFigures({ ...actorOf(far), classroomId: null }, AFTER)).exams).toHaveLength(1);
  await expect(getStudentFigures(actorOf(school.owner), AFTER)).rejects.toMatchObject({ code: 'forbidden' });
});
