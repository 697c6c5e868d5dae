import { expect, it } from 'vitest';
import { db } from '~/db/db.server';
import { saveBasics } from '~/domain/exam/draft.commands.server';
import { shareQuestions } from '~/domain/question-bank/share.commands.server';
import { addStudent } from '~/domain/user/student.commands.server';
import { moveStudents } from '~/domain/user/student-move.commands.server';
import { findMoveEffects } from '~/domain/user/student-move.queries.server';
import { countStudentsByScope, listStudents } from '~/domain/user/student.queries.server';
import { signIn } from '~/domain/user/sign-in.commands.server';
import { findUserById } from '~/domain/user/user.queries.server';
import {
  PASSWORD,
  actorOf,
  makeAttempt,
  makeClassroom,
  makeExam,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { countClassrooms, findClassrooms, listClassroomOptions, listClassrooms } from './classroom.queries.server';
import { graduateClassrooms, promoteClassrooms, restoreClassrooms } from './school-year.commands.server';
import { promoteSchema } from './school-year.schema';

useDatabase();

const NOW = Date.UTC(2026, 10, 21, 1);
const page = { currentPage: 1, pageSize: 15, keyword: '', grade: '' };

async function school() {
  const teacher = await makeTeacher();
  const classroom = await makeClassroom({ teacher, name: '高三（1）班', grade: '高三', year: 2024 });
  const student = await makeStudent({ classroom_id: classroom.id });
  return { teacher, actor: actorOf(teacher), classroom, student };
}

const rowOf = (one: { id: number; name: string; grade: string }, grade: string, name: string) => ({
  id: one.id,
  wasGrade: one.grade,
  wasName: one.name,
  grade,
  name,
});

it('moves several classes up, one taking the name another leaves; twice is harmless', async () => {
  const teacher = await makeTeacher();
  const actor = actorOf(teacher);
  const make = (name: string, grade: string) => makeClassroom({ teacher, name, grade, year: 2025 });
  const [one, two] = [await make('高一（1）班', '高一'), await make('高二（1）班', '高二')];
  const rows = [rowOf(one, '高二', '高二（1）班'), rowOf(two, '高三', '高三（1）班')];
  expect(await promoteClassrooms(actor, rows, NOW)).toBe(2);
  expect(await promoteClassrooms(actor, rows, NOW)).toBe(0);
  const names = (await findClassrooms(actor, [one.id, two.id])).map(({ name }) => name).sort();
  expect(names).toEqual(['高三（1）班', '高二（1）班']);
});

it('changes nothing when a name would stand twice, a class is not as it was seen, or is somebody else’s', async () => {
  const { teacher, actor, classroom } = await school();
  const same = await makeClassroom({ teacher, name: '高三（2）班', grade: '高三', year: 2024 });
  const other = await makeClassroom({ teacher: await makeTeacher(), year: 2024 });
  const attempt = (rows: ReturnType<typeof rowOf>[]) => promoteClassrooms(actor, rows, NOW);
  const fine = rowOf(same, '已毕业', '老三班');
  await expect(attempt([fine, rowOf(classroom, '高三', '老三班')])).rejects.toMatchObject({
    fields: { [`name.${same.id}`]: expect.stringContaining('已有') as string },
  });
  await expect(attempt([fine, rowOf({ ...classroom, name: '旧名' }, '', '新名')])).rejects.toMatchObject({
    code: 'conflict',
  });
  await expect(attempt([fine, rowOf(other, '高四', other.name)])).rejects.toMatchObject({ code: 'forbidden' });
  expect((await findClassrooms(actor, [same.id]))[0]?.name).toBe('高三（2）班');
});

it('a graduated class leaves lists and choices, its students keep or lose their accounts, and it comes back', async () => {
  const { actor, teacher, classroom, student } = await school();
  const owner = { owner: teacher };
  await graduateClassrooms(actor, { ids: [classroom.id], accounts: 'disable' }, NOW);
  expect(await graduateClassrooms(actor, { ids: [classroom.id], accounts: 'keep' }, NOW)).toBe(0);
  expect((await listClassrooms(actor, page)).totalCount).toBe(0);
  expect((await listClassrooms(actor, { ...page, isArchived: true })).rows).toMatchObject([{ id: classroom.id }]);
  expect(await countClassrooms(actor)).toEqual({ mine: 0, all: 0, archived: 1 });
  expect(await listClassroomOptions(actor)).toEqual([]);
  const filter = { ...page, classId: null, scope: 'mine' as const };
  expect((await listStudents(actor, filter)).totalCount).toBe(0);
  expect(await countStudentsByScope(actor)).toEqual({ mine: 0, all: 0 });
  expect((await listStudents(actor, { ...filter, classId: classroom.id })).totalCount).toBe(1);

  const input = { account: 's1', name: '新生', classId: classroom.id, gender: '' as const, phone: '', email: '' };
  await expect(addStudent(actor, { ...input, consent: false, requestId: '' }, NOW)).rejects.toMatchObject({
    code: 'conflict',
  });
  const question = await makeTheoryQuestion(owner);
  const targets = [{ audience: 'class' as const, classroomId: classroom.id }];
  await expect(shareQuestions(actor, 'theory', { ids: [question.id], targets }, NOW)).rejects.toMatchObject({
    code: 'invalid',
  });
  const values = { name: '考试', testType: '1', clazzIds: [String(classroom.id)] };
  await expect(
    saveBasics(actor, { examId: null, version: 0, requestId: '', values: { ...values, ...TIMES } }, NOW),
  ).rejects.toMatchObject({ fields: { clazzIds: expect.any(String) as string } });

  const enter = () => signIn({ account: student.account, password: PASSWORD }, '', NOW);
  await expect(enter()).rejects.toMatchObject({ code: 'invalid' });
  expect((await findUserById(student.id))?.session_version).toBe(student.session_version + 1);
  expect(await restoreClassrooms(actor, { ids: [classroom.id] }, NOW)).toBe(1);
  await expect(enter()).resolves.toBeDefined();
  expect(await countClassrooms(actor)).toEqual({ mine: 1, all: 1, archived: 0 });
  await graduateClassrooms(actor, { ids: [classroom.id], accounts: 'keep' }, NOW);
  await expect(enter()).resolves.toBeDefined();
});

const TIMES = { beginTime: '2026-12-01 09:00', endTime: '2026-12-01 10:00', uploadEndTime: '2026-12-01 10:10' };

it('does not graduate a class whose exam is not over, nor somebody else’s', async () => {
  const { actor, teacher, classroom } = await school();
  const exam = await makeExam({
    owner: teacher,
    classrooms: [classroom],
    written: [await makeTheoryQuestion({ owner: teacher })],
  });
  const graduate = (as: typeof actor) => graduateClassrooms(as, { ids: [classroom.id], accounts: 'keep' }, NOW);
  await expect(graduate(actor)).rejects.toMatchObject({ message: expect.stringContaining(exam.name) as string });
  await expect(graduate(actorOf(await makeTeacher()))).rejects.toMatchObject({ code: 'forbidden' });
});

it('students change class, their attempts stay; said first what becomes of exams under way', async () => {
  const { actor, teacher, classroom, student } = await school();
  const idle = await makeStudent({ classroom_id: classroom.id });
  const target = await makeClassroom({ teacher });
  const exam = await makeExam({
    owner: teacher,
    classrooms: [classroom],
    written: [await makeTheoryQuestion({ owner: teacher })],
  });
  const attempt = await makeAttempt({ exam, student, part: 'written', answers: [{ keys: ['A'] }] });
  const ids = [student.id, idle.id];
  expect(await findMoveEffects(ids)).toEqual({ begun: [exam.name], left: [exam.name] });
  expect(await findMoveEffects([student.id])).toEqual({ begun: [exam.name], left: [] });
  expect(await moveStudents(actor, { ids, classId: target.id }, NOW)).toMatchObject({ moved: 2 });
  expect(await moveStudents(actor, { ids, classId: target.id }, NOW)).toMatchObject({ moved: 0 });
  expect((await findUserById(student.id))?.classroom_id).toBe(target.id);
  const kept = await db().selectFrom('attempts').select('state').where('id', '=', attempt.id).executeTakeFirst();
  expect(kept?.state).toBe('in_progress');
  const foreign = await makeStudent({ classroom_id: (await makeClassroom({ teacher: await makeTeacher() })).id });
  const all = moveStudents(actor, { ids: [student.id, foreign.id], classId: classroom.id }, NOW);
  await expect(all).rejects.toMatchObject({ code: 'forbidden' });
  expect((await findUserById(student.id))?.classroom_id).toBe(target.id);
});

it('reads the rows of 升级 as the page sends them', () => {
  const sent = {
    _intent: '',
    ids: ['3', '4'],
    'wasGrade.3': '高一',
    'wasName.3': '1班',
    'grade.3': '高二',
    'name.3': '1班',
  };
  expect(promoteSchema.safeParse({ ...sent, ids: '3' }).data).toEqual([
    { id: 3, wasGrade: '高一', wasName: '1班', grade: '高二', name: '1班' },
  ]);
  expect(promoteSchema.safeParse(sent).error?.issues.map(({ path }) => path[0])).toContain('name.4');
  expect(promoteSchema.safeParse({}).success).toBe(false);
});
