import { db } from '~/db/db.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { sendMail } from '~/domain/mail/send-mail.server';
import { sendMessages } from '~/domain/message/message.commands.server';
import { toSettings } from '~/lib/addresses/personal';
import { invalid, notFound } from '~/lib/errors';
import { formatMinute } from '~/lib/time';
import { COLLEAGUE_WAIT_MS } from './account-link.rules';
import { verifyPassword } from './password.server';
import { getSchool } from '~/domain/school/school.queries.server';
import { forgetPasswordTries, takePasswordTry } from './sign-in.commands.server';
import { findUserById, type UserRow } from './user.queries.server';
import type { Actor } from '~/domain/actor/actor.rules';

/** The address for mail is about to change: the account as it was, and the address that comes ('' for none). */
type EmailChange = { user: UserRow; email: string };

/**
 * Whether the own address for mail changes; whoever only found a session open cannot do so, as a forgotten password is
 * set anew by it.
 * @throws AppError invalid without the account's password, too_many after too many wrong tries at it
 */
export async function checkEmailChange(
  actor: Actor,
  email: string | undefined,
  currentPassword: string,
  now: number,
): Promise<EmailChange | null> {
  if (email === undefined) return null;
  const user = await findUserById(actor.id);
  if (!user) throw notFound('账号');
  if (email === user.email) return null;
  if (currentPassword === '') throw invalid({ currentPassword: '修改邮箱要填写当前密码' });
  await takePasswordTry(actor.id, now);
  if (!(await verifyPassword(user.password_hash, currentPassword))) {
    throw invalid({ currentPassword: '当前密码不正确' });
  }
  await forgetPasswordTries(actor.id);
  return { user, email };
}

/** Notes the change and tells its owner among the messages; call it inside the transaction that changes it. */
export async function tellOfEmailChange(actor: Actor, { user, email }: EmailChange, now: number): Promise<void> {
  await recordAudit(actor, { action: 'user.change_email', entity: 'user', entityId: user.id }, now);
  const done = email === '' ? '删除' : user.email === '' ? '填写' : '修改';
  await sendMessages(
    [user.id],
    {
      kind: 'password',
      title: `邮箱已${done}`,
      body: '如果不是本人做的，请马上修改密码，并告诉管理员。',
      link: toSettings(),
    },
    now,
  );
}

/** Tells the address that no longer counts: whoever took the account over does not read it. */
export async function mailFormerAddress({ user }: EmailChange, now: number): Promise<void> {
  if (user.email === '') return;
  const school = await getSchool();
  const text = [
    `${user.name}：`,
    '',
    `考评（${school.name}）账号 ${user.account} 的邮箱在 ${formatMinute(now, school.timeZone)} 改过，不再是这个地址。`,
    '如果不是本人做的，请马上登录修改密码，并告诉管理员。',
  ];
  await sendMail({ to: user.email, subject: `${school.name}：邮箱已修改`, text: text.join('\n') }, school.name, now);
}

/** How long a link waits that is mailed to the account's address: a day for one that came within the last day. */
export async function mailedLinkWait(userId: number, now: number): Promise<number> {
  const recent = await db()
    .selectFrom('audit_entries')
    .select('id')
    .where('entity', '=', 'user')
    .where('entity_id', '=', String(userId))
    .where('action', '=', 'user.change_email')
    .where('at', '>', now - COLLEAGUE_WAIT_MS)
    .limit(1)
    .executeTakeFirst();
  return recent ? COLLEAGUE_WAIT_MS : 0;
}
