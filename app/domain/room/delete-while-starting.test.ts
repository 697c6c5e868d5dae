import { expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { startAttempt } from '~/domain/attempt/attempt.commands.server';
import { actorOf, makeClassroom, makeExam, makeStudent, makeTeacher, makeTheoryQuestion } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { removeStudents } from './reset-password.commands.server';

useDatabase();

test('a student who begins while the account is deleted either has a paper or no account, never both', async () => {
  const teacher = await makeTeacher();
  const classroom = await makeClassroom({ teacher });
  const now = Date.now();
  const exam = await makeExam({
    owner: teacher,
    classrooms: [classroom],
    written: [await makeTheoryQuestion({ owner: teacher })],
  });
  for (let turn = 0; turn < 20; turn += 1) {
    const student = await makeStudent({ classroom_id: classroom.id });
    const outcomes = await Promise.allSettled([
      startAttempt(actorOf(student), { examId: exam.id, part: 'written' }, now),
      removeStudents(actorOf(teacher), { ids: [student.id] }, now),
    ]);
    const { deleted_at: deletedAt } = await db()
      .selectFrom('users')
      .select('deleted_at')
      .where('id', '=', student.id)
      .executeTakeFirstOrThrow();
    const papers = await db().selectFrom('attempts').select('id').where('student_id', '=', student.id).execute();
    expect([deletedAt === null, papers.length], JSON.stringify(outcomes)).toEqual(
      deletedAt === null ? [true, 1] : [false, 0],
    );
  }
});
