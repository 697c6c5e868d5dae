import { Migrator, type Migration } from 'kysely';
import { db } from './db.server';
import * as first from './migrations/0001-main-job';
import * as second from './migrations/0002-question-banks';
import * as third from './migrations/0003-scoring-room';
import * as fourth from './migrations/0004-school-life';
import * as fifth from './migrations/0005-exam-room';

/** In order; a landed migration is never edited, a new one is added. */
const migrations: Record<string, Migration> = {
  '0001-main-job': first,
  '0002-question-banks': second,
  '0003-scoring-room': third,
  '0004-school-life': fourth,
  '0005-exam-room': fifth,
};

/**
 * Brings the schema up to this version of the program. Safe to call from several processes at once.
 * @throws Error when a migration fails or the database is newer than the program.
 */
export async function migrateToLatest(): Promise<void> {
  const migrator = new Migrator({ db: db(), provider: { getMigrations: () => Promise.resolve(migrations) } });
  const { error, results } = await migrator.migrateToLatest();
  const failed = results?.find((result) => result.status === 'Error');
  if (error) {
    throw new Error(`数据库升级失败${failed ? `（${failed.migrationName}）` : ''}`, { cause: error });
  }
}
