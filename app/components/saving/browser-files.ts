import type { KeptPhoto } from './photo-queue';
import type { FileStore } from './surroundings';
import type { KeptSlice, KeptTake, Locks } from './take-queue';

/** Recordings and photos that the server does not have yet, in the browser's database. */

const STORES = ['takes', 'slices', 'photos'] as const;
/** Where the browser's database hangs, the page goes on without it. */
const WAIT_MS = 3000;

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('kaoping', 2);
    request.onupgradeneeded = () => {
      const database = request.result;
      Array.from(database.objectStoreNames).forEach((name) => database.deleteObjectStore(name));
      STORES.forEach((name) => database.createObjectStore(name, { keyPath: 'key', autoIncrement: true }));
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(new Error('the browser keeps no files'));
  });
}

/** Does one thing in a store; undefined where the browser has none or it is full, null where it does not answer. */
function run<T>(
  name: (typeof STORES)[number],
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined | null> {
  const done = async () => {
    try {
      const database = await open();
      try {
        return await new Promise<T>((resolve, reject) => {
          const transaction = database.transaction(name, mode);
          const request = work(transaction.objectStore(name));
          transaction.oncomplete = () => resolve(request.result);
          transaction.onabort = () => reject(new Error('not kept'));
        });
      } finally {
        database.close();
      }
    } catch {
      return undefined;
    }
  };
  return Promise.race([done(), new Promise<null>((resolve) => setTimeout(() => resolve(null), WAIT_MS))]);
}

function fileStore<Row extends object>(name: (typeof STORES)[number]): FileStore<Row> {
  return {
    add: async (row) => ((await run(name, 'readwrite', (store) => store.add(row))) as number | undefined) ?? null,
    list: async () => {
      const rows = await run(name, 'readonly', (store) => store.getAll());
      return rows === null ? null : ((rows ?? []) as (Row & { key: number })[]);
    },
    change: async (key, changes) => {
      const row = (await run(name, 'readonly', (store) => store.get(key))) as Row | undefined;
      if (row) await run(name, 'readwrite', (store) => store.put({ ...row, ...changes }));
    },
    remove: async (key) => void (await run(name, 'readwrite', (store) => store.delete(key))),
  };
}

export const browserTakes = fileStore<KeptTake>('takes');
export const browserSlices = fileStore<KeptSlice>('slices');
export const browserPhotos = fileStore<KeptPhoto>('photos');

/** Between the windows of one browser; where it has no locks, the server's offsets keep two of them apart. */
export const browserLocks: Locks = {
  async hold(name, work) {
    const locks = (navigator as { locks?: LockManager }).locks;
    await (locks ? locks.request(name, work) : work());
  },
};
