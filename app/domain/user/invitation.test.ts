import { expect, it } from 'vitest';
import { db } from '~/db/db.server';
import { countUnread } from '~/domain/message/message.queries.server';
import { actorOf, makeStudent, makeTeacher } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { LINK_MS } from './account-link.rules';
import { registerFormSchema, registerSchema } from './account-link.schema';
import { findOpenLink, listOpenInvitations } from './account-link.queries.server';
import { inviteColleague, registerByInvitation, revokeInvitation } from './invitation.commands.server';
import { signIn } from './sign-in.commands.server';

useDatabase();

const NOW = Date.UTC(2026, 10, 21, 1);
const DEAD = { code: 'conflict', message: expect.stringContaining('邀请链接') as string };
const register = (token: string, account: string, now = NOW + 1) =>
  registerByInvitation({ token, account, name: '王芳', password: 'spring rain 26' }, '10.0.0.1', now);

it('makes a teacher of whoever opens the link, once, and tells who invited', async () => {
  const teacher = actorOf(await makeTeacher());
  const token = await inviteColleague(teacher, { note: '英语组', requestId: 'a' }, NOW);
  expect(await listOpenInvitations(teacher, NOW)).toMatchObject([{ note: '英语组', canRevoke: true }]);
  const user = await register(token, 'wangfang');
  expect(user).toMatchObject({ user_type: 1, is_admin: 0, must_change_password: 0, name: '王芳' });
  await expect(signIn({ account: 'WangFang', password: 'spring rain 26' }, '', NOW)).resolves.toMatchObject({
    id: user.id,
  });
  expect(await countUnread(teacher.id)).toBe(1);
  expect(await listOpenInvitations(teacher, NOW)).toEqual([]);
  await expect(register(token, 'another')).rejects.toMatchObject(DEAD);
});

it('lets one of two in who register by the same link at once', async () => {
  const teacher = actorOf(await makeTeacher());
  const token = await inviteColleague(teacher, { note: '', requestId: '' }, NOW);
  const done = await Promise.allSettled([register(token, 'first-1'), register(token, 'second-2')]);
  expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const made = await db()
    .selectFrom('users')
    .select('id')
    .where('account_key', 'in', ['first-1', 'second-2'])
    .execute();
  expect(made).toHaveLength(1);
});

it('keeps the link when the account is taken', async () => {
  const teacher = await makeTeacher();
  const token = await inviteColleague(actorOf(teacher), { note: '', requestId: '' }, NOW);
  await expect(register(token, teacher.account.toUpperCase())).rejects.toMatchObject({
    code: 'conflict',
    fields: { account: expect.stringContaining('已有人使用') as string },
  });
  await expect(
    registerByInvitation({ token, account: 'wangfang', name: '王芳', password: '12345678' }, '', NOW),
  ).rejects.toMatchObject({ fields: { password: expect.stringContaining('太常见') as string } });
  await expect(register(token, 'wangfang')).resolves.toMatchObject({ account: 'wangfang' });
});

it.each(['周 敏', '周\u200b敏', '周敏', '周敏老师', '周敏（管理员）', '周敏 (管理员)'])(
  'lets nobody register under the name of a teacher, as %j',
  async (name) => {
    const teacher = await makeTeacher({ name: '周敏' });
    const token = await inviteColleague(actorOf(teacher), { note: '', requestId: '' }, NOW);
    const as = (typed: string) =>
      registerByInvitation({ token, account: 'zhoumin', name: typed, password: 'spring rain 26' }, '', NOW);
    await expect(as(name)).rejects.toMatchObject({ fields: { name: expect.stringContaining('已有同事') as string } });
    await expect(as('周敏（英语）')).resolves.toMatchObject({ name: '周敏（英语）' });
  },
);

it('ends after seven days, when taken back, and never was for a wrong token', async () => {
  const teacher = actorOf(await makeTeacher());
  const other = actorOf(await makeTeacher());
  const admin = actorOf(await makeTeacher({ is_admin: 1 }));
  const token = await inviteColleague(teacher, { note: '', requestId: 'a' }, NOW);
  await expect(register(token, 'late', NOW + LINK_MS.invite)).rejects.toMatchObject(DEAD);
  await expect(register('no-such-token', 'none')).rejects.toMatchObject(DEAD);
  const [open] = await listOpenInvitations(other, NOW);
  expect(open?.canRevoke).toBe(false);
  const id = open?.id ?? 0;
  await expect(revokeInvitation(other, { id }, NOW)).rejects.toMatchObject({ code: 'not_found' });
  await revokeInvitation(admin, { id }, NOW);
  await revokeInvitation(teacher, { id }, NOW);
  await expect(register(token, 'revoked')).rejects.toMatchObject(DEAD);
  expect(await findOpenLink('invite', token, NOW)).toBeNull();
});

it('shows the same link to the same request and stores only its hash', async () => {
  const teacher = actorOf(await makeTeacher());
  const first = await inviteColleague(teacher, { note: '', requestId: 'same' }, NOW);
  expect(await inviteColleague(teacher, { note: '', requestId: 'same' }, NOW)).toBe(first);
  expect(await inviteColleague(teacher, { note: '', requestId: 'other' }, NOW)).not.toBe(first);
  const rows = await db().selectFrom('account_links').selectAll().execute();
  expect(rows).toHaveLength(2);
  expect(JSON.stringify(rows)).not.toContain(first);
  // An invitation sets no password, and a link that sets one registers nobody.
  expect(await findOpenLink('reset', first, NOW)).toBeNull();
});

it('is a teacher’s to make', async () => {
  const student = actorOf(await makeStudent());
  await expect(inviteColleague(student, { note: '', requestId: '' }, NOW)).rejects.toMatchObject({ code: 'forbidden' });
});

it('says at its field what is wrong with a registration', () => {
  const input = { token: 't', account: '王芳', name: '', password: '', confirm: 'x' };
  const fields = registerFormSchema.safeParse(input).error?.flatten().fieldErrors;
  expect(fields).toMatchObject({ account: [expect.stringContaining('字母')], name: ['请填写姓名'] });
  expect(registerSchema.safeParse({ ...input, account: 'ｗ001', name: '王芳', password: 'p' }).data?.account).toBe(
    'w001',
  );
});
