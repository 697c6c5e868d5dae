import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { env } from './env.server';
import { newUuid } from './ids.server';

/** Where files stand while they arrive and are checked: on the same file system as the stored ones. */
export function temporaryDirectory(): string {
  const directory = path.join(env().dataDir, 'tmp');
  mkdirSync(directory, { recursive: true });
  return directory;
}

/** A new path in the temporary directory; nothing exists there yet. */
export function temporaryPath(extension = ''): string {
  return path.join(temporaryDirectory(), `${newUuid()}${extension}`);
}

/** Removes temporary files; one that was moved on or never made is fine. */
export async function discardTemporary(...paths: string[]): Promise<void> {
  await Promise.all(paths.map((file) => rm(file, { force: true })));
}
