// One server for one school: of two that start at the same moment, on whatever ports, one serves and one is refused.
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { findRunning, sayInUse } from './machine.mjs';

/** Longer than the last requests of a server that was asked to stop may take (scripts/serve.mjs). */
const PATIENCE_MS = 60_000;
const PAUSE_MS = 200;
const SILENT_MS = 1000;

/** Kept open, so that it is held. */
let held;

/**
 * Holds a school for this process until that ends, however it ends: an empty database in the data directory whose only
 * use is to be locked. Waits for a server that is stopping. Where several are meant (KAOPING_TIMED_WORK=0) nothing is
 * held; where nothing can be written the start says so itself.
 * @returns {Promise<string | null>} why it is not held: another server has it
 */
export async function holdSchool(settings, patience = PATIENCE_MS) {
  if (settings.isSecond) return null;
  const begun = performance.now();
  for (let hasSaid = false; !(await take(settings));) {
    const [other] = await findRunning(settings.dataDir);
    if (other) return sayInUse(settings.dataDir, other);
    const waited = performance.now() - begun;
    if (waited > patience) {
      return `数据目录 ${settings.dataDir} 正被另一个考评使用，它还没有启动完，或还没有停完。请用那一个，或等它停下再启动；要为另一所学校启动，请另设 DATA_DIR。`;
    }
    if (waited > SILENT_MS && !hasSaid) {
      console.error(`数据目录 ${settings.dataDir} 正被另一个考评使用（正在启动或停止），等它……`);
      hasSaid = true;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return null;
}

/** False where another process has it. */
async function take({ dataDir, databaseUrl }) {
  // With PostgreSQL a school may be served by several computers that share the directory.
  const name = databaseUrl.startsWith('postgres') ? `kaoping.running-${hostname()}` : 'kaoping.running';
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const file = path.join(dataDir, name);
    closeSync(openSync(file, 'a', 0o600));
    const { default: Sqlite } = await import('better-sqlite3');
    const lock = new Sqlite(file, { timeout: 0 });
    try {
      // No journal beside it.
      lock.pragma('journal_mode = memory');
      lock.exec('begin exclusive');
      held = lock;
    } catch (error) {
      lock.close();
      throw error;
    }
    return held.open;
  } catch (error) {
    return error.code !== 'SQLITE_BUSY';
  }
}
