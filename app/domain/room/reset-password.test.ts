import { beforeEach, expect, test } from 'vitest';
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
  await makeAttempt({ exam, student, part: 'written', now: NOW });
  return { owner, colleague, student, idle, exam };
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

test('so is a pupil who is deleted in the middle of a colleague’s exam: another could take the number', async () => {
  const { owner, colleague, student, idle, exam } = made;
  expect(await removeStudents(actorOf(colleague), { ids: [student.id, idle.id] }, NOW)).toBe(2);
  expect(await removeStudents(actorOf(colleague), { ids: [student.id, idle.id] }, NOW)).toBe(0);
  const told = await messages();
  expect(told).toMatchObject([{ user_id: owner.id, link: `/examination/board?examId=${exam.id}` }]);
  expect(told[0]?.title).toContain('李老师（li01）删除了正在答题的学生：期中考试');
  expect(told[0]?.body).toContain(`张三丰（${student.account}）`);
  expect(told[0]?.body).not.toContain(idle.account);
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
