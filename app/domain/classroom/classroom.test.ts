import { describe, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { listExaminers } from '~/domain/user/user.queries.server';
import type { PageInput } from '~/lib/page';
import { actorOf, makeClassroom, makeExam, makeOralQuestion, makeStudent, makeTeacher } from '~tests/factories';
import { listOwnExams } from '~/domain/exam/exam-list.queries.server';
import { getPrintedExam } from '~/domain/exam/print.queries.server';
import { useDatabase } from '~tests/support/db';
import { addClassroom, deleteClassrooms, editClassroom } from './classroom.commands.server';
import {
  countClassrooms,
  getClassroom,
  listClassroomOptions,
  listClassrooms,
  listGrades,
} from './classroom.queries.server';
import { addClassroomSchema, editClassroomSchema } from './classroom.schema';
import type { ClassroomFilter } from './classroom.schema';

useDatabase();

const NOW = Date.UTC(2026, 10, 21, 1);
const all: ClassroomFilter & PageInput = { keyword: '', grade: '', currentPage: 1, pageSize: 15 };
const add = (fields: Record<string, unknown>) =>
  addClassroomSchema.parse({ name: '旅游2601班', grade: '高一', year: 2026, ...fields });

async function teachers() {
  return { teacher: actorOf(await makeTeacher({ name: '周敏' })), other: actorOf(await makeTeacher({ name: '陈静' })) };
}

test('a class takes no name that looks like another one’s of its year; one that was there before can still be edited', async () => {
  const { teacher } = await teachers();
  const input = (name: string, year = 2026) => add({ name, year, teacherIds: [teacher.id] });
  const { id } = await addClassroom(teacher, input('高一（1）班'), NOW);
  for (const name of ['高一(1)班', '高一（１）班', '高一 （1） 班']) {
    await expect(addClassroom(teacher, input(name), NOW), name).rejects.toMatchObject({ code: 'conflict' });
  }
  await addClassroom(teacher, input('高一(1)班', 2025), NOW);
  await expect(editClassroom(teacher, { id, name: '高一(1)班' }, NOW)).resolves.toMatchObject({ name: '高一(1)班' });
  await db()
    .insertInto('classrooms')
    .values({
      name: '高一（1）班',
      grade: '高一',
      year: 2026,
      created_by: teacher.id,
      created_at: NOW,
      updated_at: NOW,
    })
    .execute();
  await expect(editClassroom(teacher, { id, grade: '高二' }, NOW)).resolves.toMatchObject({ grade: '高二' });
});

const audits = async (action: string) => {
  const rows = await db().selectFrom('audit_entries').selectAll().where('action', '=', action).execute();
  return rows.map((row) => JSON.parse(row.detail) as Record<string, unknown>);
};

describe('list', () => {
  test('all names, with students, teachers and what may be changed', async () => {
    const { teacher, other } = await teachers();
    const own = await makeClassroom({ teacher, name: 'A班', teachers: [other] });
    await makeClassroom({ teacher: other, name: 'B班' });
    await makeStudent({ classroom_id: own.id });
    await makeStudent({ classroom_id: own.id, deleted_at: NOW });
    const { rows, totalCount } = await listClassrooms(teacher, all);
    expect(totalCount).toBe(2);
    expect(rows.map((row) => [row.name, row.studentCount, row.teachers.length, row.canChange])).toEqual([
      ['A班', 1, 2, true],
      ['B班', 0, 1, false],
    ]);
    expect(await countClassrooms(teacher)).toEqual({ mine: 1, all: 2, archived: 0 });
    expect((await listClassroomOptions(other)).map((option) => option.canChange)).toEqual([true, true]);
    expect((await listClassroomOptions(teacher, 'mine')).map((option) => option.name)).toEqual(['A班']);
  });

  test.each([
    [{ keyword: 'a' }, ['A班', 'a_班']],
    [{ keyword: '_' }, ['a_班']],
    [{ keyword: '%' }, []],
    [{ grade: '高二' }, ['B班']],
    [{ pageSize: 1, currentPage: 2 }, ['A班']],
    [{ currentPage: 5 }, []],
  ])('filtered by %j', async (filter, names) => {
    const { teacher } = await teachers();
    await makeClassroom({ teacher, name: 'a_班', year: 2025 });
    await makeClassroom({ teacher, name: 'A班' });
    await makeClassroom({ teacher, name: 'B班', grade: '高二', year: 2027 });
    const { rows } = await listClassrooms(teacher, { ...all, ...filter });
    expect(rows.map((row) => row.name)).toEqual(names);
    expect(await listGrades()).toHaveLength(2);
  });
});

describe('add and edit', () => {
  test('a class with its teachers; the same form twice makes one', async () => {
    const { teacher, other } = await teachers();
    const input = add({ teacherIds: `${teacher.id},${other.id}`, requestId: 'r1' });
    const first = await addClassroom(teacher, input, NOW);
    const second = await addClassroom(teacher, input, NOW);
    expect(second.id).toBe(first.id);
    expect(first.teachers.map(({ name }) => name).sort()).toEqual(['周敏', '陈静']);
    expect(await audits('class.add')).toHaveLength(1);
  });

  test('a name in use that year is refused, another year is fine', async () => {
    const { teacher } = await teachers();
    await addClassroom(teacher, add({}), NOW);
    await expect(addClassroom(teacher, add({}), NOW)).rejects.toMatchObject({
      code: 'conflict',
      fields: { name: expect.any(String) as string },
    });
    await addClassroom(teacher, add({ year: 2025 }), NOW);
  });

  test.each([
    [{ name: '' }, 'name'],
    [{ name: '班'.repeat(41) }, 'name'],
    [{ year: '二〇二六' }, 'year'],
    [{ year: 1900 }, 'year'],
    [{ year: '' }, 'year'],
  ])('%j is refused at its field', (fields, path) => {
    const parsed = addClassroomSchema.safeParse({ name: '甲', year: 2026, ...fields });
    expect(parsed.error?.issues[0]?.path).toEqual([path]);
  });

  test('a student or an unknown person is no teacher of a class', async () => {
    const { teacher } = await teachers();
    const student = await makeStudent();
    await expect(addClassroom(teacher, add({ teacherIds: [student.id] }), NOW)).rejects.toMatchObject({
      code: 'invalid',
    });
    await expect(addClassroom(actorOf(student), add({}), NOW)).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('only who created or teaches it', async () => {
    const { teacher, other } = await teachers();
    const row = await makeClassroom({ teacher });
    const edit = (fields: Record<string, unknown>) =>
      editClassroomSchema.parse({ id: row.id, name: '新名', year: 2026, ...fields });
    await expect(editClassroom(other, edit({}), NOW)).rejects.toMatchObject({ code: 'forbidden' });
    await editClassroom(teacher, edit({ teacherIds: [other.id] }), NOW);
    // The creator is no longer among the teachers and may still change it.
    expect(await getClassroom(teacher, row.id)).toMatchObject({ name: '新名', canChange: true });
    await editClassroom(other, edit({ name: '再改', teacherIds: [other.id] }), NOW);
    expect((await audits('class.edit')).map((detail) => (detail.is as { name: string }).name)).toEqual([
      '新名',
      '再改',
    ]);
    await expect(editClassroom(teacher, edit({ id: 999999 }), NOW)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('delete', () => {
  test('an empty class goes, twice is harmless, its name is free again', async () => {
    const { teacher } = await teachers();
    const { id } = await addClassroom(teacher, add({}), NOW);
    expect(await deleteClassrooms(teacher, { ids: [id], moveTo: null }, NOW)).toBe(1);
    expect(await deleteClassrooms(teacher, { ids: [id], moveTo: null }, NOW)).toBe(0);
    await expect(getClassroom(teacher, id)).rejects.toMatchObject({ code: 'not_found' });
    await addClassroom(teacher, add({}), NOW);
    await expect(deleteClassrooms(teacher, { ids: [999999], moveTo: null }, NOW)).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  test('students keep it, unless they are moved', async () => {
    const { teacher } = await teachers();
    const [from, to] = [await makeClassroom({ teacher }), await makeClassroom({ teacher })];
    const student = await makeStudent({ classroom_id: from.id });
    await expect(deleteClassrooms(teacher, { ids: [from.id], moveTo: null }, NOW)).rejects.toMatchObject({
      code: 'conflict',
      fields: { moveTo: expect.stringContaining('1 名学生') as string },
    });
    expect((await getClassroom(teacher, from.id)).studentCount).toBe(1);
    expect(await deleteClassrooms(teacher, { ids: [from.id], moveTo: to.id }, NOW)).toBe(1);
    expect((await getClassroom(teacher, to.id)).studentCount).toBe(1);
    expect(await audits('class.delete')).toEqual([{ name: from.name, movedTo: to.id, movedIds: [student.id] }]);
  });

  test('all or none: what is not one’s own, a target that will not do', async () => {
    const { teacher, other } = await teachers();
    const [own, theirs] = [await makeClassroom({ teacher }), await makeClassroom({ teacher: other })];
    await makeStudent({ classroom_id: own.id });
    const remove = (ids: number[], moveTo: number | null) => deleteClassrooms(teacher, { ids, moveTo }, NOW);
    await expect(remove([own.id, theirs.id], null)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(remove([own.id], own.id)).rejects.toMatchObject({ code: 'invalid' });
    await expect(remove([own.id], theirs.id)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(remove([own.id], 999999)).rejects.toMatchObject({ code: 'not_found' });
    expect((await listClassrooms(teacher, all)).totalCount).toBe(2);
  });

  test('not while an exam of it runs; a past exam still names it', async () => {
    const { teacher } = await teachers();
    const room = await makeClassroom({ teacher });
    const oral = await makeOralQuestion({ owner: teacher });
    const exam = await makeExam({ owner: teacher, classrooms: [room], oral, name: '期中口语' });
    await expect(deleteClassrooms(teacher, { ids: [room.id], moveTo: null }, NOW)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('期中口语') as string,
    });
    await db().updateTable('exams').set({ status: 'closed' }).where('id', '=', exam.id).execute();
    expect(await deleteClassrooms(teacher, { ids: [room.id], moveTo: null }, NOW)).toBe(1);
    const names = await db()
      .selectFrom('exam_classrooms')
      .innerJoin('classrooms', 'classrooms.id', 'exam_classrooms.classroom_id')
      .select('classrooms.name')
      .execute();
    expect(names).toEqual([{ name: room.name }]);
    // Wherever its teacher reads of it, too; not an exam that is still written, which cannot be for it any more.
    const draft = await makeExam({ owner: teacher, classrooms: [room], oral, status: 'draft' });
    const { rows } = await listOwnExams(teacher, { status: '', keyword: '', currentPage: 1, pageSize: 15 }, NOW);
    expect(new Map(rows.map(({ id, classNames }) => [id, classNames]))).toEqual(
      new Map([
        [exam.id, [room.name]],
        [draft.id, []],
      ]),
    );
    expect((await getPrintedExam(teacher, exam.id)).classrooms.map(({ name }) => name)).toEqual([room.name]);
  });
});

test.each([
  ['', ['周敏', '陈静']],
  ['周', ['周敏']],
  ['%', []],
])('examiners by %j: teachers in use only', async (keyword, names) => {
  await teachers();
  await makeTeacher({ name: '停用', is_disabled: 1 });
  await makeStudent({ name: '周同学' });
  expect((await listExaminers(keyword)).map(({ name }) => name).sort()).toEqual(names);
});

test('who becomes a teacher of a class hears it, and who is none any more; not who did it, nor of anything else', async () => {
  const { teacher, other } = await teachers();
  const told = async (who: { id: number }) => {
    const rows = await db().selectFrom('messages').selectAll().where('user_id', '=', who.id).orderBy('id').execute();
    return rows.map(({ title, body }) => `${title}｜${body}`);
  };
  const { id } = await addClassroom(teacher, add({ teacherIds: [teacher.id, other.id].join(',') }), NOW);
  expect(await told(other)).toEqual([expect.stringMatching(/^您成了「旅游2601班」的任课教师｜周敏（.+）把您加进了/)]);
  await editClassroom(other, { id, grade: '高二' }, NOW + 1);
  expect([(await told(other)).length, await told(teacher)]).toEqual([1, []]);
  await editClassroom(teacher, { id, teacherIds: [teacher.id] }, NOW + 2);
  expect((await told(other))[1]).toMatch(/^您不再是「旅游2601班」的任课教师｜周敏（.+）把您从这个班级/);
  expect(await told(teacher)).toEqual([]);
});
