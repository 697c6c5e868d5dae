import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const MEMORY = '/dev/shm';
const MEMORY_BYTES = 2 * 1024 ** 3;

/**
 * A new folder in memory where there is room for it. Every file of tests makes databases and uploads and removes them: on
 * a disk each of their commits waits until the disk has it, and looking for places for them is work too. Only for data:
 * programs may not be run from the memory's file system everywhere.
 */
export function folderInMemory(prefix: string): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize < MEMORY_BYTES ? undefined : mkdtempSync(path.join(MEMORY, prefix));
  } catch {
    // Linux has it, and not everybody may write there.
    return undefined;
  }
}

const made = new Set<string>();

/**
 * A new folder for what a test keeps while it runs: in memory, or else among the system's temporary files. It goes with
 * Playwright's process; a process of Vitest is stopped without a word, so tests there remove theirs.
 */
export function makeTestFolder(prefix: string): string {
  const folder = folderInMemory(prefix) ?? mkdtempSync(path.join(tmpdir(), prefix));
  if (made.size === 0) {
    process.once('exit', () => {
      for (const one of made) rmSync(one, { recursive: true, force: true });
    });
  }
  made.add(folder);
  return folder;
}
