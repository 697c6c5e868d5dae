// One server for one school: of two that start at the same moment, on whatever ports, one serves and one is refused.
import { closeSync, existsSync, mkdirSync, openSync, rmdirSync, statSync, unlinkSync } from 'node:fs';
import path from 'node:path';
import { findRunning, sayInUse } from './running.mjs';
import { sayOtherOwner } from './owner.mjs';
import { holdFile, lockFile } from './school-hold.mjs';

/** Longer than the last requests of a server that was asked to stop may take (server/stopping.mjs). */
const PATIENCE_MS = 60_000;
const PAUSE_MS = 200;
const SILENT_MS = 1000;

/** Kept open, so that it is held. */
let held = null;
/** What holding made: the file, and the directories for it, the innermost first. */
let made = [];

/**
 * Holds a school for this process until that ends, however it ends: an empty database in the data directory whose only
 * use is to be locked. Waits for a server that is stopping. Where several are meant (KAOPING_TIMED_WORK=0) nothing is
 * held; where nothing can be written the start says so itself.
 * @returns {Promise<string | null>} why it is not held: another server has it, or it is another user's
 */
export async function holdSchool(settings, patience = PATIENCE_MS) {
  const notMine = sayOtherOwner(settings.dataDir);
  if (notMine !== null || settings.isSecond) return notMine;
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

/** Takes away what holding made, where nothing else was put into it: of a start that came to nothing. */
export function leaveNoTrace() {
  try {
    held?.close();
    for (const place of made) (place === made[0] ? unlinkSync : rmdirSync)(place);
  } catch {
    // Something stands in it.
  }
}

/** False where another process has it. */
async function take(settings) {
  const file = holdFile(settings);
  try {
    if (!existsSync(file)) made = [file, ...missingAbove(file)];
    mkdirSync(settings.dataDir, { recursive: true, mode: 0o700 });
    closeSync(openSync(file, 'a', 0o600));
    const { ino } = statSync(file);
    held = await lockFile(file);
    if (held === null) return false;
    // Another start may have come to nothing meanwhile, and have taken the file with it.
    if (statSync(file, { throwIfNoEntry: false })?.ino === ino) return true;
    held.close();
    return false;
  } catch {
    return true;
  }
}

/** The directories that a file needs and that are not there. */
function missingAbove(file) {
  const place = path.dirname(file);
  return existsSync(place) ? [] : [place, ...missingAbove(place)];
}
