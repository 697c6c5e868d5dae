import { expect, test } from 'vitest';
import { useDatabase } from '~tests/support/db';
import { db, transaction } from '../db.server';

useDatabase();

const keysWhere = async (list: 'in' | 'not in') =>
  (await db().selectFrom('settings').select('key').where('key', list, []).execute()).map((row) => row.key);

test('nothing is in an empty list and everything outside it, on either database and within a transaction', async () => {
  await db().insertInto('settings').values({ key: 'k', value: '"v"' }).execute();
  expect(await keysWhere('in')).toEqual([]);
  expect(await keysWhere('not in')).toEqual(['k']);
  await transaction(async () => {
    await db().updateTable('settings').set({ value: '"w"' }).where('key', 'in', []).execute();
    await db().deleteFrom('settings').where('key', 'in', []).execute();
    expect(await keysWhere('not in')).toEqual(['k']);
  });
  const inside = db().selectFrom('settings').select('key').where('value', 'in', []);
  expect(await db().selectFrom('settings').select('key').where('key', 'in', inside).execute()).toEqual([]);
});
