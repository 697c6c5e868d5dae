import { expect, test } from 'vitest';
import { databaseKind, db } from '~/db/db.server';
import { useDatabase } from './db';

useDatabase();

const addSetting = () => db().insertInto('settings').values({ key: 'k', value: '"v"' }).execute();
const countSettings = async () => (await db().selectFrom('settings').selectAll().execute()).length;

test('a test file has a migrated database of its own', async () => {
  await addSetting();
  expect(await countSettings()).toBe(1);
});

test('every test starts with empty tables', async () => {
  expect(await countSettings()).toBe(0);
});

test('the project decides which database it is', () => {
  expect(process.env.DATABASE_URL).toMatch(databaseKind() === 'sqlite' ? /^sqlite:/ : /^postgres:/);
});
