import { expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { saveScore } from '~/domain/scoring/marking/scoring.commands.server';
import type { UserRow } from '~/domain/user/user.queries.server';
import {
  actorOf,
  makeAttempt,
  makeClassroom,
  makeExam,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { useServer } from './server';

useDatabase();
const server = useServer();

const get = async (path: string, as: UserRow | null, method = 'GET') =>
  (await server.as(as)).ask({ method, url: `/census/${path}` });

async function makeSchool() {
  const owner = await makeTeacher();
  const classroom = await makeClassroom({ teacher: owner, name: '高一（1）班' });
  const student = await makeStudent({ classroom_id: classroom.id });
  await makeStudent({ classroom_id: classroom.id });
  const exam = await makeExam({
    owner,
    classrooms: [classroom],
    written: [await makeTheoryQuestion({ owner, title: '首都', points: 10 })],
    status: 'released',
    settings: { showsRank: true },
    name: '期中考试',
  });
  return { owner, classroom, student, exam };
}

type School = Awaited<ReturnType<typeof makeSchool>>;

/** The student's paper, scored before the results were out. */
async function score({ exam, student, owner }: School) {
  const set = (status: string) => db().updateTable('exams').set({ status }).where('id', '=', exam.id).execute();
  const answers = [{ keys: ['B'] }];
  const attempt = await makeAttempt({ exam, student, part: 'written', state: 'submitted', answers });
  await set('closed');
  await saveScore(
    actorOf(owner),
    { attemptId: attempt.id, marks: [], comment: '', isFinal: true, version: 0 },
    Date.now(),
  );
  await set('released');
}

test('GET /census/exam: the figures of the exam, of one class by its specified name classId', async () => {
  const school = await makeSchool();
  await score(school);
  const { owner, classroom, exam } = school;
  const whole = await get(`exam?examId=${exam.id}`, owner);
  expect(whole).toMatchObject({
    status: 200,
    body: {
      code: 200,
      success: true,
      message: '',
      msg: '',
      data: {
        examId: exam.id,
        classId: 0,
        basis: 'total',
        total: { count: 1, absent: 1, mean: { value: 100, reason: null }, standardDeviation: { value: null } },
        parts: [{ part: 'written' }],
        measures: null,
        classes: [{ classId: classroom.id, name: '高一（1）班', total: { count: 1 } }],
        papers: [{ part: 'written', count: 1, items: [{ title: '首都', number: 1, facility: { value: 100 } }] }],
      },
    },
  });
  const own = await get(`exam?examId=${exam.id}&classId=${classroom.id}&part=written`, owner);
  expect(own.body.data).toMatchObject({ classId: classroom.id, basis: 'written' });
});

test('GET /census/exam refuses what is missing, unknown or not theirs', async () => {
  const { owner, student, exam } = await makeSchool();
  expect(await get('exam', owner)).toMatchObject({
    status: 400,
    body: { success: false, data: { fieldErrors: { examId: '考试有误' } } },
  });
  expect(await get(`exam?examId=${exam.id}&part=x`, owner)).toMatchObject({
    status: 400,
    body: { message: '请选择口语或笔试' },
  });
  expect(await get(`exam?examId=${exam.id}&part=oral`, owner)).toMatchObject({ status: 400 });
  expect((await get(`exam?examId=${exam.id}&classId=${exam.id + 9999}`, owner)).status).toBe(404);
  expect((await get(`exam?examId=${exam.id}`, await makeTeacher())).status).toBe(404);
  expect((await get(`exam?examId=${exam.id}`, student)).status).toBe(403);
  expect((await get(`exam?examId=${exam.id}`, null)).status).toBe(401);
  expect((await get(`exam?examId=${exam.id}`, owner, 'POST')).status).toBe(405);
});

test('GET /census/student: the own course with times as the API writes them', async () => {
  const school = await makeSchool();
  await score(school);
  const { student, owner, exam } = school;
  const own = await get('student', student);
  expect(own).toMatchObject({
    status: 200,
    body: {
      code: 200,
      data: {
        exams: [
          {
            examId: exam.id,
            name: '期中考试',
            total: { percent: 100, grade: null, missing: null },
            parts: [{ part: 'written', percent: 100 }],
            measures: null,
            place: { rank: 1, of: 1 },
          },
        ],
      },
    },
  });
  const { exams } = own.body.data as { exams: { heldAt: string; releasedAt: string }[] };
  expect(exams[0]?.heldAt).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  expect(exams[0]?.releasedAt).toMatch(/^\d{4}-/);
  expect((await get('student', owner)).status).toBe(403);
  expect((await get('student', null)).status).toBe(401);
});
