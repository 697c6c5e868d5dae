import { Migrator } from 'kysely';
import { AppError } from '~/lib/errors';
import { quoted, sayCommand } from '~/lib/own-command.server';
import { db } from './db.server';
import { commitsOnDisk } from './dialect/dialect.server';
import { migrations, unknownMigrations } from './migrations.server';

/** Why the program does not start with this database; the message is a sentence for whoever started it. */
export class UpgradeRefusal extends Error {}

/**
 * Brings the schema up to this version of the program: all steps that are due and their records in one transaction, on
 * both databases, so that an upgrade that is broken off has changed nothing. `beforeUpgrade` copies a database that
 * holds data and is about to change, and answers the copies of it that there are, the best first; `last` is the newest
 * step it has taken.
 * @throws UpgradeRefusal when the database is newer than the program, before anything is touched, and when a step
 * fails, with the copies' names
 */
export async function migrateToLatest(beforeUpgrade?: (last: string) => Promise<string[]>): Promise<void> {
  const executed = await executedMigrations();
  const tooNew = sayTooNew(executed);
  if (tooNew !== null) throw new UpgradeRefusal(tooNew);
  const last = executed.at(-1);
  const isDue = executed.length < Object.keys(migrations).length;
  const copies = last !== undefined && isDue ? ((await beforeUpgrade?.(last)) ?? []) : [];
  const migrator = new Migrator({ db: db(), provider: { getMigrations: () => Promise.resolve(migrations) } });
  const { error, results } = await migrator.migrateToLatest();
  if (error) throw upgradeFailure(error, results?.find((result) => result.status === 'Error')?.migrationName, copies);
  await commitsOnDisk();
}

/** Why this program does not start with its database: that is newer. A sentence, or null. */
export async function whyTooNew(): Promise<string | null> {
  return sayTooNew(await executedMigrations());
}

/** Whether any step was taken: a database that is just being made has no tables. */
export async function hasSchema(): Promise<boolean> {
  return (await executedMigrations()).length > 0;
}

function sayTooNew(executed: string[]): string | null {
  const newest = unknownMigrations(executed).at(-1);
  if (newest === undefined) return null;
  return (
    `数据库比程序新：它已经升级到 ${newest}，这个版本的程序不认识。没有改动任何数据。` +
    '请运行较新的版本；要退回旧版本，请把升级前的备份恢复到新的数据目录（docs/operations.md 的“升级”）。'
  );
}

function upgradeFailure(error: unknown, step: string | undefined, copies: string[]): UpgradeRefusal {
  const reason = error instanceof Error || error instanceof AppError ? error.message : String(error);
  const lines = [`数据库升级失败${step ? `（${step}）` : ''}：${reason}`, '数据库没有被这次升级改动，可以再启动一次。'];
  if (copies.length > 0) {
    lines.push(
      `升级之前的备份：${copies.join('、')}（升级完成之前不会被删除）。`,
      `仍然不行时，用它恢复到新的空目录：${sayCommand('restore', quoted(copies[0] ?? ''), 'DATA_DIR=/新的空目录')}`,
    );
  }
  return new UpgradeRefusal(lines.join('\n'), { cause: error });
}

/** The steps that the database has taken, in order; none in an empty one. */
async function executedMigrations(): Promise<string[]> {
  const tables = await db().introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'kysely_migration')) return [];
  const open = db().withTables<{ kysely_migration: { name: string } }>();
  const rows = await open.selectFrom('kysely_migration').select('name').orderBy('name').execute();
  return rows.map(({ name }) => name);
}
