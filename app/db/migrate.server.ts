import { Migrator } from 'kysely';
import { db } from './db.server';
import { migrations, unknownMigrations } from './migrations.server';

/** Why the program does not start with this database; the message is a sentence for whoever started it. */
export class UpgradeRefusal extends Error {}

/**
 * Brings the schema up to this version of the program. `beforeUpgrade` copies a database that holds data and is about
 * to change; `last` is the newest step it has taken.
 * @throws UpgradeRefusal when the database is newer than the program, before anything is touched; Error when a
 * migration fails
 */
export async function migrateToLatest(beforeUpgrade?: (last: string) => Promise<void>): Promise<void> {
  const executed = await executedMigrations();
  const unknown = unknownMigrations(executed);
  if (unknown.length > 0) {
    throw new UpgradeRefusal(
      `数据库比程序新：它已经升级到 ${unknown.at(-1)}，这个版本的程序不认识。没有改动任何数据。` +
        '请运行较新的版本；要退回旧版本，请把升级前的备份恢复到新的数据目录（docs/operations.md 的“升级”）。',
    );
  }
  const last = executed.at(-1);
  if (last !== undefined && executed.length < Object.keys(migrations).length) await beforeUpgrade?.(last);
  const migrator = new Migrator({ db: db(), provider: { getMigrations: () => Promise.resolve(migrations) } });
  const { error, results } = await migrator.migrateToLatest();
  const failed = results?.find((result) => result.status === 'Error');
  if (error) {
    throw new Error(`数据库升级失败${failed ? `（${failed.migrationName}）` : ''}`, { cause: error });
  }
}

/** The steps that the database has taken, in order; none in an empty one. */
async function executedMigrations(): Promise<string[]> {
  const tables = await db().introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'kysely_migration')) return [];
  const open = db().withTables<{ kysely_migration: { name: string } }>();
  const rows = await open.selectFrom('kysely_migration').select('name').orderBy('name').execute();
  return rows.map(({ name }) => name);
}
