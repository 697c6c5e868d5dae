import { describe, expect, it } from 'vitest';
import { db } from '~/db/db.server';
import { actorOf, makeTeacher } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { changePassword } from './account.commands.server';
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
