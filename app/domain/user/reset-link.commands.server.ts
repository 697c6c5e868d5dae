import type { z } from 'zod';
import { db, transaction } from '~/db/db.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { sendMail } from '~/domain/mail/send-mail.server';
import { sendMessages } from '~/domain/message/message.commands.server';
import { toSettings } from '~/lib/addresses/personal';
import { AppError, invalid, notFound } from '~/lib/errors';
import { formatMinute } from '~/lib/time';
import type { resetLinkSchema, setPasswordSchema } from './account-link.schema';
import { findOpenLink } from './account-link.queries.server';
import { COLLEAGUE_WAIT_MS } from './account-link.rules';
import { requestToken, revokeResetLinks, storeLink, takeLink } from './account-link.server';
import { endSessions } from '~/domain/actor/end-sessions.server';
import { hashPassword, passwordProblem } from './password.server';
import { forgetFailuresOf } from './sign-in.commands.server';
import { getSchool } from '~/domain/school/school.queries.server';
import { findUserById, type UserRow } from './user.queries.server';
import { isTeacher, type Actor } from '~/domain/actor/actor.rules';

/** The sentence for a link that cannot be used, whatever the reason. */
export const DEAD_RESET_LINK = '这个链接已经用过或过期了，请重新申请。';

/**
 * Makes the link by which a colleague who forgot the password sets a new one. An administrator's works at once and ends
 * every session of the account; a teacher's waits a day, in which the owner, who is told by message and mail, can stop
 * it. An administrator's password is an administrator's to reset: it gives all that the account may do.
 * @returns its token, shown this once
 */
export async function makeResetLink(
  actor: Actor,
  input: z.infer<typeof resetLinkSchema>,
  now: number,
): Promise<{ token: string; name: string; account: string; usableAt: number; warn: () => Promise<void> }> {
  if (!isTeacher(actor)) throw new AppError('forbidden', '只有教师可以为同事生成链接。');
  if (input.userId === actor.id) throw new AppError('invalid', '自己的密码请在“账号设置”里修改。');
  const token = requestToken('reset', input.requestId && `${actor.id}:${input.userId}:${input.requestId}`);
  const waitMs = actor.isAdmin ? 0 : COLLEAGUE_WAIT_MS;
  const { timeZone } = await getSchool();
  const { owner, usableAt, isNew } = await transaction(async () => {
    const user = await findUserById(input.userId);
    if (!user || !isTeacher({ userType: user.user_type })) throw notFound('教师');
    if (user.is_disabled === 1) throw new AppError('conflict', `${user.name}的账号已停用，请先由管理员启用。`);
    if (user.is_admin === 1 && !actor.isAdmin) {
      throw new AppError('forbidden', '管理员的密码只能由另一位管理员重置；没有别的管理员时请联系照看服务器的人。');
    }
    const known = await findOpenLink('reset', token, now);
    if (known) return { owner: user, usableAt: known.usableAt, isNew: false };
    if (!actor.isAdmin) await assertFewLinks(actor, user, now);
    await revokeResetLinks(user.id, now);
    const id = await storeLink({ kind: 'reset', token, userId: user.id, note: '', createdBy: actor.id, waitMs }, now);
    const made = { owner: user, usableAt: waitMs === 0 ? 0 : now + waitMs, isNew: id !== null };
    if (id === null) return made;
    if (actor.isAdmin) await endSessions([user.id], now);
    await recordAudit(actor, { action: 'user.make_reset_link', entity: 'user', entityId: user.id }, now);
    await sendMessages(
      [user.id],
      {
        kind: 'password',
        title: `${actor.name}（${actor.account}）为您的账号生成了重置密码的链接`,
        body: actor.isAdmin
          ? '链接 24 小时内可用一次；您的所有登录已退出。如果不是您请对方生成的，请马上修改密码。'
          : `链接到 ${formatMinute(made.usableAt, timeZone)} 才能用。如果不是您请对方生成的，请在“账号设置”里停止它，并告诉管理员。`,
        link: toSettings(),
      },
      now,
    );
    return made;
  });
  const warn = async () => {
    if (isNew && usableAt > 0) await warnByMail(actor, owner, usableAt, now);
  };
  return { token, name: owner.name, account: owner.account, usableAt, warn };
}

const DAY_MS = 24 * 60 * 60_000;
/** Of one teacher for one colleague in a day: each of them is a message and a mail. */
const LINKS_PER_DAY = 3;

async function assertFewLinks(actor: Actor, user: UserRow, now: number): Promise<void> {
  const { made } = await db()
    .selectFrom('account_links')
    .select(({ fn }) => fn.countAll<number>().as('made'))
    .where('kind', '=', 'reset')
    .where('created_by', '=', actor.id)
    .where('user_id', '=', user.id)
    .where('created_at', '>', now - DAY_MS)
    .executeTakeFirstOrThrow();
  if (Number(made) < LINKS_PER_DAY) return;
  throw new AppError(
    'conflict',
    `一天内已经为${user.name}生成过 ${LINKS_PER_DAY} 次重置链接，请明天再试，或请管理员生成。`,
  );
}

/** Whoever does not sign in for a day hears of it by mail. */
async function warnByMail(actor: Actor, owner: UserRow, usableAt: number, now: number): Promise<void> {
  if (owner.email === '') return;
  const school = await getSchool();
  const text = [
    `${owner.name}老师，您好：`,
    '',
    `${actor.name}（${actor.account}）在考评（${school.name}）为您的账号 ${owner.account} 生成了重置密码的链接，到 ${formatMinute(usableAt, school.timeZone)} 才能用。`,
    '如果不是您请对方生成的，请在那以前登录，在“账号设置”里停止它，并告诉管理员。',
  ];
  await sendMail(
    { to: owner.email, subject: `${school.name}：有人要重置您的密码`, text: text.join('\n') },
    school.name,
    now,
  );
}

/** Stops the links to set one's own password that others made; how many there were. Twice is harmless. */
export async function stopResetLinks(actor: Actor, now: number): Promise<number> {
  return transaction(async () => {
    const stopped = await revokeResetLinks(actor.id, now);
    if (stopped > 0) {
      await recordAudit(actor, { action: 'user.stop_reset_link', entity: 'user', entityId: actor.id }, now);
    }
    return stopped;
  });
}

/** Sets the password of the link's account; every session ends, the link is used up, other links end too. */
export async function setPasswordByLink(
  input: z.infer<typeof setPasswordSchema>,
  address: string,
  now: number,
): Promise<{ account: string }> {
  const open = await findOpenLink('reset', input.token, now);
  if (!open || open.usableAt > now) throw new AppError('conflict', DEAD_RESET_LINK);
  const problem = passwordProblem(input.password, open.account);
  if (problem) throw invalid({ password: problem });
  const passwordHash = await hashPassword(input.password);
  return transaction(async () => {
    const link = await takeLink('reset', input.token, now);
    const user = link?.user_id ? await findUserById(link.user_id) : undefined;
    if (!link || !user || user.is_disabled === 1) throw new AppError('conflict', DEAD_RESET_LINK);
    await db()
      .updateTable('users')
      .set({ password_hash: passwordHash, must_change_password: 0, updated_at: now })
      .where('id', '=', user.id)
      .execute();
    await endSessions([user.id], now);
    await db().updateTable('account_links').set({ used_by: user.id }).where('id', '=', link.id).execute();
    await revokeResetLinks(user.id, now);
    await forgetFailuresOf(user.account);
    const entry = {
      action: 'user.reset_password',
      entity: 'user',
      entityId: user.id,
      detail: { by: 'link', address },
    } as const;
    await recordAudit(null, entry, now);
    await sendMessages(
      [user.id],
      {
        kind: 'password',
        title: '您的密码已通过链接重新设置',
        body: '之前的登录都已退出。如果不是您本人设置的，请马上告诉管理员。',
        link: toSettings(),
      },
      now,
    );
    return { account: user.account };
  });
}
