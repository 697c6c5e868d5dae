import path from 'node:path';
import { env, type Env } from '~/lib/env.server';
import { logEvent } from '~/lib/log.server';
import { createLocalStore } from './local-store.server';
import { createMovingStore, type MovingStore } from './moving-store';
import type { ObjectStore } from './object-store';
import { createS3Store } from './s3-store.server';

/** What says where stored files are. */
export type StoreSettings = Pick<Env, 'dataDir' | 's3'>;

let current: { settings: StoreSettings; store: ObjectStore } | undefined;

/** Where stored files are kept: DATA_DIR/files on the local disk, or a bucket (S3_URL). */
export function storage(): ObjectStore {
  const settings = env();
  if (current?.settings !== settings) current = { settings, store: storeOf(settings) };
  return current.store;
}

/** The store of these settings; makes nothing there. */
export function storeOf({ dataDir, s3 }: StoreSettings): ObjectStore {
  const local = createLocalStore(path.join(dataDir, 'files'));
  return s3 === undefined ? local : createMovingStore(local, createS3Store(s3));
}

/** Where that is, for the person who looks after it. */
export function sayPlace({ dataDir, s3 }: StoreSettings): string {
  return s3 === undefined ? `数据目录 ${dataDir}` : `对象存储 ${s3.url}`;
}

/**
 * Where files are kept in a bucket: moves there what still lies in the data directory, from before the bucket or from a
 * backup that was restored. Answers how many objects those were; what could not be brought is named in the log. For the
 * server's sweeper; harmless at several at once.
 */
export async function moveStoredFiles(): Promise<number> {
  const store = storage();
  if (!isMoving(store)) return 0;
  const { moved, left } = await store.move();
  if (moved > 0) logEvent('warn', 'files_moved', { count: moved });
  if (left.length > 0) logEvent('error', 'files_not_moved', { count: left.length, ids: left.slice(0, 20) });
  return moved;
}

const isMoving = (store: ObjectStore): store is MovingStore => 'move' in store;
