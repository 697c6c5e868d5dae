import { chmodSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { chmod, copyFile, lstat, opendir } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { logEvent } from './log.server';

/** Names, answers and voices of minors lie in these files: they are for the person alone who runs the program. */
const DIRECTORY = 0o700;
const FILE = 0o600;
const ALL = 0o777;

/** What this program puts into a data directory; whatever else lies there is left as it is. */
const OURS =
  /^(kaoping\..*|session-secret(\..*)?|restore-unfinished\.json|running-\d+-\d+\.json(\.new)?|files|uploads|tmp|backups)$/;

/** From here on this process and those it starts make files that only their owner can read, whatever its umask was. */
export function makePrivateFiles(): void {
  process.umask(ALL & ~DIRECTORY);
}

/** Copies a file for its owner alone: a copy keeps the rights of what it was made from, whatever the umask is. */
export async function copyPrivately(source: string, target: string): Promise<void> {
  await copyFile(source, target);
  await chmod(target, FILE);
}

/**
 * Makes what exists in the data directory private, and the database's files where they lie elsewhere. Resolves when
 * nothing can be reached any more by others; files in folders that are closed already may follow a little later.
 */
export async function tightenFiles(dataDir: string, databaseFile: string | null): Promise<void> {
  if (process.platform === 'win32') return;
  const report = reporter();
  if (!isShared(dataDir)) report(() => tighten(dataDir, DIRECTORY));
  for (const name of readdirSync(dataDir)) {
    if (!OURS.test(name)) continue;
    const place = path.join(dataDir, name);
    // A school's recordings are many: behind a closed door they are looked through while it serves.
    if (name === 'files' && isClosed(place)) void tightenLater(place, report);
    else tightenAll(place, report);
  }
  if (databaseFile === null || path.dirname(databaseFile) === path.resolve(dataDir)) return;
  const start = path.basename(databaseFile);
  for (const name of readdirSync(path.dirname(databaseFile))) {
    if (name.startsWith(start)) tightenAll(path.join(path.dirname(databaseFile), name), report);
  }
}

/** A place that is not the program's alone: the home directory, the root, one where everybody may write. */
function isShared(directory: string): boolean {
  const resolved = path.resolve(directory);
  return (
    resolved === path.parse(resolved).root || resolved === homeOfRunner() || (statSync(resolved).mode & 0o1002) !== 0
  );
}

/** Null for a user whom the system does not know, as in a container that runs under a number of its own. */
function homeOfRunner(): string | null {
  try {
    return homedir();
  } catch {
    return null;
  }
}

function isClosed(directory: string): boolean {
  return (lstatSync(directory).mode & ALL) === DIRECTORY;
}

function tighten(place: string, mode: number): void {
  if ((statSync(place).mode & ALL) !== mode) chmodSync(place, mode);
}

function tightenAll(place: string, report: (work: () => void) => void): void {
  report(() => {
    const found = lstatSync(place);
    if (found.isFile()) tighten(place, FILE);
    if (!found.isDirectory()) return;
    tighten(place, DIRECTORY);
    for (const name of readdirSync(place)) tightenAll(path.join(place, name), report);
  });
}

async function tightenLater(place: string, report: (work: () => void) => void): Promise<void> {
  try {
    for await (const entry of await opendir(place)) {
      const inner = path.join(place, entry.name);
      if (entry.isDirectory()) {
        if (!isClosed(inner)) await chmod(inner, DIRECTORY);
        await tightenLater(inner, report);
      } else if (entry.isFile() && ((await lstat(inner)).mode & ALL) !== FILE) await chmod(inner, FILE);
    }
  } catch (error) {
    report(() => {
      throw error;
    });
  }
}

/** Runs each step; the first that the system does not allow is said once. What went meanwhile needs nothing. */
function reporter(): (work: () => void) => void {
  let hasSaid = false;
  return (work) => {
    try {
      work();
    } catch (error) {
      const { code, path: place } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' || hasSaid) return;
      hasSaid = true;
      logEvent('warn', 'files_not_private', {
        code,
        place,
        message: '不能把数据目录改成只有本用户可读：请让运行考评的用户成为它的所有者',
      });
    }
  };
}
