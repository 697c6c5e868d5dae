import { beforeEach, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { getExamToSit } from '~/domain/attempt/sitting.commands.server';
import { startAttempt } from '~/domain/attempt/attempt.commands.server';
import { registerClassChanges } from '~/domain/classroom/class-changes.server';
import { getOwnResult } from '~/domain/scoring/result/result.queries.server';
import { addStudent, editStudent } from '~/domain/user/student.commands.server';
import { moveStudents } from '~/domain/user/student-move.commands.server';
import { addStudentSchema, type StudentEdit } from '~/domain/user/student.schema';
import {
  actorOf,
  makeAttempt,
  makeClassroom,
  makeExam,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
  type MadeExam,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { tellOfExamsOfClass } from './class-change.commands.server';

/** Who changes class while exams are published: what they are told, and what the exam they left says. */

useDatabase();

const NOW = Date.UTC(2026, 10, 21, 1);
let teacher: Awaited<ReturnType<typeof makeTeacher>>;
let [first, second]: Awaited<ReturnType<typeof makeClassroom>>[] = [];
let student: Awaited<ReturnType<typeof makeStudent>>;

const idOf = (one: { id: number } | undefined) => one?.id ?? 0;

beforeEach(async () => {
  registerClassChanges(tellOfExamsOfClass);
  teacher = await makeTeacher();
  [first, second] = [await makeClassroom({ teacher }), await makeClassroom({ teacher })];
  student = await makeStudent({ classroom_id: idOf(first), name: '李想' });
});

const examOf = async (...classes: (typeof first)[]): Promise<MadeExam> =>
  makeExam({
    ...{ owner: teacher, classrooms: classes.flatMap((one) => (one ? [one] : [])), now: NOW },
    written: [await makeTheoryQuestion({ owner: teacher })],
  });
const move = (to: typeof first) => moveStudents(actorOf(teacher), { ids: [student.id], classId: idOf(to) }, NOW);
const messages = async (userId = student.id) =>
  (
    await db().selectFrom('messages').select(['title', 'link']).where('user_id', '=', userId).orderBy('id').execute()
  ).map(({ title, link }) => [title, link]);
const reader = async () => {
  const row = await db().selectFrom('users').selectAll().where('id', '=', student.id).executeTakeFirstOrThrow();
  return actorOf(row);
};

test('who comes to a class is told of its exam, and who leaves it reads nothing of it any more', async () => {
  const exam = await examOf(second);
  const news = [`新考试：${exam.name}`, `/examination/preview?id=${exam.id}`];
  await move(second);
  expect(await messages()).toEqual([news]);
  await move(first);
  expect(await messages()).toEqual([]);
  await move(second);
  await db().updateTable('messages').set({ read_at: NOW }).execute();
  await move(first);
  expect(await messages()).toEqual([
    [news[0], ''],
    [`不用参加：${exam.name}`, ''],
  ]);
  await move(second);
  expect((await messages()).map(([title]) => title)).toEqual([news[0], news[0]]);
});

test('an exam of both classes, one that is over and one that was begun tell nothing', async () => {
  await examOf(first, second);
  await makeExam({ owner: teacher, classrooms: second ? [second] : [], status: 'closed', now: NOW });
  await makeExam({ owner: teacher, classrooms: second ? [second] : [], status: 'draft', now: NOW });
  const begun = await examOf(first);
  await makeAttempt({ exam: begun, student, part: 'written', now: NOW });
  await move(second);
  expect(await messages()).toEqual([]);
  // The paper that was begun stays theirs.
  expect((await startAttempt(await reader(), { examId: begun.id, part: 'written' }, NOW)).examId).toBe(begun.id);
});

test('new and edited students are told of the exam of their class', async () => {
  const exam = await examOf(second);
  const input = addStudentSchema.parse({ name: '新来', account: 'N001', classId: idOf(second) });
  const added = await addStudent(actorOf(teacher), input, NOW);
  expect((await messages(added.student.id)).map(([title]) => title)).toEqual([`新考试：${exam.name}`]);
  const edit = (changes: Partial<StudentEdit>) => editStudent(actorOf(teacher), { id: student.id, ...changes }, NOW);
  await edit({ classId: idOf(second) });
  await edit({ name: '李想想' });
  expect((await messages()).map(([title]) => title)).toEqual([`新考试：${exam.name}`]);
});

test('the exam that was left is not said to be deleted, and an exam that is none says the same', async () => {
  const exam = await examOf(first);
  await move(second);
  const actor = await reader();
  for (const id of [exam.id, 999_999]) {
    for (const asked of [
      () => getExamToSit(actor, id),
      () => getOwnResult(actor, id, NOW),
      () => startAttempt(actor, { examId: id, part: 'written' }, NOW),
    ]) {
      await expect(asked()).rejects.toMatchObject({
        code: 'not_found',
        message: '找不到这场考试：它可能不再面向你现在的班级，或者已被删除。有疑问请问老师。',
      });
    }
  }
});
