import { databaseKind, db } from './db.server';
import { dropAllTables } from './dialect/drop-tables.server';
import { hasSchema, migrateToLatest } from './migrate.server';
import { readSetting, removeSetting, writeSetting } from './settings.server';

/**
 * The demo school is made of thousands of commands: no one transaction. A mark of its own stands in the database from
 * the first of them to the last, and what bears it is no school.
 */
const MARK = 'demo_seeding';

/** Marks the database as one whose demo school is being made, while `work` makes it. */
export async function whileSeeding(now: number, work: () => Promise<void>): Promise<void> {
  await writeSetting(MARK, now);
  await work();
  await removeSetting(MARK);
}

/** Whether the making of a demo school was broken off, or is still going on. */
export async function isSeedingUnfinished(): Promise<boolean> {
  return (await readSetting<number>(MARK)) !== null;
}

/** Why a database is not yet worth a backup: what stands in it is no whole school. A sentence, or null. */
export async function whyNoSchoolYet(): Promise<string | null> {
  const isBegun = await hasSchema();
  if (isBegun && !(await isSeedingUnfinished())) return null;
  const what = isBegun ? '演示学校还没有建完' : '数据库还是空的';
  return `没有备份：${what}（正在启动，或者上一次启动中断了）。请等启动完成（中断了就再启动一次），然后备份。`;
}

/** Makes a database that bears the mark as empty as a new one. */
export async function emptyUnfinishedSeeding(): Promise<void> {
  const others = await db().selectFrom('users').select('id').where('is_demo', '=', 0).limit(1).execute();
  // Nobody could sign in before the mark went: somebody else's hand has been here.
  if (others.length > 0)
    throw new Error('这个数据库带着“演示学校还没有建完”的记号，里面却有真实账号。没有改动任何数据。');
  await dropAllTables(db(), databaseKind());
  await migrateToLatest();
}
