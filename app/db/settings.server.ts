import { db } from './db.server';
import { fromJson, toJson } from './json';

/** What is stored under a key of the settings, or null. */
export async function readSetting<T>(key: string): Promise<T | null> {
  const row = await db().selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
  return row ? fromJson<T>(row.value) : null;
}

/** Stores a value under a key of the settings, in place of what was there. */
export async function writeSetting(key: string, content: unknown): Promise<void> {
  const value = toJson(content);
  await db()
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

/** Forgets what is stored under a key of the settings. */
export async function removeSetting(key: string): Promise<void> {
  await db().deleteFrom('settings').where('key', '=', key).execute();
}
