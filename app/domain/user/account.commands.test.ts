import { describe, expect, it } from 'vitest';
import { db } from '~/db/db.server';
import {
  actorOf,
  makeAttempt,
  makeClassroom,
  makeExam,
  makeOralQuestion,
  makeStudent,
  makeTeacher,
  PASSWORD,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { changePassword, updateProfile } from './account.commands.server';
import { mayPostponePasswordChange } from './account.queries.server';
import { passwordSchema } from './account.schema';
import { hashPassword, passwordProblem } from './password.server';
import { findUserById } from './user.queries.server';

useDatabase();

const NOW = Date.UTC(2026, 10, 21, 1);

describe('changing the password', () => {
  it('ends every session by raising the version, and only with the right old password', async () => {
    const teacher = await makeTeacher();
    await db()
      .updateTable('users')
      .set({ password_hash: await hashPassword('old password 1'), must_change_password: 1 })
      .where('id', '=', teacher.id)
      .execute();
    const change = (oldPassword: string, password: string) =>
      changePassword(actorOf(teacher), { oldPassword, password, confirm: password }, NOW);

    await expect(change('not it at all', 'brand new 77')).rejects.toMatchObject({
      fields: { oldPassword: '原密码不正确' },
    });
    await expect(change('old password 1', '12345678')).rejects.toMatchObject({
      fields: { password: expect.stringContaining('太常见') as string },
    });
    const before = await findUserById(teacher.id);
    const { sessionVersion } = await change('old password 1', 'brand new 77');
    const after = await findUserById(teacher.id);
    expect(sessionVersion).toBe((before?.session_version ?? 0) + 1);
    expect(after).toMatchObject({ session_version: sessionVersion, must_change_password: 0 });
  });

  it('waits after five wrong tries, as signing in does', async () => {
    const teacher = await makeTeacher();
    const change = (oldPassword: string, now: number) =>
      changePassword(actorOf(teacher), { oldPassword, password: 'brand new 77', confirm: 'brand new 77' }, now);
    const codes = await Promise.all(
      Array.from({ length: 12 }, () => change('not it', NOW).catch((error: { code: string }) => error.code)),
    );
    expect(codes.filter((code) => code === 'invalid')).toHaveLength(5);
    await expect(change(PASSWORD, NOW + 29_999)).rejects.toMatchObject({ code: 'too_many' });
    await expect(change(PASSWORD, NOW + 30_000)).resolves.toBeDefined();
  });

  it.each([
    ['short77', 's001', '至少 8'],
    ['x'.repeat(73), 's001', '最多 72'],
    ['student-001', 'Student-001', '与账号相同'],
    ['password', 's001', '太常见'],
    ['aaaaaaaaa', 's001', '太常见'],
  ])('refuses %s for %s', (password, account, reason) => {
    expect(passwordProblem(password, account)).toContain(reason);
  });

  it('takes a passphrase of Chinese characters', () => {
    expect(passwordProblem('春眠不觉晓处处闻', 's001')).toBeUndefined();
  });

  it('wants the new password twice', () => {
    const parsed = passwordSchema.safeParse({ oldPassword: 'a', password: 'brand new 77', confirm: 'brand new 78' });
    expect(parsed.error?.issues[0]).toMatchObject({ path: ['confirm'], message: '两次填写的新密码不一致' });
  });
});

describe('the own profile', () => {
  it('a pupil keeps the name that the teachers gave; a teacher’s old and new name stand in the audit', async () => {
    const [student, teacher] = [await makeStudent({ name: '林可欣' }), await makeTeacher({ name: '周敏' })];
    await expect(updateProfile(actorOf(student), { name: '周敏', phone: '13800000000' }, NOW)).rejects.toMatchObject({
      fields: { name: expect.stringContaining('班级老师') as string },
    });
    await updateProfile(actorOf(student), { name: '林可欣', phone: '13800000001' }, NOW);
    expect(await findUserById(student.id)).toMatchObject({ name: '林可欣', phone: '13800000001' });
    await updateProfile(actorOf(teacher), { name: '周敏华' }, NOW);
    const entry = await db()
      .selectFrom('audit_entries')
      .select('detail')
      .where('entity_id', '=', String(teacher.id))
      .executeTakeFirstOrThrow();
    expect(JSON.parse(entry.detail)).toMatchObject({ was: { name: '周敏' }, is: { name: '周敏华' } });
  });

  it('a teacher takes no name that a colleague has now, however it is spaced', async () => {
    await makeTeacher({ name: '系统管理员' });
    await makeTeacher({ name: '王芳', is_disabled: 1 });
    const teacher = actorOf(await makeTeacher({ name: '周敏' }));
    for (const name of ['系统管理员', '系统 管理员']) {
      await expect(updateProfile(teacher, { name }, NOW)).rejects.toMatchObject({
        code: 'invalid',
        fields: { name: expect.stringContaining('已有同事叫这个名字') as string },
      });
    }
    await updateProfile(teacher, { name: '王芳' }, NOW);
    // Namesakes of before go on with theirs.
    const namesake = actorOf(await makeTeacher({ name: '王芳' }));
    await updateProfile(namesake, { name: '王芳', phone: '13800000002' }, NOW);
    expect(await findUserById(namesake.id)).toMatchObject({ name: '王芳', phone: '13800000002' });
  });
});

describe('a name that is an office', () => {
  const refusal = { code: 'invalid', fields: { name: expect.stringContaining('请写自己的姓名') as string } };

  it.each(['管理员', '管 理 员', '系统管理员', '林静（管理员）', '系统', '教务处', '校长'])(
    'a teacher cannot take %s',
    async (name) => {
      const teacher = actorOf(await makeTeacher({ name: '林静' }));
      await expect(updateProfile(teacher, { name }, NOW)).rejects.toMatchObject(refusal);
    },
  );

  it('an administrator keeps it, and who has a title beside the own name too', async () => {
    const admin = actorOf(await makeTeacher({ is_admin: 1, name: '陈曦' }));
    await updateProfile(admin, { name: '管理员' }, NOW);
    expect(await findUserById(admin.id)).toMatchObject({ name: '管理员' });
    const head = actorOf(await makeTeacher({ name: '王芳' }));
    await updateProfile(head, { name: '王芳校长' }, NOW);
    expect(await findUserById(head.id)).toMatchObject({ name: '王芳校长' });
  });
});

describe('a forced password change waits', () => {
  const MINUTE = 60_000;
  const setup = async () => {
    const teacher = await makeTeacher();
    const classroom = await makeClassroom({ teacher });
    const row = await makeStudent({ classroom_id: classroom.id });
    const student = actorOf(row);
    const waits = (now: number) => mayPostponePasswordChange(student, now);
    return { teacher, classroom, student, row, waits };
  };

  it('from 30 minutes before an exam until it has ended, extra minutes included', async () => {
    const { teacher, classroom, student, waits } = await setup();
    const times = { oral_begin_time: NOW, oral_end_time: NOW + 40 * MINUTE };
    const oral = await makeOralQuestion({ owner: teacher });
    const exam = await makeExam({ owner: teacher, classrooms: [classroom], oral, ...times });
    expect(await waits(NOW - 30 * MINUTE - 1)).toBe(false);
    expect(await waits(NOW - 30 * MINUTE)).toBe(true);
    expect(await waits(NOW + 40 * MINUTE)).toBe(false);
    const grant = { exam_id: exam.id, student_id: student.id, part: 'oral', extra_minutes: 10, attempts: 1 };
    await db().insertInto('exam_grants').values(grant).execute();
    expect(await waits(NOW + 50 * MINUTE - 1)).toBe(true);
    expect(await waits(NOW + 50 * MINUTE)).toBe(false);
  });

  it('of an exam that may be begun over days, only while it is sat', async () => {
    const { teacher, classroom, row, waits } = await setup();
    const oral = await makeOralQuestion({ owner: teacher });
    const times = { oral_begin_time: NOW, oral_end_time: NOW + 3 * 24 * 60 * MINUTE };
    const exam = await makeExam({ owner: teacher, classrooms: [classroom], oral, ...times });
    expect(await waits(NOW + MINUTE)).toBe(false);
    await makeAttempt({ exam, student: row, part: 'oral', now: NOW });
    expect(await waits(NOW + MINUTE)).toBe(true);
  });

  it('for who is to sit an exam again', async () => {
    const { teacher, classroom, student, waits } = await setup();
    const oral = await makeOralQuestion({ owner: teacher });
    const exam = await makeExam({
      owner: teacher,
      classrooms: [classroom],
      oral,
      status: 'closed',
      now: NOW - 999 * MINUTE,
    });
    await db()
      .insertInto('exam_resits')
      .values({
        exam_id: exam.id,
        student_id: student.id,
        part: 'oral',
        begins_at: NOW,
        ends_at: NOW + 20 * MINUTE,
        upload_ends_at: null,
        state: 'open',
        reason: '',
        granted_by: teacher.id,
        granted_at: NOW,
      })
      .execute();
    expect(await waits(NOW - 31 * MINUTE)).toBe(false);
    expect(await waits(NOW - 29 * MINUTE)).toBe(true);
    expect(await waits(NOW + 20 * MINUTE)).toBe(false);
  });
});
