import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '~/db/db.server';
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
import { startAttempt } from '~/domain/attempt/attempt.commands.server';
import { addStudent } from '~/domain/user/student.commands.server';
import { addStudentSchema } from '~/domain/user/student.schema';
import { getBoard } from './board.queries.server';
import { boardCallSchema } from './board.schema';
import { changeStudent, removeStudents, resetStudentPasswords } from './reset-password.commands.server';

useDatabase();

const NOW = 1_800_000_000_000;

async function running() {
  const owner = await makeTeacher();
  const colleague = await makeTeacher({ name: '李老师', account: 'li01' });
  const classroom = await makeClassroom({ teacher: colleague });
  const student = await makeStudent({ name: '张三丰', classroom_id: classroom.id });
  const idle = await makeStudent({ classroom_id: classroom.id });
  const exam = await makeExam({
    owner,
    classrooms: [classroom],
    written: [await makeTheoryQuestion({ owner })],
    name: '期中考试',
    now: NOW,
  });
  const paper = await makeAttempt({ exam, student, part: 'written', now: NOW });
  return { owner, colleague, student, idle, exam, paper };
}

let made: Awaited<ReturnType<typeof running>>;
beforeEach(async () => {
  made = await running();
});

const messages = () => db().selectFrom('messages').selectAll().execute();

test('a reset in a colleague’s running exam is told to the exam’s owner, once', async () => {
  const { owner, colleague, student, idle, exam } = made;
  const input = { ids: [student.id, idle.id], requestId: 'r1' };
  const first = await resetStudentPasswords(actorOf(colleague), input, NOW);
  expect(await resetStudentPasswords(actorOf(colleague), input, NOW)).toEqual(first);
  const told = await messages();
  expect(told).toHaveLength(1);
  expect(told[0]).toMatchObject({ user_id: owner.id, link: `/examination/board?examId=${exam.id}` });
  expect(told[0]?.title).toContain('李老师（li01）重置了学生的密码：期中考试');
  expect(told[0]?.body).toContain(`张三丰（${student.account}）`);
  expect(told[0]?.body).not.toContain(idle.account);
});

test('nobody is told outside an exam, nor of an own one', async () => {
  const { owner, colleague, student, idle } = made;
  await resetStudentPasswords(actorOf(colleague), { ids: [idle.id], requestId: '' }, NOW);
  await resetStudentPasswords(actorOf(colleague), { ids: [student.id], requestId: '' }, NOW + 24 * 3_600_000);
  await db().updateTable('users').set({ is_admin: 1 }).where('id', '=', owner.id).execute();
  await resetStudentPasswords({ ...actorOf(owner), isAdmin: true }, { ids: [student.id], requestId: '' }, NOW);
  expect(await messages()).toEqual([]);
});

describe('a pupil with a paper in an exam that is not over is not deleted', () => {
  const remove = (now = NOW) => removeStudents(actorOf(made.colleague), { ids: [made.student.id, made.idle.id] }, now);
  const refused = (words: string) => ({ code: 'conflict', message: expect.stringContaining(words) as string });

  test('while it is written, and once it is handed in; nobody of the list goes', async () => {
    const { student, paper } = made;
    const words = `张三丰（${student.account}）在考试「期中考试」里有答卷，考试还没有结束，账号不能删除`;
    await expect(remove()).rejects.toMatchObject(refused(words));
    // In the upload window, or early: the exam still runs, and the number added again would begin anew.
    await db()
      .updateTable('attempts')
      .set({ state: 'submitted', submitted_at: NOW })
      .where('id', '=', paper.id)
      .execute();
    await expect(remove()).rejects.toMatchObject(refused(words));
    const left = await db().selectFrom('users').selectAll().where('deleted_at', 'is', null).execute();
    expect(left.map(({ id }) => id)).toEqual(expect.arrayContaining([student.id, made.idle.id]));
    expect(left.find(({ id }) => id === student.id)?.session_version).toBe(student.session_version);
  });

  test('nor in a re-sit that is written or takes photos, though the exam is over', async () => {
    const { exam, student, paper } = made;
    await db().updateTable('attempts').set({ state: 'scored' }).where('id', '=', paper.id).execute();
    await db().updateTable('exams').set({ status: 'closed', closed_at: NOW }).where('id', '=', exam.id).execute();
    const again = await makeAttempt({ exam, student, part: 'written', number: 2, now: NOW });
    const words = `张三丰（${student.account}）在考试「期中考试」的补考里有答卷`;
    await expect(remove()).rejects.toMatchObject(refused(words));
    await db()
      .updateTable('attempts')
      .set({ state: 'submitted', upload_deadline_at: NOW + 60_000 })
      .where('id', '=', again.id)
      .execute();
    await expect(remove()).rejects.toMatchObject(refused(words));
    expect(await remove(NOW + 60_001)).toBe(2);
  });

  test('when it is over they go; the board says so, and the number added again has no second paper there', async () => {
    const { owner, colleague, exam, student, idle, paper } = made;
    await db()
      .updateTable('attempts')
      .set({ state: 'submitted', submitted_at: NOW })
      .where('id', '=', paper.id)
      .execute();
    await db().updateTable('exams').set({ status: 'closed', closed_at: NOW }).where('id', '=', exam.id).execute();
    expect(await remove(NOW + 1)).toBe(2);
    expect(await remove(NOW + 1)).toBe(0);
    const input = { account: student.account, name: '张三丰', classId: student.classroom_id };
    const again = await addStudent(actorOf(colleague), addStudentSchema.parse(input), NOW + 2);
    const actor = { ...actorOf(student), id: again.student.id };
    await expect(startAttempt(actor, { examId: exam.id, part: 'written' }, NOW + 3)).rejects.toMatchObject({
      code: 'not_found',
    });
    const board = await getBoard(
      actorOf(owner),
      { ...boardCallSchema.parse({ id: exam.id }), examId: exam.id },
      NOW + 3,
    );
    expect(board.rows).toMatchObject([{ studentId: student.id, account: student.account, isDeleted: true }]);
    expect(board.rows.map((row) => row.studentId)).not.toContain(idle.id);
  });
});

test('so is another number or name of a pupil in a colleague’s running exam, and nothing else of them', async () => {
  const { owner, colleague, student, idle, exam } = made;
  const change = (changes: Omit<Parameters<typeof changeStudent>[1], 'id'>, id = student.id) =>
    changeStudent(actorOf(colleague), { id, ...changes }, NOW);
  await change({ phone: '13800000000' });
  await change({ name: '别的人' }, idle.id);
  expect(await messages()).toEqual([]);
  await change({ account: 'taken-place' });
  await change({ name: '李四光' });
  const told = await messages();
  expect(told).toMatchObject([
    { user_id: owner.id, link: `/examination/board?examId=${exam.id}` },
    { user_id: owner.id },
  ]);
  expect(told[0]?.title).toContain('李老师（li01）改了正在答题的学生的学号或姓名：期中考试');
  expect(told[0]?.body).toContain('张三丰（taken-place）');
  expect(told[0]?.body).toContain(`改以前是 张三丰（${student.account}）`);
  expect(told[1]?.body).toContain('李四光（taken-place）');
});
