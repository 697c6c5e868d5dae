import { db, transaction } from '~/db/db.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { sendMessages } from '~/domain/message/message.commands.server';
import { toSchool } from '~/lib/addresses/personal';
import { AppError } from '~/lib/errors';
import { revokeLinksOf } from './account-link.server';
import { assertAdministrator, holdAdministrators } from '~/domain/actor/administrator.server';
import { endSessions } from '~/domain/actor/end-sessions.server';
import { getColleague, type Colleague } from './colleague.queries.server';
import type { Actor } from '~/domain/actor/actor.rules';

const LAST = '学校至少要有一位管理员。请先把另一位教师设为管理员。';

/**
 * Disables a teacher's account: it cannot sign in, every session ends, its open links and invitations end, and what
 * was shared with it. What the teacher made stays. Twice is harmless.
 */
export async function disableColleague(actor: Actor, input: { userId: number }, now: number): Promise<Colleague> {
  assertAdministrator(actor);
  if (input.userId === actor.id) throw new AppError('conflict', '不能停用自己的账号，请由另一位管理员操作。');
  return transaction(async () => {
    const administrators = await holdAdministrators(actor);
    const colleague = await getColleague(input.userId);
    if (administrators.length === 1 && administrators[0] === colleague.id) throw new AppError('conflict', LAST);
    const changed = await db()
      .updateTable('users')
      .set({ is_disabled: 1, is_admin: 0, updated_at: now })
      .where('id', '=', colleague.id)
      .where('is_disabled', '=', 0)
      .returning('id')
      .executeTakeFirst();
    if (!changed) return colleague;
    await endSessions([colleague.id], now);
    await revokeLinksOf(colleague.id, now);
    // What was shared with the teacher alone or with their groups is theirs no longer, nor after a return.
    await db().deleteFrom('shares').where('teacher_id', '=', colleague.id).execute();
    await db().deleteFrom('directory_shares').where('teacher_id', '=', colleague.id).execute();
    await db().deleteFrom('teaching_group_members').where('teacher_id', '=', colleague.id).execute();
    await whenDisabled(colleague, now);
    const detail = { wasAdmin: colleague.isAdmin };
    await recordAudit(actor, { action: 'user.disable', entity: 'user', entityId: colleague.id, detail }, now);
    return { ...colleague, isDisabled: true, isAdmin: false };
  });
}

type Tell = (teacher: { id: number; name: string }, now: number) => Promise<void>;
let whenDisabled: Tell = () => Promise.resolve();
let whenEnabled: Tell = () => Promise.resolve();

/** Said by the area of scoring: who has to hear that a teacher's account is disabled, and that it is in use again. */
export function registerWhenDisabled(tell: Tell, tellEnabled: Tell): void {
  whenDisabled = tell;
  whenEnabled = tellEnabled;
}

/** Lets a disabled teacher sign in again, with the password there was. Twice is harmless. */
export async function enableColleague(actor: Actor, input: { userId: number }, now: number): Promise<Colleague> {
  assertAdministrator(actor);
  return transaction(async () => {
    await holdAdministrators(actor);
    const colleague = await getColleague(input.userId);
    const changed = await db()
      .updateTable('users')
      .set({ is_disabled: 0, updated_at: now })
      .where('id', '=', colleague.id)
      .where('is_disabled', '=', 1)
      .returning('id')
      .executeTakeFirst();
    if (!changed) return colleague;
    await whenEnabled(colleague, now);
    await recordAudit(actor, { action: 'user.enable', entity: 'user', entityId: colleague.id }, now);
    return { ...colleague, isDisabled: false };
  });
}

/** Makes a teacher an administrator, or no longer one; the school always keeps one. Twice is harmless. */
export async function setAdministrator(
  actor: Actor,
  input: { userId: number; isAdmin: boolean },
  now: number,
): Promise<Colleague> {
  assertAdministrator(actor);
  return transaction(async () => {
    const administrators = await holdAdministrators(actor);
    const colleague = await getColleague(input.userId);
    if (colleague.isDisabled) throw new AppError('conflict', `${colleague.name}的账号已停用，请先启用。`);
    if (colleague.isAdmin === input.isAdmin) return colleague;
    if (!input.isAdmin && administrators.length === 1) throw new AppError('conflict', LAST);
    await db()
      .updateTable('users')
      .set({ is_admin: input.isAdmin ? 1 : 0, updated_at: now })
      .where('id', '=', colleague.id)
      .execute();
    const action = input.isAdmin ? 'user.make_administrator' : 'user.unmake_administrator';
    await recordAudit(actor, { action, entity: 'user', entityId: colleague.id }, now);
    if (colleague.id !== actor.id) {
      await sendMessages(
        [colleague.id],
        input.isAdmin
          ? { kind: 'system', title: `${actor.name}把您设为学校的管理员`, link: toSchool() }
          : { kind: 'system', title: `${actor.name}取消了您的管理员身份` },
        now,
      );
    }
    return { ...colleague, isAdmin: input.isAdmin };
  });
}
