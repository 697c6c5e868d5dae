import { beforeEach, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import type { UserRow } from '~/domain/user/user.queries.server';
import { formatSecond } from '~/lib/time';
import { makeClassroom, makeExam, makeStudent, makeTeacher, makeTheoryQuestion } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import type { Fields } from './client';
import { useServer } from './server';

/** Until when a student may write is the student's own: extra minutes and a re-sit are in what the calls say. */

useDatabase();
const server = useServer();

let teacher: UserRow;
let student: UserRow;
let classroom: { id: number };

beforeEach(async () => {
  teacher = await makeTeacher();
  classroom = await makeClassroom({ teacher });
  student = await makeStudent({ classroom_id: classroom.id });
});

const MINUTE = 60_000;
type Row = { id: number; parts: Fields[] };
type Exam = { deadlines: Record<string, Fields> } & Fields;
const read = async (who: UserRow, examId: number) =>
  (await (await server.as(who)).get<Exam>('/exam/get', { id: examId })).body;
const listed = async (who: UserRow, examId: number) => {
  const { body } = await (await server.as(who)).get<Row[]>('/exam/stu/list', { pageSize: 200 });
  return body.data.find(({ id }) => id === examId)?.parts[0];
};

test('with extra minutes, before the start and by the paper’s own deadline after it', async () => {
  const exam = await makeExam({
    owner: teacher,
    classrooms: [classroom],
    written: [await makeTheoryQuestion({ owner: teacher })],
    written_minutes: 30,
  });
  const grant = { exam_id: exam.id, student_id: student.id, part: 'written', extra_minutes: 20, attempts: 1 };
  await db().insertInto('exam_grants').values(grant).execute();
  const ends = formatSecond((exam.end_time ?? 0) + 20 * MINUTE);
  const photos = formatSecond((exam.upload_end_time ?? 0) + 20 * MINUTE);
  expect((await read(student, exam.id)).data).toMatchObject({
    ...{ endTime: ends, uploadEndTime: photos, phases: { written: 'running' } },
    deadlines: { written: { answersAt: ends, photosAt: photos, extraMinutes: 20, isResit: false } },
  });
  expect(await listed(student, exam.id)).toMatchObject({ endTime: ends, uploadEndTime: photos, extraMinutes: 20 });
  const other = await makeStudent({ classroom_id: classroom.id });
  expect((await read(other, exam.id)).data).toMatchObject({
    ...{ endTime: formatSecond(exam.end_time ?? 0), deadlines: { written: { extraMinutes: 0 } } },
  });

  await (await server.as(student)).post('/exam/attempt/start', { examId: exam.id, part: 'written' });
  const { deadlines } = (await read(student, exam.id)).data;
  const attempt = (await listed(student, exam.id))?.attempt as Fields;
  expect(deadlines.written?.answersAt).toBe(attempt.deadlineAt);
  expect(Date.parse(`${String(deadlines.written?.answersAt)}+08:00`)).toBeLessThan(exam.end_time ?? 0);
});

test('of a re-sit, also who came to it from another class', async () => {
  const exam = await makeExam({
    owner: teacher,
    classrooms: [classroom],
    written: [await makeTheoryQuestion({ owner: teacher })],
    status: 'closed',
  });
  const sitter = await makeStudent({ classroom_id: (await makeClassroom({ teacher })).id });
  const begins = Date.now() - 5 * MINUTE;
  const [ends_at, upload_ends_at] = [begins + 60 * MINUTE, begins + 75 * MINUTE];
  await db()
    .insertInto('exam_resits')
    .values({
      ...{ exam_id: exam.id, student_id: sitter.id, part: 'written', begins_at: begins, ends_at, upload_ends_at },
      ...{ extra_minutes: 10, state: 'open', reason: '', granted_by: teacher.id, granted_at: begins },
    })
    .execute();
  const [ends, photos] = [formatSecond(ends_at + 10 * MINUTE), formatSecond(upload_ends_at + 10 * MINUTE)];
  expect((await read(sitter, exam.id)).data).toMatchObject({
    ...{ beginTime: formatSecond(begins), endTime: ends, uploadEndTime: photos, phases: { written: 'running' } },
    deadlines: { written: { answersAt: ends, photosAt: photos, extraMinutes: 10, isResit: true } },
  });
  const row = { isResit: true, beginTime: formatSecond(begins), endTime: ends, extraMinutes: 10 };
  expect(await listed(sitter, exam.id)).toMatchObject(row);
  // To whoever has none it stays over.
  expect((await read(student, exam.id)).data).toMatchObject({ phases: { written: 'ended' } });
  expect(await read(await makeStudent(), exam.id)).toMatchObject({ code: 404 });
});
