import { expect, test } from 'vitest';
import { listExamItems, getVisibleExam } from '~/domain/exam/exam.queries.server';
import { verifyPassword } from '~/domain/user/password.server';
import { useDatabase } from '~tests/support/db';
import {
  PASSWORD,
  actorOf,
  makeAttempt,
  makeClassroom,
  makeExam,
  makeOralQuestion,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
  makeWrittenQuestion,
} from '.';

useDatabase();

test('the factories make an exam that the domain reads', async () => {
  const owner = await makeTeacher();
  const classroom = await makeClassroom({ teacher: owner });
  const student = await makeStudent({ classroom_id: classroom.id });
  const exam = await makeExam({
    owner,
    classrooms: [classroom],
    oral: await makeOralQuestion({ owner }),
    written: [await makeTheoryQuestion({ owner }), await makeWrittenQuestion({ owner })],
  });
  const attempt = await makeAttempt({ exam, student, part: 'written', answers: [{ keys: ['B'] }] });

  expect((await getVisibleExam(actorOf(student), exam.id)).testType).toBe(2);
  expect((await listExamItems(exam.id)).map((item) => item.snapshot.bank)).toEqual(['oral', 'theory', 'written']);
  expect(attempt).toMatchObject({ state: 'in_progress', deadline_at: exam.end_time });
  expect(await verifyPassword(owner.password_hash, PASSWORD)).toBe(true);
});
