import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { db } from '~/db/db.server';
import { findMailStatus, findMailView } from '~/domain/mail/mail-settings.server';
import { removeMailServer, saveMailServer, sendTestMail } from '~/domain/mail/mail.commands.server';
import { countUnread, listMessages } from '~/domain/message/message.queries.server';
import { resetEnv } from '~/lib/env.server';
import { actorOf, makeClassroom, makeStudent, makeTeacher, PASSWORD } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { startMailServer, type MailServer } from '~tests/support/smtp';
import { findOpenLink, findWaitingLink } from './account-link.queries.server';
import { updateProfile } from './account.commands.server';
import { askForPassword, dealWithForgotten } from './forget.commands.server';
import { setPasswordByLink, stopResetLinks } from './reset-link.commands.server';
import { putSchool } from '~/domain/school/store.commands.server';

useDatabase();

const NOW = Date.UTC(2026, 10, 21, 1);
const page = { currentPage: 1, pageSize: 15 };
const SITE = 'http://kaoping.school.lan';

let smtp: MailServer | null = null;
afterEach(async () => {
  await smtp?.stop();
  smtp = null;
  vi.restoreAllMocks();
});

async function mailedSchool(options: Parameters<typeof startMailServer>[0] = {}, password = 'mail-secret-1') {
  smtp = await startMailServer(options);
  const admin = actorOf(await makeTeacher({ is_admin: 1, name: '管理员' }));
  await putSchool({ name: '江州旅游学校', siteUrl: SITE });
  const user = 'kaoping@school.cn';
  const server = { host: '127.0.0.1', port: smtp.port, security: 'none' as const, user, password, sender: user };
  await saveMailServer(admin, server, NOW);
  return { admin, server };
}

const ask = (user: { account: string; name: string }, now = NOW) => dealWithForgotten(user, '10.0.0.1', now);

describe('a student', () => {
  it("tells the class's teachers once in half an hour, with a link that resets at one click", async () => {
    const teacher = await makeTeacher();
    const other = await makeTeacher();
    const classroom = await makeClassroom({ teacher });
    const student = await makeStudent({ classroom_id: classroom.id });
    await ask(student);
    await ask(student, NOW + 60_000);
    expect(await countUnread(teacher.id)).toBe(1);
    await ask(student, NOW + 31 * 60_000);
    expect(await countUnread(teacher.id)).toBe(2);
    expect(await countUnread(other.id)).toBe(0);
    const [message] = (await listMessages(actorOf(teacher), page)).rows;
    expect(message?.title).toContain(student.name);
    const link = new URL(message?.link ?? '', SITE);
    expect(link.pathname).toBe('/member/student/index');
    expect(Object.fromEntries(link.searchParams)).toMatchObject({ confirm: 'reset', ids: String(student.id) });
  });

  it('of a class without a teacher in use tells the administrators', async () => {
    const admin = await makeTeacher({ is_admin: 1 });
    const classroom = await makeClassroom({ teacher: await makeTeacher({ is_disabled: 1 }) });
    const student = await makeStudent({ classroom_id: classroom.id });
    await Promise.all([ask(student), ask(student)]);
    expect(await countUnread(admin.id)).toBe(1);
  });

  it('does nothing for an unknown account, a wrong name or a disabled account', async () => {
    const teacher = await makeTeacher();
    const classroom = await makeClassroom({ teacher });
    const student = await makeStudent({ classroom_id: classroom.id });
    const disabled = await makeStudent({ classroom_id: classroom.id, is_disabled: 1 });
    await ask({ account: student.account, name: '别的名字' });
    await ask({ account: 'nobody', name: student.name });
    await ask(disabled);
    expect(await countUnread(teacher.id)).toBe(0);
  });
});

describe('a teacher', () => {
  it('with an address gets a mail with a link that works; nobody else is told', async () => {
    const { admin } = await mailedSchool();
    const teacher = await makeTeacher({ name: '陆文', email: 'luwen@school.cn' });
    await ask(teacher);
    await ask(teacher, NOW + 1000);
    expect(smtp?.mails).toHaveLength(1);
    const [mail] = smtp?.mails ?? [];
    expect(mail).toMatchObject({ to: ['luwen@school.cn'], from: 'kaoping@school.cn' });
    expect(mail?.text).toContain('陆文老师');
    const [url = ''] = /http:\S+/.exec(mail?.text ?? '') ?? [];
    expect(url.startsWith(`${SITE}/forget?token=`)).toBe(true);
    const token = new URL(url).searchParams.get('token') ?? '';
    expect(await findOpenLink('reset', token, NOW)).toMatchObject({ account: teacher.account });
    expect(await countUnread(admin.id)).toBe(0);
    expect(await findMailStatus()).toMatchObject({ ok: true });
  });

  it('whose address is new is not lost to whoever found the session open: password, old address, a day', async () => {
    await mailedSchool();
    const teacher = await makeTeacher({ name: '陆文', email: 'luwen@school.cn' });
    const actor = actorOf(teacher);
    const change = (currentPassword?: string) =>
      updateProfile(actor, { email: 'evil@example.com', currentPassword }, NOW);
    await expect(change()).rejects.toMatchObject({ fields: { currentPassword: '修改邮箱要填写当前密码' } });
    await expect(change('not it')).rejects.toMatchObject({ fields: { currentPassword: '当前密码不正确' } });
    expect(await countUnread(teacher.id)).toBe(0);
    const { warn } = await change(PASSWORD);
    await warn();
    expect(smtp?.mails).toMatchObject([
      { to: ['luwen@school.cn'], text: expect.stringContaining('不再是这个地址') as string },
    ]);
    expect((await listMessages(actor, page)).rows[0]?.title).toBe('邮箱已修改');

    await ask(teacher, NOW + 1000);
    const mail = smtp?.mails[1];
    expect(mail).toMatchObject({ to: ['evil@example.com'], text: expect.stringContaining('才能用') as string });
    const token = new URL(/http:\S+/.exec(mail?.text ?? '')?.[0] ?? SITE).searchParams.get('token') ?? '';
    const set = (now: number) =>
      setPasswordByLink({ token, password: 'brand new 77', confirm: 'brand new 77' }, '', now);
    await expect(set(NOW + 2000)).rejects.toMatchObject({ code: 'conflict' });
    expect(await findWaitingLink(actor, NOW + 2000)).toMatchObject({ createdBy: '有人用“忘记密码”' });
    expect((await listMessages(actor, page)).rows[0]?.title).toBe('有人申请了重新设置您的密码');
    expect(await stopResetLinks(actor, NOW + 3000)).toBe(1);
    await expect(set(NOW + 25 * 3_600_000)).rejects.toMatchObject({ code: 'conflict' });
    await ask(teacher, NOW + 25 * 3_600_000);
    expect(smtp?.mails[2]?.text).not.toContain('才能用');
  });

  it('wrong tries at the password of a new address wait as those of a new password do', async () => {
    const actor = actorOf(await makeTeacher({ email: 'luwen@school.cn' }));
    const change = (currentPassword: string) => updateProfile(actor, { email: 'a@b.cn', currentPassword }, NOW);
    for (let count = 0; count < 5; count += 1) await expect(change('no')).rejects.toMatchObject({ code: 'invalid' });
    await expect(change(PASSWORD)).rejects.toMatchObject({ code: 'too_many' });
  });

  it('whose mail fails is not left alone: the administrators are told and the link is taken back', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { admin } = await mailedSchool({ refuses: true });
    const teacher = await makeTeacher({ email: 'luwen@school.cn' });
    await ask(teacher);
    expect(await countUnread(admin.id)).toBe(1);
    const links = await db().selectFrom('account_links').select('revoked_at').execute();
    expect(links.every((link) => link.revoked_at !== null)).toBe(true);
    expect(await findMailStatus()).toMatchObject({ ok: false, error: expect.stringContaining('拒绝') as string });
    const [line] = log.mock.calls.map(([text]) => String(text));
    expect(line).toContain('mail_failure');
    expect(line).not.toContain('luwen@school.cn');
  });

  it.each([
    ['without an address', '', SITE],
    ['of a school whose own address is not known', 'luwen@school.cn', ''],
  ])('%s: the administrators are told', async (_what, email, siteUrl) => {
    const { admin } = await mailedSchool();
    await putSchool({ siteUrl });
    const teacher = await makeTeacher({ email });
    await ask(teacher);
    expect(smtp?.mails).toEqual([]);
    const [message] = (await listMessages(admin, page)).rows;
    expect(message?.link).toContain(`confirm=reset&id=${teacher.id}`);
  });
});

describe('asking', () => {
  it('waits alike for an account that exists and one that does not', async () => {
    const student = await makeStudent();
    for (const account of [student.account, 'nobody-here']) {
      const one = () => askForPassword({ account, name: '某某' }, '', NOW);
      for (let count = 0; count < 5; count += 1) await expect(one()).resolves.toBeDefined();
      await expect(one()).rejects.toMatchObject({ code: 'too_many' });
      await expect(askForPassword({ account, name: '某某' }, '', NOW + 11 * 60_000)).resolves.toBeDefined();
    }
  });

  it('is open to the owner however often others asked for the account; an address may ask so often', async () => {
    const { account, name } = await makeStudent();
    const from = (address: string, asked = '某某') => askForPassword({ account, name: asked }, address, NOW);
    for (let count = 0; count < 120; count += 1) await expect(from('10.0.0.8')).resolves.toBeDefined();
    await expect(from('10.0.0.8')).rejects.toMatchObject({ code: 'too_many' });
    await expect(from('10.0.0.9', name)).resolves.toBeDefined();
  });
});

describe('the mail server', () => {
  beforeEach(() => vi.spyOn(console, 'error').mockImplementation(() => undefined));

  it('never shows its password, keeps it for the same server and user, and forgets it for another', async () => {
    const { admin, server } = await mailedSchool();
    expect(JSON.stringify(await findMailView())).not.toContain(server.password);
    const rows = await db().selectFrom('settings').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(server.password);
    const audit = await db().selectFrom('audit_entries').select('detail').execute();
    expect(JSON.stringify(audit)).not.toContain(server.password);
    await saveMailServer(admin, { ...server, password: '', sender: 'it@school.cn' }, NOW);
    await sendTestMail(admin, { to: 'me@school.cn' }, NOW);
    expect(smtp?.mails).toMatchObject([{ to: ['me@school.cn'], from: 'it@school.cn' }]);
    const other = saveMailServer(admin, { ...server, password: '', host: 'evil.example' }, NOW);
    await expect(other).rejects.toMatchObject({ fields: { password: expect.any(String) as string } });
    await removeMailServer(admin, NOW);
    expect(await findMailView()).toBeNull();
  });

  it('says what is wrong with a test mail', async () => {
    const { admin } = await mailedSchool({}, 'wrong-password');
    const test = () => sendTestMail(admin, { to: 'me@school.cn' }, NOW);
    await expect(test()).rejects.toMatchObject({ fields: { to: expect.stringContaining('用户名或密码') as string } });
    await smtp?.stop();
    await expect(test()).rejects.toMatchObject({ fields: { to: expect.stringContaining('连不上') as string } });
    const teacher = actorOf(await makeTeacher());
    await expect(sendTestMail(teacher, { to: 'a@b.cn' }, NOW)).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('can come from the environment, which then decides', async () => {
    const { admin, server } = await mailedSchool();
    process.env.SMTP_URL = `smtp://kaoping%40school.cn:mail-secret-1@127.0.0.1:${server.port}?security=none&from=env@school.cn`;
    resetEnv();
    try {
      expect(await findMailView()).toMatchObject({
        isFromEnvironment: true,
        sender: 'env@school.cn',
        security: 'none',
      });
      await expect(saveMailServer(admin, server, NOW)).rejects.toMatchObject({ code: 'conflict' });
      await sendTestMail(admin, { to: 'me@school.cn' }, NOW);
      expect(smtp?.mails[0]?.from).toBe('env@school.cn');
    } finally {
      delete process.env.SMTP_URL;
      resetEnv();
    }
  });
});
