// What a server holds while it lives: an empty database in the data directory whose only use is to be locked.
import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';

/** With PostgreSQL a school may be served by several computers that share the directory. */
export function holdFile({ dataDir, databaseUrl }) {
  const name = databaseUrl.startsWith('postgres') ? `kaoping.running-${hostname()}` : 'kaoping.running';
  return path.join(dataDir, name);
}

/** Locks the file; the open lock, or null where another process has it. */
export async function lockFile(file) {
  const { default: Sqlite } = await import('better-sqlite3');
  const lock = new Sqlite(file, { timeout: 0 });
  try {
    // No journal beside it.
    lock.pragma('journal_mode = memory');
    lock.exec('begin exclusive');
    return lock;
  } catch (error) {
    lock.close();
    if (error.code === 'SQLITE_BUSY') return null;
    throw error;
  }
}

/** Whether another process holds a school now. Makes nothing. */
export async function isHeld(settings) {
  const file = holdFile(settings);
  if (!existsSync(file)) return false;
  try {
    const lock = await lockFile(file);
    lock?.close();
    return lock === null;
  } catch {
    return false;
  }
}
