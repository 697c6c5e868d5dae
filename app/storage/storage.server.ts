import path from 'node:path';
import { env } from '~/lib/env.server';
import { createLocalStore } from './local-store.server';
import type { ObjectStore } from './object-store';

let current: { dataDir: string; store: ObjectStore } | undefined;

/** Where stored files are kept: DATA_DIR/files on the local disk. */
export function storage(): ObjectStore {
  const { dataDir } = env();
  if (current?.dataDir !== dataDir) current = { dataDir, store: storeIn(dataDir) };
  return current.store;
}

/** The store of a data directory; makes nothing there. */
export function storeIn(dataDir: string): ObjectStore {
  return createLocalStore(path.join(dataDir, 'files'));
}
