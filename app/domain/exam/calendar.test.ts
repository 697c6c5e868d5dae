import { expect, it } from 'vitest';
import { db } from '~/db/db.server';
import { actorOf, makeClassroom, makeExam, makeTeacher } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { listCalendarExams } from './calendar.queries.server';

useDatabase();

const DAY = 24 * 3600_000;
const NOV = Date.UTC(2026, 10, 1);

it('shows a teacher the own exams whole and the examined part of others’, within the month', async () => {
  const [owner, examiner, stranger] = [await makeTeacher(), await makeTeacher(), await makeTeacher()];
  const classroom = await makeClassroom({ teacher: owner });
  const times = (day: number) => ({
    oral_begin_time: NOV + day * DAY,
    oral_end_time: NOV + day * DAY + 3600_000,
    begin_time: NOV + (day + 1) * DAY,
    end_time: NOV + (day + 1) * DAY + 3600_000,
    upload_end_time: NOV + (day + 1) * DAY + 7200_000,
  });
  const exam = await makeExam({ owner, classrooms: [classroom], test_type: 2, ...times(5) });
  await makeExam({ owner, classrooms: [classroom], ...times(45) });
  await makeExam({ owner, classrooms: [classroom], ...times(6), status: 'draft' });
  await db().insertInto('exam_examiners').values({ exam_id: exam.id, teacher_id: examiner.id, part: 'oral' }).execute();
  const month = { from: NOV, to: NOV + 30 * DAY };
  const seen = async (user: typeof owner) =>
    (await listCalendarExams(actorOf(user), month)).map((one) => `${one.examId} ${one.part}`);
  expect(await seen(owner)).toEqual([`${exam.id} oral`, `${exam.id} written`]);
  expect(await seen(examiner)).toEqual([`${exam.id} oral`]);
  expect(await seen(stranger)).toEqual([]);
});
