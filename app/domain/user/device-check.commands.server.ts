import { db } from '~/db/db.server';
import { fromJson, toJson } from '~/db/json';
import { judgeBrowser } from '~/lib/browser';
import type { DeviceCheckResult } from './device-check.rules';
import type { DeviceCheckInput } from './device-check.schema';
import type { Actor } from '~/domain/actor/actor.rules';

/** Keeps what the device check of the signed-in person came to; the latest counts. */
export async function saveDeviceCheck(
  actor: Actor,
  input: DeviceCheckInput,
  userAgent: string,
  now: number,
): Promise<void> {
  const { name, version, isSupported } = judgeBrowser(userAgent);
  const result: DeviceCheckResult = {
    ...input,
    browser: { name: version === null ? name : `${name} ${version}`, isSupported },
  };
  const row = { result: toJson(result), checked_at: now };
  await db()
    .insertInto('device_checks')
    .values({ ...row, user_id: actor.id })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
}

/** The latest device check of each of these people. Asks no rights: for pages that show the people anyway. */
export async function findDeviceChecks(
  userIds: readonly number[],
): Promise<Map<number, { result: DeviceCheckResult; checkedAt: number }>> {
  if (userIds.length === 0) return new Map();
  const rows = await db()
    .selectFrom('device_checks')
    .selectAll()
    .where('user_id', 'in', [...userIds])
    .execute();
  return new Map(
    rows.map((row) => [row.user_id, { result: fromJson<DeviceCheckResult>(row.result), checkedAt: row.checked_at }]),
  );
}
