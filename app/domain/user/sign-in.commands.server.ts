import type { z } from 'zod';
import { db, transaction } from '~/db/db.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { AppError, tooManyFor } from '~/lib/errors';
import type { signInSchema } from './account.schema';
import { hashPassword, isOutdatedHash, verifyPassword } from './password.server';
import {
  FORGET_AFTER_MS,
  FORGET_FREE,
  FORGET_WAIT_MESSAGE,
  FREE_AT_BUSY_ADDRESS,
  addressWait,
  forgetWait,
  pairWait,
  waitMessage,
} from './sign-in.rules';
import { accountKey } from './account-key.rules';
import { findUserByAccount, type UserRow } from './user.queries.server';

const WRONG = '账号或密码不正确，请检查后再试。';

/**
 * Checks an account and its password. Every try counts before it is checked and is taken back when it was right, so
 * that many at once come no further than one after the other. A browser in which this account has signed in before
 * (`knownIds`) counts by itself: what others try at the same address does not stop it. Where somebody guessed in that
 * very browser, it counts on as any other, so that it is never worse off than a strange one.
 * @throws AppError invalid (the same sentence for every cause) or too_many while the pair or address waits.
 */
export async function signIn(
  input: z.infer<typeof signInSchema>,
  address: string,
  now: number,
  knownIds: readonly number[] = [],
): Promise<UserRow> {
  const user = await findUserByAccount(input.account);
  const isKnown = user !== undefined && knownIds.includes(user.id);
  const pair = `${accountKey(input.account)}|${address}`;
  const addressKey = address === '' ? '' : `address:${address}`;
  const isByItself = isKnown && (await isTakenAt(`known:${pair}`, now));
  const isCounted = isByItself ? false : await takeTry(`pair:${pair}`, addressKey, now);
  const isRight = await verifyPassword(user?.password_hash, input.password);
  if (!isRight || !user || user.is_disabled === 1) throw new AppError('invalid', WRONG);
  const renewed = isOutdatedHash(user.password_hash) ? await hashPassword(input.password) : null;
  await transaction(async () => {
    const keys = [...(isKnown ? [`known:${pair}`] : []), ...(isByItself ? [] : [`pair:${pair}`])];
    await db().deleteFrom('sign_in_failures').where('key', 'in', keys).execute();
    if (isCounted) await takeBack(addressKey);
    if (renewed !== null) {
      const old = user.password_hash;
      const row = db().updateTable('users').set({ password_hash: renewed });
      await row.where('id', '=', user.id).where('password_hash', '=', old).execute();
    }
    const actor = {
      id: user.id,
      userType: user.user_type,
      account: user.account,
      name: user.name,
      classroomId: user.classroom_id,
      isAdmin: user.is_admin === 1,
      address,
    };
    await recordAudit(actor, { action: 'user.sign_in', entity: 'user', entityId: user.id }, now);
  });
  return user;
}

/**
 * Counts a try and refuses it while its pair waits, all in one transaction. At an address that waits an account is
 * still asked about a few times an hour: who mistypes once in a room where somebody guesses gets in. True when it
 * counted at the address.
 */
async function takeTry(pairKey: string, addressKey: string, now: number): Promise<boolean> {
  const { refusedUntil, isCounted } = await transaction(async () => {
    const pair = await countFailure(pairKey, pairWait, now);
    if (pair.waitsUntil > now || addressKey === '') return { refusedUntil: pair.waitsUntil, isCounted: false };
    const all = await countFailure(addressKey, addressWait, now);
    const isRefused = pair.failures > FREE_AT_BUSY_ADDRESS;
    return { refusedUntil: isRefused ? all.waitsUntil : 0, isCounted: all.waitsUntil <= now };
  });
  if (refusedUntil > now) throw tooManyFor(refusedUntil - now, waitMessage(refusedUntil - now));
  return isCounted;
}

/** Counts a try in a known browser; false when it waits there. */
async function isTakenAt(knownKey: string, now: number): Promise<boolean> {
  const { waitsUntil } = await transaction(() => countFailure(knownKey, pairWait, now));
  return waitsUntil <= now;
}

/** A right password was no guess. */
async function takeBack(key: string): Promise<void> {
  await db()
    .updateTable('sign_in_failures')
    .set((eb) => ({ failures: eb('failures', '-', 1) }))
    .where('key', '=', key)
    .where('failures', '>', 0)
    .execute();
}

/**
 * The same limit for the own password that is asked for again: whoever sits at an open session cannot try them all.
 * Call `forgetPasswordTries` once it was right.
 * @throws AppError too_many
 */
export async function takePasswordTry(userId: number, now: number): Promise<void> {
  await takeTry(`password:${userId}`, '', now);
}

/** Ends the counting of takePasswordTry. */
export async function forgetPasswordTries(userId: number): Promise<void> {
  await db().deleteFrom('sign_in_failures').where('key', '=', `password:${userId}`).execute();
}

/**
 * Counts a request for a forgotten password, by its address alone: five of one classmate's would keep the account's
 * owner from asking. Where no address is known, by the account as typed. (One account is dealt with twice an hour at
 * most, whoever asks.)
 * @throws AppError too_many while it waits
 */
export async function throttleForget(typedAccount: string, address: string, now: number): Promise<void> {
  const isKnown = address !== '';
  const key = isKnown ? `forget-address:${address}` : `forget:${typedAccount}`;
  await refuseWhileWaiting([key], now, () => FORGET_WAIT_MESSAGE);
  const free = isKnown ? FORGET_FREE.address : FORGET_FREE.account;
  await transaction(() => countFailure(key, (requests) => forgetWait(requests, free), now));
}

async function refuseWhileWaiting(
  keys: string[],
  now: number,
  message: (left: number) => string = waitMessage,
): Promise<void> {
  const rows = await db()
    .selectFrom('sign_in_failures')
    .select('blocked_until')
    .where('key', 'in', keys)
    .where('blocked_until', '>', now)
    .execute();
  if (rows.length === 0) return;
  const until = Math.max(...rows.map((row) => row.blocked_until));
  throw tooManyFor(until - now, message(until - now));
}

/**
 * Counts under the key, unless it waits already: `waitsUntil` is then ahead. The row stays locked until the
 * transaction ends, so that of many at once each sees the ones before it.
 */
async function countFailure(
  key: string,
  wait: (failures: number) => number,
  now: number,
): Promise<{ failures: number; waitsUntil: number }> {
  const forgotten = now - FORGET_AFTER_MS;
  const row = await db()
    .insertInto('sign_in_failures')
    .values({ key, failures: 1, last_at: now, blocked_until: 0 })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb) => ({
        failures: eb
          .case()
          .when('sign_in_failures.blocked_until', '>', now)
          .then(eb.ref('sign_in_failures.failures'))
          .when('sign_in_failures.last_at', '<', forgotten)
          .then(1)
          .else(eb('sign_in_failures.failures', '+', 1))
          .end(),
        last_at: now,
      })),
    )
    .returning(['failures', 'blocked_until'])
    .executeTakeFirstOrThrow();
  if (row.blocked_until > now) return { failures: row.failures, waitsUntil: row.blocked_until };
  const pause = wait(row.failures);
  if (pause > 0) {
    await db()
      .updateTable('sign_in_failures')
      .set({ blocked_until: now + pause })
      .where('key', '=', key)
      .execute();
  }
  return { failures: row.failures, waitsUntil: 0 };
}

/** Ends the waiting of an account whose password was reset. */
export async function forgetFailuresOf(account: string): Promise<void> {
  for (const kind of ['pair', 'known']) {
    const prefix = `${kind}:${accountKey(account)}|`;
    await db()
      .deleteFrom('sign_in_failures')
      .where(({ eb, fn, val }) => eb(fn<string>('substr', ['key', val(1), val(prefix.length)]), '=', prefix))
      .execute();
  }
}

/** Drops failures that no longer count; part of the server's sweep. */
export async function forgetOldFailures(now: number): Promise<void> {
  await db()
    .deleteFrom('sign_in_failures')
    .where('last_at', '<', now - FORGET_AFTER_MS)
    .where('blocked_until', '<', now)
    .execute();
}
