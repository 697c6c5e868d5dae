import { access, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { temporaryDirectory } from '~/lib/temporary-files.server';

/**
 * The file of an import while it is read, so that another process can go on when this one dies: once, because a file
 * may be what it dies of.
 */
const pathOf = (importId: string) => path.join(temporaryDirectory(), `import-${importId}`);

/** Keeps the bytes until the reading has ended. */
export async function keepImportFile(importId: string, bytes: Uint8Array): Promise<void> {
  await writeFile(pathOf(importId), bytes, { mode: 0o600 });
}

/** Whether another process may take the reading up. */
export function isImportFileKept(importId: string): Promise<boolean> {
  return access(pathOf(importId)).then(
    () => true,
    () => false,
  );
}

/** The bytes, for the one time that the reading is taken up; null when it cannot be. */
export async function takeImportFile(importId: string): Promise<Buffer | null> {
  const taken = `${pathOf(importId)}.again`;
  try {
    await rename(pathOf(importId), taken);
    return await readFile(taken);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

const sourceOf = (importId: string) => `${pathOf(importId)}.source`;

/** Keeps the bytes of a file that may be read as something else until the import is stored or dropped. */
export async function keepSource(importId: string, bytes: Uint8Array): Promise<void> {
  await writeFile(sourceOf(importId), bytes, { mode: 0o600 });
}

/** The kept bytes; null when there are none. */
export async function findSource(importId: string): Promise<Buffer | null> {
  return readFile(sourceOf(importId)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

/** Forgets the kept bytes; twice is harmless. */
export async function dropSource(importId: string): Promise<void> {
  await rm(sourceOf(importId), { force: true });
}

/** Forgets the bytes; twice is harmless. */
export async function dropImportFile(importId: string): Promise<void> {
  for (const file of [pathOf(importId), `${pathOf(importId)}.again`]) await rm(file, { force: true });
}
