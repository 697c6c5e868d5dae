import type { Way } from '~/components/media/call-api';
import type { ApiAnswer } from '~/lib/api-client';

export type { Way };

/**
 * What the parts that must never lose anything (answers, takes, photos) are given instead of the browser, so that
 * tests drive them through hours of broken lines in milliseconds. `browser-surroundings.ts` is the real one.
 */

export interface Clock {
  /** Milliseconds that only go forward; what the computer's clock is set to changes nothing. */
  elapsed(): number;
  /** Calls once after so many milliseconds; the answer takes it back. */
  after(milliseconds: number, run: () => void): () => void;
}

export interface Network {
  /** Posts to a path under /api. Always answers: a broken line is status 0 and transient. */
  post<T>(path: string, body: Record<string, unknown>, way?: Way): Promise<ApiAnswer<T>>;
}

/** Short texts that outlive the page, in one storage for all its windows; nothing is kept where it is full. */
export interface TextStore {
  get<T>(key: string): T | undefined;
  /** False when the browser keeps nothing. */
  put(key: string, value: unknown): boolean;
}

/** Rows with files that outlive the page (recordings, photos); every promise resolves, null where nothing is kept. */
export interface FileStore<Row extends object> {
  add(row: Row): Promise<number | null>;
  /** Null where the browser does not answer: what is kept is not known then. */
  list(): Promise<(Row & { key: number })[] | null>;
  change(key: number, changes: Partial<Row>): Promise<void>;
  remove(key: number): Promise<void>;
}

const ASK_AGAIN_MS = 2000;

/** What is kept, once the browser says it: a busy one may be asked for long, and nothing may be taken for gone. */
export async function listKept<Row extends object>(clock: Clock, store: FileStore<Row>) {
  for (;;) {
    const rows = await store.list();
    if (rows) return rows;
    await new Promise<void>((resolve) => clock.after(ASK_AGAIN_MS, resolve));
  }
}
