import type { z } from 'zod';
import { db, transaction } from '~/db/db.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { findMailServer } from '~/domain/mail/mail-settings.server';
import { sendMail } from '~/domain/mail/send-mail.server';
import { sendMessages } from '~/domain/message/message.commands.server';
import { toStudents } from '~/lib/addresses/members';
import { toColleagues, toSettings } from '~/lib/addresses/personal';
import { isSameName } from '~/lib/names';
import { formatMinute } from '~/lib/time';
import { LINK_MS, linkUrl } from './account-link.rules';
import { requestToken, revokeResetLinks, storeLink } from './account-link.server';
import type { forgetSchema } from './account.schema';
import { listAdministratorIds } from '~/domain/actor/administrator.server';
import { mailedLinkWait } from './email.commands.server';
import { getSchool, type School } from '~/domain/school/school.queries.server';
import { throttleForget } from './sign-in.commands.server';
import { findUserByAccount, listTeacherIdsOfClassroom, type UserRow } from './user.queries.server';
import { isTeacher } from '~/domain/actor/actor.rules';
import { accountKey } from './account-key.rules';

export type ForgetInput = z.infer<typeof forgetSchema>;

const ASK_AGAIN_MS = 30 * 60_000;

/**
 * Takes a request of somebody who forgot the password. It answers the same, as fast, for every account: what is to
 * be done is left to `deal`, which runs after the answer has gone.
 * @throws AppError too_many while the address has asked too often
 */
export async function askForPassword(
  input: ForgetInput,
  address: string,
  now: number,
): Promise<{ deal: () => Promise<void> }> {
  await throttleForget(accountKey(input.account), address, now);
  return { deal: () => dealWithForgotten(input, address, now) };
}

/**
 * Tells a student's teachers; mails a teacher who has an address a one-time link, else tells the administrators. One
 * account asks at most once in half an hour; a name that does not fit does nothing.
 */
export async function dealWithForgotten(input: ForgetInput, address: string, now: number): Promise<void> {
  const user = await findUserByAccount(input.account);
  if (!user || user.is_disabled === 1 || !isSameName(user.name, input.name)) return;
  if (!isTeacher({ userType: user.user_type })) {
    await transaction(async () => {
      if (await mayAsk(user, address, now)) await tellTeachers(user, now);
    });
    return;
  }
  const school = await getSchool();
  if (user.email === '' || school.siteUrl === '' || !(await findMailServer())) {
    await transaction(async () => {
      if (await mayAsk(user, address, now)) await tellAdministrators(user, '', now);
    });
    return;
  }
  await mailResetLink(user, school, address, now);
}

async function mailResetLink(user: UserRow, school: School, address: string, now: number): Promise<void> {
  const token = requestToken('reset', '');
  const waitMs = await mailedLinkWait(user.id, now);
  const isFirst = await transaction(async () => {
    if (!(await mayAsk(user, address, now))) return false;
    await revokeResetLinks(user.id, now);
    await storeLink({ kind: 'reset', token, userId: user.id, note: '', createdBy: null, waitMs }, now);
    if (waitMs > 0) await tellOfWaitingLink(user, formatMinute(now + waitMs, school.timeZone), now);
    const entry = {
      action: 'user.make_reset_link',
      entity: 'user',
      entityId: user.id,
      detail: { by: 'mail' },
    } as const;
    await recordAudit(null, entry, now);
    return true;
  });
  if (!isFirst) return;
  const sent = await sendMail(resetMail(user, school, token, waitMs, now), school.name, now);
  if (sent.ok) return;
  await transaction(async () => {
    await revokeResetLinks(user.id, now);
    await tellAdministrators(user, '重置邮件没有发出，请在“学校设置”里检查邮件。', now);
  });
}

function resetMail(user: UserRow, school: School, token: string, waitMs: number, now: number) {
  const at = (time: number) => formatMinute(time, school.timeZone);
  const until = `${at(now + waitMs + LINK_MS.reset)} 前有效。`;
  return {
    to: user.email,
    subject: `${school.name}：重新设置密码`,
    text: [
      `${user.name}老师，您好：`,
      '',
      `有人在考评（${school.name}）申请了重新设置账号 ${user.account} 的密码。如果是您本人，请打开下面的链接设置新密码：`,
      '',
      linkUrl(school.siteUrl, 'reset', token),
      '',
      waitMs > 0
        ? `邮箱是一天之内改的，链接要到 ${at(now + waitMs)} 才能用；只能用一次，${until}着急时请找管理员生成。`
        : `链接只能用一次，${until}`,
      '如果不是您申请的，不用理会这封邮件，您的密码没有改变。',
    ].join('\n'),
  };
}

async function tellOfWaitingLink(user: UserRow, from: string, now: number): Promise<void> {
  await sendMessages(
    [user.id],
    {
      kind: 'password',
      title: '有人申请了重新设置您的密码',
      body: `邮箱是一天之内改的，寄出的链接到 ${from} 才能用。如果不是您申请的，请在“账号设置”里停止它，并告诉管理员。`,
      link: toSettings(),
    },
    now,
  );
}

/** Whether the account has not asked in the last half hour; notes that it asks now. Inside a transaction. */
async function mayAsk(user: UserRow, address: string, now: number): Promise<boolean> {
  // The account's row is held, so that of two requests at once the second sees the first.
  await db()
    .updateTable('users')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('id', '=', user.id)
    .execute();
  const recent = await db()
    .selectFrom('audit_entries')
    .select('id')
    .where('entity', '=', 'user')
    .where('entity_id', '=', String(user.id))
    .where('action', '=', 'user.forget_password')
    .where('at', '>', now - ASK_AGAIN_MS)
    .limit(1)
    .executeTakeFirst();
  if (recent) return false;
  const entry = { action: 'user.forget_password', entity: 'user', entityId: user.id, detail: { address } } as const;
  await recordAudit(null, entry, now);
  return true;
}

async function tellTeachers(user: UserRow, now: number): Promise<void> {
  const teachers = user.classroom_id === null ? [] : await listTeacherIdsOfClassroom(user.classroom_id);
  await sendMessages(
    teachers.length > 0 ? teachers : await listAdministratorIds(),
    {
      kind: 'password',
      title: `学生${user.name}（${user.account}）忘记了密码`,
      body: '请先确认是本人，再点“去处理”为其重置密码，并把一次性密码当面告诉本人。',
      link: toStudents({ tab: 'all', keyword: user.account, confirm: 'reset', ids: user.id }),
    },
    now,
  );
}

async function tellAdministrators(user: UserRow, problem: string, now: number): Promise<void> {
  const administrators = await listAdministratorIds();
  await sendMessages(
    administrators.filter((id) => id !== user.id),
    {
      kind: 'password',
      title: `教师${user.name}（${user.account}）忘记了密码`,
      body: `${problem}请先确认是本人，再点“去处理”为其生成一次性的重置链接，并当面或用其他可靠的方式交给本人。`,
      link: toColleagues({ keyword: user.account, confirm: 'reset', id: user.id }),
    },
    now,
  );
}
