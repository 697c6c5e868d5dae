import { readSheet } from 'read-excel-file/node';
import { describe, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import type { PageInput } from '~/lib/page';
import { useDatabase } from '~tests/support/db';
import {
  actorOf,
  makeAttempt,
  makeClassroom,
  makeExam,
  makeOralQuestion,
  makeStudent,
  makeTeacher,
} from '~tests/factories';
import { hashPassword, verifyPassword } from './password.server';
import { exportStudents, importTemplate } from './student-export.server';
import { moveStudents } from './student-move.commands.server';
import { addStudent, deleteStudents, editStudent, resetPasswords } from './student.commands.server';
import { countSitting, countStudentsByScope, getStudent, listStudents } from './student.queries.server';
import { addStudentSchema, editStudentSchema, exportStudentsSchema, type StudentFilter } from './student.schema';
import { findUserByAccount, findUserById } from './user.queries.server';

useDatabase();

const NOW = Date.UTC(2026, 10, 21, 1);
const all: StudentFilter & PageInput = { keyword: '', classId: null, scope: 'all', currentPage: 1, pageSize: 15 };

async function school() {
  const [teacher, other] = [await makeTeacher(), await makeTeacher()];
  const own = await makeClassroom({ teacher, name: '旅游2601班' });
  const taught = await makeClassroom({ teacher: other, teachers: [teacher], name: '旅游2602班' });
  const foreign = await makeClassroom({ teacher: other, name: '酒店2601班' });
  return { teacher: actorOf(teacher), other: actorOf(other), own, taught, foreign };
}

const input = (fields: Record<string, unknown>) => addStudentSchema.parse({ name: '甲', ...fields });
const audits = async (action: string) =>
  db().selectFrom('audit_entries').selectAll().where('action', '=', action).execute();

describe('list', () => {
  test('everybody is named; phone and e-mail only of own classes', async () => {
    const { teacher, own, taught, foreign } = await school();
    await makeStudent({ account: '002', name: '乙', classroom_id: own.id, phone: '111111', email: 'b@x.cn' });
    await makeStudent({ account: '001', name: '甲', classroom_id: own.id, phone: '222222' });
    await makeStudent({ account: '003', name: '丙', classroom_id: taught.id, phone: '333333' });
    await makeStudent({ account: '004', name: '丁', classroom_id: foreign.id, phone: '444444', email: 'd@x.cn' });
    const page = await listStudents(teacher, all);
    expect(page.totalCount).toBe(4);
    const seen = Object.fromEntries(page.rows.map((row) => [row.account, [row.phone, row.email, row.canChange]]));
    expect(seen).toEqual({
      '001': ['222222', '', true],
      '002': ['111111', 'b@x.cn', true],
      '003': ['333333', '', true],
      '004': ['', '', false],
    });
    expect(await countStudentsByScope(teacher)).toEqual({ mine: 3, all: 4 });
  });

  test('by class, name, number and scope; 15 a page; a page past the end is empty', async () => {
    const { teacher, own, foreign } = await school();
    for (let number = 1; number <= 17; number += 1) {
      await makeStudent({
        account: `A${String(number).padStart(3, '0')}`,
        name: `学生_${number}`,
        classroom_id: own.id,
      });
    }
    await makeStudent({ account: 'B001', name: '学生X', classroom_id: foreign.id });
    const find = async (filter: Partial<typeof all>) => {
      const page = await listStudents(teacher, { ...all, ...filter });
      return [page.totalCount, page.rows.length, page.rows[0]?.account];
    };
    expect(await find({ classId: own.id })).toEqual([17, 15, 'A001']);
    expect(await find({ classId: own.id, currentPage: 2 })).toEqual([17, 2, 'A016']);
    expect(await find({ currentPage: 9 })).toEqual([18, 0, undefined]);
    expect(await find({ keyword: 'a01' })).toEqual([8, 8, 'A010']);
    expect(await find({ keyword: '学生_' })).toEqual([17, 15, 'A001']);
    expect(await find({ keyword: '%' })).toEqual([0, 0, undefined]);
    expect(await find({ scope: 'mine' })).toEqual([17, 15, 'A001']);
  });
});

describe('add', () => {
  test('with a password that must be changed, and an audit entry', async () => {
    const { teacher, own } = await school();
    const { student, issued } = await addStudent(
      teacher,
      input({ account: '００12', name: '欧阳晓雨', classId: own.id }),
      NOW,
    );
    expect(student).toMatchObject({ account: '0012', className: '旅游2601班', mustChangePassword: true });
    const row = await findUserById(student.id);
    expect(await verifyPassword(row?.password_hash, issued.password)).toBe(true);
    expect(issued.password).toMatch(/^[2-9A-HJ-NP-Z]{10}$/);
    expect(await audits('student.add')).toHaveLength(1);
  });

  test('the same form twice adds one student and shows the same password', async () => {
    const { teacher, own } = await school();
    const form = input({ account: '0012', classId: own.id, requestId: 'r1' });
    const [first, second] = [await addStudent(teacher, form, NOW), await addStudent(teacher, form, NOW)];
    expect(second).toEqual(first);
    expect((await listStudents(teacher, all)).totalCount).toBe(1);
  });

  test.each([
    ['a number in use', { account: 'TAKEN' }, 'conflict'],
    ['a class of others', { foreignClass: true }, 'forbidden'],
    ['a class that is gone', { classId: 999999 }, 'not_found'],
  ])('%s is refused', async (_name, change, code) => {
    const { teacher, own, foreign } = await school();
    await makeStudent({ account: 'taken', classroom_id: own.id });
    const classId = 'foreignClass' in change ? foreign.id : own.id;
    await expect(addStudent(teacher, input({ account: '1', classId, ...change }), NOW)).rejects.toMatchObject({ code });
    expect(await audits('student.add')).toHaveLength(0);
  });

  test('a student may not', async () => {
    const { own } = await school();
    const student = actorOf(await makeStudent({ classroom_id: own.id }));
    await expect(addStudent(student, input({ account: '1', classId: own.id }), NOW)).rejects.toMatchObject({
      code: 'forbidden',
    });
  });
});

describe('edit', () => {
  test('every field, the class and the consent', async () => {
    const { teacher, own, taught } = await school();
    const row = await makeStudent({ account: '001', classroom_id: own.id });
    const edited = await editStudent(
      teacher,
      editStudentSchema.parse({
        id: row.id,
        account: '0001',
        name: '乙',
        gender: '女',
        phone: '13800000000',
        email: 'a@b.cn',
        classId: taught.id,
        consent: '1',
      }),
      NOW,
    );
    expect(edited).toMatchObject({ account: '0001', name: '乙', gender: '女', className: '旅游2602班', consent: true });
    const [audit] = await audits('student.edit');
    expect(audit?.detail).not.toContain('13800000000');
    expect(JSON.parse(audit?.detail ?? '{}')).toMatchObject({ was: { account: '001' }, is: { account: '0001' } });
  });

  test('not into a class of others, not to a number in use, not somebody else’s student', async () => {
    const { teacher, other, own, foreign } = await school();
    const row = await makeStudent({ account: '001', classroom_id: own.id });
    const theirs = await makeStudent({ account: '002', classroom_id: foreign.id });
    const edit = (actor: typeof teacher, fields: Record<string, unknown>) =>
      editStudent(
        actor,
        editStudentSchema.parse({ id: row.id, account: '001', name: '甲', classId: own.id, ...fields }),
        NOW,
      );
    await expect(edit(teacher, { classId: foreign.id })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(edit(teacher, { account: '002' })).rejects.toMatchObject({
      code: 'conflict',
      fields: { account: expect.stringContaining('002') as string },
    });
    await expect(edit(teacher, { id: theirs.id, account: '002' })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(edit(other, {})).rejects.toMatchObject({ code: 'forbidden' });
    await expect(edit(teacher, { id: 999999 })).rejects.toMatchObject({ code: 'not_found' });
    expect(await getStudent(teacher, row.id)).toMatchObject({ account: '001', classId: own.id });
  });
});

test('the other teachers of a class hear who was taken out of it, in one message, and by whom', async () => {
  const { teacher, other, own, taught } = await school();
  const shared = { classroom_id: own.id, teacher_id: other.id };
  await db()
    .insertInto('classroom_teachers')
    .values(shared)
    .onConflict((on) => on.doNothing())
    .execute();
  const rows = [
    await makeStudent({ account: '001', name: '甲', classroom_id: own.id }),
    await makeStudent({ account: '002', name: '乙', classroom_id: own.id }),
  ];
  const told = async (who: { id: number }) =>
    (await db().selectFrom('messages').select(['title', 'body']).where('user_id', '=', who.id).execute()).map(
      ({ title, body }) => `${title}｜${body}`,
    );
  await moveStudents(teacher, { ids: rows.map(({ id }) => id), classId: taught.id }, NOW);
  expect(await told(other)).toEqual([
    `「${own.name}」有 2 名学生转班｜${teacher.name}（${teacher.account}）把甲（001）、乙（002）转到了「${taught.name}」。`,
  ]);
  const back = { id: rows[0]?.id ?? 0, classId: own.id };
  await editStudent(teacher, back, NOW + 1);
  await editStudent(teacher, { ...back, classId: taught.id }, NOW + 2);
  // Of the other class, which both teach as well, too.
  expect((await told(other)).slice(1)).toEqual([
    expect.stringContaining(`把甲（001）转到了「${own.name}」`),
    expect.stringContaining(`把甲（001）转到了「${taught.name}」`),
  ]);
  expect(await told(teacher)).toEqual([]);
});

describe('delete', () => {
  test('ends the account, keeps the attempts, frees the number, and is harmless twice', async () => {
    const { teacher, own } = await school();
    const row = await makeStudent({ account: '001', classroom_id: own.id });
    const exam = await makeExam({
      owner: teacher,
      classrooms: [own],
      oral: await makeOralQuestion({ owner: teacher }),
    });
    await makeAttempt({ exam, student: row, part: 'oral' });
    expect(await countSitting([row.id])).toBe(1);
    expect(await deleteStudents(teacher, { ids: [row.id] }, NOW)).toBe(1);
    expect(await deleteStudents(teacher, { ids: [row.id] }, NOW)).toBe(0);
    expect(await findUserById(row.id)).toBeUndefined();
    expect(await findUserByAccount('001')).toBeUndefined();
    expect(await db().selectFrom('attempts').selectAll().execute()).toHaveLength(1);
    const gone = await db().selectFrom('users').selectAll().where('id', '=', row.id).executeTakeFirstOrThrow();
    expect(gone.session_version).toBe(row.session_version + 1);
    await addStudent(teacher, input({ account: '001', classId: own.id }), NOW);
    expect(await audits('student.delete')).toHaveLength(1);
  });

  test('all or none: one of another class keeps everybody', async () => {
    const { teacher, own, foreign } = await school();
    const rows = [await makeStudent({ classroom_id: own.id }), await makeStudent({ classroom_id: foreign.id })];
    await expect(deleteStudents(teacher, { ids: rows.map(({ id }) => id) }, NOW)).rejects.toMatchObject({
      code: 'forbidden',
    });
    expect((await listStudents(teacher, all)).totalCount).toBe(2);
    await expect(deleteStudents(teacher, { ids: [999999] }, NOW)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('a teacher’s account is no student', async () => {
    const { teacher, other } = await school();
    await expect(deleteStudents(teacher, { ids: [other.id] }, NOW)).rejects.toMatchObject({ code: 'not_found' });
    await expect(resetPasswords(teacher, { ids: [other.id], requestId: '' }, NOW)).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

describe('reset', () => {
  test('one-time passwords, sessions ended, the same answer to the same form', async () => {
    const { teacher, own } = await school();
    const rows = [await makeStudent({ classroom_id: own.id }), await makeStudent({ classroom_id: own.id })];
    const form = { ids: rows.map(({ id }) => id), requestId: 'r' };
    const first = await resetPasswords(teacher, form, NOW);
    expect(await resetPasswords(teacher, form, NOW)).toEqual(first);
    expect(new Set(first.map(({ password }) => password)).size).toBe(2);
    for (const [index, row] of rows.entries()) {
      const after = await findUserById(row.id);
      const issued = first.find(({ id }) => id === row.id);
      expect(after).toMatchObject({ session_version: row.session_version + 1, must_change_password: 1 });
      expect(await verifyPassword(after?.password_hash, issued?.password ?? '')).toBe(true);
      expect(index).toBeLessThan(2);
    }
    const again = await resetPasswords(teacher, { ...form, requestId: 'another' }, NOW);
    expect(again[0]?.password).not.toBe(first[0]?.password);
    const stored = JSON.stringify(await db().selectFrom('idempotency_keys').selectAll().execute());
    for (const { password } of [...first, ...again]) expect(stored).not.toContain(password);
    expect(await audits('student.reset_password')).toHaveLength(4);
  });

  test('the same form later shows no password that opens nothing any more', async () => {
    const { teacher, own } = await school();
    const stays = await makeStudent({ classroom_id: own.id });
    const again = await makeStudent({ classroom_id: own.id });
    const changes = await makeStudent({ classroom_id: own.id });
    const form = { ids: [stays.id, again.id, changes.id], requestId: 'tab A' };
    const first = await resetPasswords(teacher, form, NOW);
    const [later] = await resetPasswords(teacher, { ids: [again.id], requestId: 'tab B' }, NOW);
    await db()
      .updateTable('users')
      .set({ password_hash: await hashPassword('My own word 9'), must_change_password: 0 })
      .where('id', '=', changes.id)
      .execute();
    const reloaded = new Map((await resetPasswords(teacher, form, NOW)).map((one) => [one.id, one]));
    expect(reloaded.get(stays.id)).toEqual(first.find(({ id }) => id === stays.id));
    expect(reloaded.get(again.id)).toMatchObject({ password: '', standing: 'replaced' });
    expect(reloaded.get(changes.id)).toMatchObject({ password: '', standing: 'changed' });
    expect(await resetPasswords(teacher, { ids: [again.id], requestId: 'tab B' }, NOW)).toEqual([later]);
  });

  test('nor does the form that added a student', async () => {
    const { teacher, own } = await school();
    const form = input({ account: '0013', classId: own.id, requestId: 'added' });
    const { student, issued } = await addStudent(teacher, form, NOW);
    expect((await addStudent(teacher, form, NOW)).issued).toEqual(issued);
    await resetPasswords(teacher, { ids: [student.id], requestId: 'later' }, NOW);
    expect((await addStudent(teacher, form, NOW)).issued).toMatchObject({ password: '', standing: 'replaced' });
  });

  test('not by another teacher', async () => {
    const { other, own } = await school();
    const row = await makeStudent({ classroom_id: own.id });
    await expect(resetPasswords(other, { ids: [row.id], requestId: '' }, NOW)).rejects.toMatchObject({
      code: 'forbidden',
    });
  });
});

describe('export', () => {
  const wanted = (fields: Record<string, unknown> = {}) => exportStudentsSchema.parse(fields);

  test('read back: zeros, formula-like names, long names; only own classes', async () => {
    const { teacher, own, foreign } = await school();
    await makeStudent({
      account: '000123',
      name: '=HYPERLINK("http://x","y")',
      classroom_id: own.id,
      phone: '+8613800000000',
      gender: '男',
      has_consent: 1,
    });
    await makeStudent({ account: '000124', name: '阿'.repeat(40), classroom_id: own.id });
    await makeStudent({ account: '9', classroom_id: foreign.id });
    expect(await readSheet(await exportStudents(teacher, wanted(), NOW))).toEqual([
      ['学号', '姓名', '班级', '性别', '手机号', '邮箱', '监护人同意'],
      ['000123', '=HYPERLINK("http://x","y")', '旅游2601班', '男', '+8613800000000', null, '是'],
      ['000124', '阿'.repeat(40), '旅游2601班', null, null, null, '否'],
    ]);
    expect(JSON.parse((await audits('student.export'))[0]?.detail ?? '{}')).toMatchObject({ count: 2 });
  });

  test('by filter and by choice', async () => {
    const { teacher, own, taught, foreign } = await school();
    const row = await makeStudent({ account: '1', name: '甲', classroom_id: own.id });
    await makeStudent({ account: '2', name: '乙', classroom_id: taught.id });
    const theirs = await makeStudent({ account: '3', name: '丙', classroom_id: foreign.id });
    const accounts = async (fields: Record<string, unknown>) =>
      (await readSheet(await exportStudents(teacher, wanted(fields), NOW))).slice(1).map(([account]) => account);
    expect(await accounts({ keyword: '乙' })).toEqual(['2']);
    expect(await accounts({ classId: own.id })).toEqual(['1']);
    expect(await accounts({ ids: String(row.id) })).toEqual(['1']);
    await expect(accounts({ classId: foreign.id })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(accounts({ ids: [row.id, theirs.id] })).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('the template has the headings of the import and a guide', async () => {
    const template = await importTemplate();
    expect((await readSheet(template))[0]).toEqual([
      '学号',
      '姓名',
      '班级',
      '性别',
      '手机号',
      '邮箱',
      '监护人同意',
      '初始密码',
    ]);
    expect((await readSheet(template, 2))[0]).toEqual(['列', '是否必填', '怎么填']);
  });
});
