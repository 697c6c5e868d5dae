import type { z } from 'zod';
import { db, transaction } from '~/db/db.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { releaseFileUse, useFile } from '~/domain/file/file.commands.server';
import { requireOwnFiles } from '~/domain/file/file.queries.server';
import { invalid, notFound } from '~/lib/errors';
import { readableCode } from '~/lib/ids.server';
import type { ownProfileSchema, passwordSchema, preferencesSchema } from './account.schema';
import { checkEmailChange, mailFormerAddress, tellOfEmailChange } from './email.commands.server';
import { endSessions, markEnded } from '~/domain/actor/end-sessions.server';
import { hashPassword, passwordProblem, verifyPassword } from './password.server';
import { changeRegions, REGION_PARTS } from './region.rules';
import { division } from './region.server';
import { forgetFailuresOf, forgetPasswordTries, takePasswordTry } from './sign-in.commands.server';
import { assertOwnName, findUserById } from './user.queries.server';
import { isTeacher, TEACHER, type Actor } from '~/domain/actor/actor.rules';
import { accountKey } from './account-key.rules';

/**
 * Changes the own password; every session of the account ends. Returns the new session version, for the
 * browser that stays.
 * @throws AppError invalid, too_many after too many wrong tries at the old one
 */
export async function changePassword(
  actor: Actor,
  input: z.infer<typeof passwordSchema>,
  now: number,
): Promise<{ sessionVersion: number }> {
  const user = await findUserById(actor.id);
  if (!user) throw notFound('账号');
  await takePasswordTry(actor.id, now);
  if (!(await verifyPassword(user.password_hash, input.oldPassword))) throw invalid({ oldPassword: '原密码不正确' });
  await forgetPasswordTries(actor.id);
  const problem = passwordProblem(input.password, user.account);
  if (problem) throw invalid({ password: problem });
  if (input.password === input.oldPassword) throw invalid({ password: '新密码不能与原密码相同' });
  const passwordHash = await hashPassword(input.password);
  return transaction(async () => {
    const changed = await db()
      .updateTable('users')
      .set((eb) => ({
        password_hash: passwordHash,
        must_change_password: 0,
        session_version: eb('session_version', '+', 1),
        updated_at: now,
      }))
      .where('id', '=', actor.id)
      .where('password_hash', '=', user.password_hash)
      .returning('session_version')
      .executeTakeFirst();
    if (!changed) throw invalid({ oldPassword: '密码刚刚在别处改过，请用新密码重试' });
    await markEnded([actor.id], now);
    await recordAudit(actor, { action: 'user.change_password', entity: 'user', entityId: actor.id }, now);
    return { sessionVersion: changed.session_version };
  });
}

/**
 * Changes those fields of the own profile that are given; `avatarFileId` is a stored image of the user, null
 * takes the picture away. The name of a student belongs to the teachers of the class. The address for mail, by
 * which a forgotten password is set anew, wants `currentPassword`.
 * @returns `warn` mails to the address that was there before; call it once the answer has gone
 */
export async function updateProfile(
  actor: Actor,
  input: Partial<z.infer<typeof ownProfileSchema>> & {
    avatarFileId?: string | null | undefined;
    /** The region of a form, which shows the first of several: the others stay. */
    isFirstRegion?: boolean;
  },
  now: number,
): Promise<{ warn: () => Promise<void> }> {
  const { avatarFileId, isFirstRegion = false, currentPassword = '', ...fields } = input;
  if (avatarFileId) await requireOwnFiles(actor, [avatarFileId], 'image');
  const change = await checkEmailChange(actor, fields.email, currentPassword, now);
  await transaction(async () => {
    const before = await findUserById(actor.id);
    if (!before) throw notFound('账号');
    const isRenamed = fields.name !== undefined && fields.name !== before.name;
    if (isRenamed && !isTeacher(actor)) throw invalid({ name: '学生的姓名由班级老师修改，请找老师更正。' });
    if (isRenamed) await assertOwnName(actor.id, fields.name ?? '', actor.isAdmin);
    const { region, errors } = changeRegions(division(), before, fields, isFirstRegion);
    const isRegionGiven = REGION_PARTS.some((part) => fields[part] !== undefined);
    if (isRegionGiven && Object.keys(errors).length > 0) throw invalid(errors);
    await db()
      .updateTable('users')
      .set({
        ...fields,
        ...(isRegionGiven ? region : {}),
        ...(avatarFileId === undefined ? {} : { avatar_file_id: avatarFileId }),
        updated_at: now,
      })
      .where('id', '=', actor.id)
      .execute();
    if (avatarFileId !== undefined && avatarFileId !== before.avatar_file_id) {
      if (before.avatar_file_id) await releaseFileUse(before.avatar_file_id, 'avatar', actor.id);
      if (avatarFileId) await useFile(avatarFileId, 'avatar', actor.id);
    }
    const detail = {
      fields: Object.keys({ ...fields, ...(avatarFileId === undefined ? {} : { avatarFileId }) }),
      ...(isRenamed ? { was: { name: before.name }, is: { name: fields.name } } : {}),
    };
    await recordAudit(actor, { action: 'user.update_profile', entity: 'user', entityId: actor.id, detail }, now);
    if (change) await tellOfEmailChange(actor, change, now);
  });
  return { warn: () => (change ? mailFormerAddress(change, now) : Promise.resolve()) };
}

/** Sets how the pages look for this user. */
export async function setPreferences(
  actor: Actor,
  input: z.infer<typeof preferencesSchema>,
  now: number,
): Promise<void> {
  await db()
    .updateTable('users')
    .set({ theme: input.theme, language: input.language, is_large_type: input.isLargeType ? 1 : 0, updated_at: now })
    .where('id', '=', actor.id)
    .execute();
}

/** Creates the school's first teacher at the first start; the password must be changed at the first sign-in. */
export async function createAdministrator(account: string, password: string, now: number): Promise<void> {
  const passwordHash = await hashPassword(password);
  await db()
    .insertInto('users')
    .values({
      user_type: TEACHER,
      account,
      account_key: accountKey(account),
      password_hash: passwordHash,
      name: '管理员',
      is_admin: 1,
      must_change_password: 1,
      created_at: now,
      updated_at: now,
    })
    // Several processes may start at once on an empty database: one of them wins.
    .onConflict((conflict) => conflict.column('account_key').doNothing())
    .execute();
}

/**
 * Gives an account a new one-time password and lets it in again: it is not disabled, waits for nothing, and its sessions
 * end. Answers the password, or null when there is no such account. `by` says in the audit who did it.
 */
export async function giveOneTimePassword(account: string, by: string, now: number): Promise<string | null> {
  const password = readableCode(12);
  const passwordHash = await hashPassword(password);
  return transaction(async () => {
    const user = await db()
      .updateTable('users')
      .set({ password_hash: passwordHash, must_change_password: 1, is_disabled: 0, updated_at: now })
      .where('account_key', '=', accountKey(account))
      .where('deleted_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!user) return null;
    await endSessions([user.id], now);
    await forgetFailuresOf(account);
    const entry = { action: 'user.reset_password', entity: 'user', entityId: user.id, detail: { by } } as const;
    await recordAudit(null, entry, now);
    return password;
  });
}
