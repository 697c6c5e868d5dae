import type { z } from 'zod';
import { db, transaction } from '~/db/db.server';
import { findOnce, once } from '~/db/once.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { sendMessages } from '~/domain/message/message.commands.server';
import { toColleagues } from '~/lib/addresses/personal';
import { AppError, invalid, notFound } from '~/lib/errors';
import { MAX_OPEN_INVITATIONS } from './account-link.rules';
import type { inviteSchema, registerSchema } from './account-link.schema';
import { findOpenLink } from './account-link.queries.server';
import { requestToken, storeLink, takeLink, tokenHash } from './account-link.server';
import { hashPassword, passwordProblem } from './password.server';
import { assertOwnName, findUserById, type UserRow } from './user.queries.server';
import { TEACHER, isTeacher, type Actor } from '~/domain/actor/actor.rules';
import { accountKey } from './account-key.rules';

type Registration = Omit<z.infer<typeof registerSchema>, 'requestId'> & { requestId?: string };

/** The sentence for a link that cannot be used, whatever the reason. */
export const DEAD_INVITATION = '这个邀请链接已经用过、已被撤销或过期，请联系邀请您的同事重新生成。';

/** Makes a one-time link by which a colleague registers. @returns its token, shown this once */
export async function inviteColleague(actor: Actor, input: z.infer<typeof inviteSchema>, now: number): Promise<string> {
  if (!isTeacher(actor)) throw new AppError('forbidden', '只有教师可以邀请同事。');
  const token = requestToken('invite', input.requestId && `${actor.id}:${input.requestId}`);
  await transaction(async () => {
    const { open } = await db()
      .selectFrom('account_links')
      .select(({ fn }) => fn.countAll<number>().as('open'))
      .where('kind', '=', 'invite')
      .where('created_by', '=', actor.id)
      .where('used_at', 'is', null)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .executeTakeFirstOrThrow();
    if (Number(open) >= MAX_OPEN_INVITATIONS) {
      throw new AppError('conflict', `您已有 ${MAX_OPEN_INVITATIONS} 个还没用的邀请，请先撤销一些。`);
    }
    const link = { kind: 'invite' as const, token, userId: null, note: input.note, createdBy: actor.id };
    const id = await storeLink(link, now);
    if (id === null) return;
    const entry = {
      action: 'user.invite',
      entity: 'account_link',
      entityId: id,
      detail: { note: input.note },
    } as const;
    await recordAudit(actor, entry, now);
  });
  return token;
}

/** Takes an invitation back: the maker's own, or any by an administrator. Twice is harmless. */
export async function revokeInvitation(actor: Actor, input: { id: number }, now: number): Promise<void> {
  await transaction(async () => {
    const link = await db()
      .selectFrom('account_links')
      .select(['created_by', 'note', 'used_at', 'revoked_at'])
      .where('id', '=', input.id)
      .where('kind', '=', 'invite')
      .executeTakeFirst();
    if (!link || !(actor.isAdmin || link.created_by === actor.id)) throw notFound('邀请');
    const revoked = await db()
      .updateTable('account_links')
      .set({ revoked_at: now })
      .where('id', '=', input.id)
      .where('used_at', 'is', null)
      .where('revoked_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!revoked) {
      if (link.revoked_at !== null) return;
      throw new AppError('conflict', '这个邀请刚刚已经被用来注册了，不能再撤销。');
    }
    await recordAudit(actor, { action: 'user.revoke_invitation', entity: 'account_link', entityId: input.id }, now);
  });
}

const requestKey = ({ requestId }: { requestId?: string }) => (requestId ? `user.register:${requestId}` : '');

/** Whom the same request registered: who knows the link and its key gets the first answer again. */
async function findRegistered(input: Registration): Promise<UserRow | undefined> {
  const link = await db()
    .selectFrom('account_links')
    .select('used_by')
    .where('token_hash', '=', tokenHash(input.token))
    .where('kind', '=', 'invite')
    .executeTakeFirst();
  if (!link?.used_by || (await findOnce(link.used_by, requestKey(input))) === undefined) return undefined;
  return findUserById(link.used_by);
}

/** Makes the teacher's account that an invitation stands for; of two at the same moment one registers. */
export async function registerByInvitation(input: Registration, address: string, now: number): Promise<UserRow> {
  const earlier = await findRegistered(input);
  if (earlier) return earlier;
  // Asked before anything costly: a link that is no good makes no work.
  if (!(await findOpenLink('invite', input.token, now))) throw new AppError('conflict', DEAD_INVITATION);
  const problem = passwordProblem(input.password, input.account);
  if (problem) throw invalid({ password: problem });
  const passwordHash = await hashPassword(input.password);
  const id = await transaction(async () => {
    const link = await takeLink('invite', input.token, now);
    if (!link) throw new AppError('conflict', DEAD_INVITATION);
    await assertOwnName(0, input.name);
    const row = await db()
      .insertInto('users')
      .values({
        user_type: TEACHER,
        account: input.account,
        account_key: accountKey(input.account),
        password_hash: passwordHash,
        name: input.name,
        created_at: now,
        updated_at: now,
      })
      .onConflict((conflict) => conflict.column('account_key').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!row) {
      const message = `账号 ${input.account} 已有人使用，请换一个`;
      throw new AppError('conflict', message, { account: message });
    }
    await db().updateTable('account_links').set({ used_by: row.id }).where('id', '=', link.id).execute();
    await once(row.id, requestKey(input), now, () => Promise.resolve(null));
    const actor = { id: row.id, userType: TEACHER, account: input.account, name: input.name, classroomId: null };
    const detail = { account: input.account, name: input.name, invitation: link.id };
    const entry = { action: 'user.register', entity: 'user', entityId: row.id, detail } as const;
    await recordAudit({ ...actor, isAdmin: false, address }, entry, now);
    if (link.created_by !== null) {
      await sendMessages(
        [link.created_by],
        {
          kind: 'system',
          title: `${input.name}（${input.account}）接受了您的邀请，已注册为教师`,
          link: toColleagues(),
        },
        now,
      );
    }
    return row.id;
  });
  const user = await findUserById(id);
  if (!user) throw notFound('账号');
  return user;
}
