import { expect, test } from 'vitest';
import { db } from '~/db/db.server';
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
import { listClassNews } from './class-news.queries.server';
import { newsOf, pickHeld, shownNews, type ClassNews, type ClassStanding, type HeldExam } from './class-news.rules';

useDatabase();

const NOW = Date.UTC(2026, 10, 20, 6, 0);
const DAY = 86_400_000;

async function makeSchool() {
  const owner = await makeTeacher();
  const classroom = await makeClassroom({ teacher: owner, name: '旅游1班' });
  const students = [];
  for (const name of ['陈晨', '李明', '王芳', '赵敏'])
    students.push(await makeStudent({ classroom_id: classroom.id, name }));
  return { owner, classroom, students, question: await makeTheoryQuestion({ owner }) };
}
type School = Awaited<ReturnType<typeof makeSchool>>;

/** A written exam that was over `days` ago; null: not marked yet, undefined: did not come. */
async function hold(
  { owner, classroom, students, question }: School,
  days: number,
  totals: (number | null | undefined)[],
  input: Partial<Parameters<typeof makeExam>[0]> = {},
) {
  const now = NOW - days * DAY;
  const exam = await makeExam({
    ...{ owner, classrooms: [classroom], written: [question], status: 'closed', now: now - 3_600_000 },
    name: `${days} 天前的考试`,
    ...input,
  });
  for (const [index, total] of totals.entries()) {
    const student = students[index];
    if (!student || total === undefined) continue;
    const scored = { state: 'scored', percent: total, settlement: 'agreed' } as const;
    await makeAttempt({ exam, student, part: 'written', now, ...(total === null ? { state: 'submitted' } : scored) });
    if (total === null) continue;
    const result = { exam_id: exam.id, student_id: student.id, written_percent: total, total_percent: total };
    await db()
      .insertInto('results')
      .values({ ...result, updated_at: now })
      .execute();
  }
  return exam;
}

test('the newest exam of a class with who was absent, waits and fell, what was practised and asked', async () => {
  const school = await makeSchool();
  const { owner, classroom, students } = school;
  await hold(school, 20, [90, 92, 70, 80]);
  const exam = await hold(school, 2, [91, 66, null, undefined]);
  // Of another time: not over yet, too long ago, deleted.
  await hold(school, -1, []);
  await hold(school, 1, [1, 1, 1, 1], { deleted_at: NOW });
  const [first, , third] = students;
  await db()
    .insertInto('practices')
    .values([
      { student_id: first?.id ?? 0, bank: 'theory', question_id: school.question.id, created_at: NOW - DAY },
      { student_id: first?.id ?? 0, bank: 'theory', question_id: school.question.id, created_at: NOW - DAY },
      { student_id: third?.id ?? 0, bank: 'theory', question_id: school.question.id, created_at: NOW - 8 * DAY },
    ])
    .execute();
  await db()
    .insertInto('threads')
    .values({
      ...{ student_id: first?.id ?? 0, subject: 'other', title: '请问', created_at: NOW, last_post_at: NOW },
      last_author_id: first?.id ?? 0,
    })
    .execute();
  const { classes, more } = await listClassNews(actorOf(owner), NOW);
  expect(more).toBe(0);
  expect(classes).toEqual([
    {
      ...{ id: classroom.id, name: '旅游1班', students: 4, practised: 1, questions: 1 },
      last: {
        ...{
          examId: exam.id,
          name: '2 天前的考试',
          isOwner: true,
          mean: 78.5,
          change: null,
          absent: 1,
          unscored: 1,
          parts: [],
        },
        thresholds: { excellentFrom: 86, goodFrom: 70, passFrom: 60 },
        falls: [{ name: '李明', account: students[1]?.account, from: 92, to: 66 }],
        fallen: 1,
      },
    },
  ]);
});

test('an exam whose other part nobody sat has no total, and tells how the part went that was sat', async () => {
  const school = await makeSchool();
  const [first, second] = school.students;
  const oral = await makeOralQuestion({ owner: school.owner });
  const exam = await hold(school, 2, [], { oral });
  for (const [student, percent] of [
    [first, 80],
    [second, 61],
  ] as const) {
    if (!student) continue;
    await makeAttempt({ exam, student, part: 'written', state: 'scored', percent, settlement: 'agreed' });
    await db()
      .insertInto('results')
      .values({ exam_id: exam.id, student_id: student.id, written_percent: percent, updated_at: NOW })
      .execute();
  }
  const { classes } = await listClassNews(actorOf(school.owner), NOW);
  expect(classes[0]?.last).toMatchObject({
    mean: null,
    parts: [
      { part: 'oral', mean: null, absent: 4, unscored: 0 },
      { part: 'written', mean: 70.5, absent: 2, unscored: 0 },
    ],
  });
});

test('who sat it and has no account any more counts, and is not said to have fallen', async () => {
  const school = await makeSchool();
  await hold(school, 30, [90, 90]);
  await hold(school, 2, [80, 40]);
  const [gone] = school.students.slice(1);
  await db()
    .updateTable('users')
    .set({ deleted_at: NOW })
    .where('id', '=', gone?.id ?? 0)
    .execute();
  const { classes } = await listClassNews(actorOf(school.owner), NOW);
  expect(classes.map(({ last }) => [last?.mean, last?.falls])).toEqual([[60, []]]);
});

test('who changed class counts where they sat it; a teacher sees no totals of an exam that is another’s', async () => {
  const school = await makeSchool();
  const { owner, classroom, students } = school;
  const exam = await hold(school, 2, [80, 60]);
  const other = await makeClassroom({ teacher: owner, name: '酒店2班' });
  await db()
    .updateTable('users')
    .set({ classroom_id: other.id })
    .where('id', '=', students[1]?.id ?? 0)
    .execute();
  const membership = { exam_id: exam.id, student_id: students[1]?.id ?? 0, classroom_id: classroom.id };
  await db().insertInto('exam_memberships').values(membership).execute();
  const { classes } = await listClassNews(actorOf(owner), NOW);
  expect(classes.map(({ name, last }) => [name, last?.mean, last?.absent])).toEqual([['旅游1班', 70, 2]]);
  const colleague = await makeTeacher();
  await db()
    .insertInto('classroom_teachers')
    .values({ classroom_id: classroom.id, teacher_id: colleague.id })
    .execute();
  expect(await listClassNews(actorOf(colleague), NOW)).toEqual({ classes: [], more: 0 });
  const examiner = { exam_id: exam.id, teacher_id: colleague.id, part: 'written' };
  await db().insertInto('exam_examiners').values(examiner).execute();
  const seen = (await listClassNews(actorOf(colleague), NOW)).classes[0]?.last;
  expect(seen).toMatchObject({ mean: 70, isOwner: false, falls: [] });
});

test('a teacher without classes, and one whose classes did nothing, has no news', async () => {
  const teacher = await makeTeacher();
  expect(await listClassNews(actorOf(teacher), NOW)).toEqual({ classes: [], more: 0 });
  await makeClassroom({ teacher });
  expect(await listClassNews(actorOf(teacher), NOW)).toEqual({ classes: [], more: 0 });
});

const times = {
  ...{ status: 'closed' as const, testType: 1, beginTime: null, endTime: null, uploadEndTime: null },
  ...{ oralBeginTime: null, oralEndTime: null },
};
const exam = (examId: number, days: number, categoryId: number | null = null): HeldExam => ({
  ...{ examId, classroomId: 1, name: '', testType: 1, categoryId, heldAt: NOW - days * DAY, isOwner: true },
  ...{ times, thresholds: { excellentFrom: 86, goodFrom: 70, passFrom: 60 } },
});
const standing = (studentId: number, total: number | null): ClassStanding => ({
  ...{ studentId, classroomId: 1, isCandidate: true, total, examId: 1, name: `${studentId}`, account: `${studentId}` },
  isGone: false,
  parts: { oral: { percent: null, attempt: 'none' }, written: { percent: total, attempt: 'handed_in' } },
});

test('compared is the one before of the same kind and category; an old one is no news', () => {
  const picked = pickHeld([exam(1, 40), exam(2, 30, 7), exam(3, 20), exam(4, -1)], NOW).get(1);
  expect([picked?.last.examId, picked?.before?.examId]).toEqual([3, 1]);
  expect(pickHeld([exam(1, 91)], NOW).size).toBe(0);
});

test('nobody fell where the whole class did', () => {
  const before = [90, 92, 94, 88].map((total, index) => standing(index, total));
  const all = newsOf(
    exam(1, 1),
    [75, 77, 79, 73].map((total, index) => standing(index, total)),
    before,
  );
  expect(all).toMatchObject({ change: -15, falls: [], fallen: 0 });
  const one = newsOf(
    exam(1, 1),
    [90, 60, 94, 88].map((total, index) => standing(index, total)),
    before,
  );
  expect(one).toMatchObject({ change: -8, fallen: 1, falls: [{ from: 92, to: 60 }] });
});

test('of many classes those with the newest exams stand there, by name', () => {
  const news = Array.from({ length: 9 }, (_, id): ClassNews => {
    return { id, name: `${id}`, students: 1, last: null, practised: id === 4 ? 0 : 1, questions: 0 };
  });
  const { classes, more } = shownNews(news, (id) => id);
  expect(classes.map(({ id }) => id)).toEqual([2, 3, 5, 6, 7, 8]);
  expect(more).toBe(2);
});
