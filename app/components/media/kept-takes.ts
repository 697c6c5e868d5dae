/** Recordings that the server does not have yet, kept in the browser's database so that a reload loses none. */

export type KeptTake = {
  key: number;
  userId: number;
  attemptId: number;
  itemId: number;
  blob: Blob;
  durationMs: number;
  /** Where its upload stands on the server, once it has begun. */
  uploadUrl: string | null;
  /** When it was recorded, by this computer's clock. */
  at: number;
};

const STORE = 'takes';
const MAX_AGE_MS = 24 * 3600_000;

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('kaoping', 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'key', autoIncrement: true });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(new Error('the browser keeps no recordings'));
  });
}

/** Does one thing in the database; undefined where the browser has none or it is full. */
async function run<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  try {
    const database = await open();
    try {
      return await new Promise<T>((resolve, reject) => {
        const transaction = database.transaction(STORE, mode);
        const request = work(transaction.objectStore(STORE));
        transaction.oncomplete = () => resolve(request.result);
        transaction.onabort = () => reject(new Error('not kept'));
      });
    } finally {
      database.close();
    }
  } catch {
    return undefined;
  }
}

/** Keeps a recording; answers its key, or null when it stays in the page's memory only. */
export async function keepTake(take: Omit<KeptTake, 'key'>): Promise<number | null> {
  return ((await run('readwrite', (store) => store.add(take))) as number | undefined) ?? null;
}

/** False once a recording is with the server. */
export async function hasTake(key: number): Promise<boolean> {
  return (await run('readonly', (store) => store.count(key))) !== 0;
}

/** Notes where a kept recording's upload stands. */
export async function noteUpload(key: number, uploadUrl: string | null): Promise<void> {
  const take = (await run('readonly', (store) => store.get(key))) as KeptTake | undefined;
  if (take) await run('readwrite', (store) => store.put({ ...take, uploadUrl }));
}

/** Forgets a recording that the server has. */
export async function dropTake(key: number): Promise<void> {
  await run('readwrite', (store) => store.delete(key));
}

/** What this user recorded in this attempt and the server does not have; anybody's are forgotten after a day. */
export async function listKeptTakes(userId: number, attemptId: number): Promise<KeptTake[]> {
  const all = ((await run('readonly', (store) => store.getAll())) ?? []) as KeptTake[];
  const old = all.filter((take) => Date.now() - take.at > MAX_AGE_MS);
  for (const take of old) await dropTake(take.key);
  return all.filter((take) => !old.includes(take) && take.userId === userId && take.attemptId === attemptId);
}
