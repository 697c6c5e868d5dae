import path from 'node:path';
import { env } from '~/lib/env.server';
import { createLocalStore } from './local-store.server';
import type { ObjectStore } from './object-store';

let current: { directory: string; store: ObjectStore } | undefined;

/** Where stored files are kept: DATA_DIR/files on the local disk. */
export function storage(): ObjectStore {
  const directory = path.join(env().dataDir, 'files');
  if (current?.directory !== directory) current = { directory, store: createLocalStore(directory) };
  return current.store;
}
