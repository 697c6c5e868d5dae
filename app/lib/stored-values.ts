/**
 * The specification's stored-value helper: an envelope (type, content, ISO time) written to both storages,
 * read from the persistent one first. Storage may be full or forbidden; then nothing is kept.
 */

export type StoredType = 'string' | 'number' | 'object' | 'boolean';
type Envelope = { type: StoredType; content: unknown; time: string };

/** Empty array, empty object, '', null, undefined and their texts count as missing. */
export function isMissing(value: unknown): boolean {
  if (value === null || value === undefined || value === '' || value === 'null' || value === 'undefined') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

function storages(): Storage[] {
  try {
    return [window.localStorage, window.sessionStorage];
  } catch {
    return []; // forbidden by the browser's settings
  }
}

/** Keeps a value under a key; a missing one removes it. False when the browser refused. */
export function putStored(key: string, content: unknown): boolean {
  if (isMissing(content)) {
    removeStored(key);
    return true;
  }
  const envelope: Envelope = { type: typeof content as StoredType, content, time: new Date().toISOString() };
  let kept = false;
  for (const storage of storages()) {
    try {
      storage.setItem(key, JSON.stringify(envelope));
      kept = true;
    } catch {
      // Full: the other one may have room. What was there before is older than this.
      storage.removeItem(key);
    }
  }
  return kept;
}

/** The value under a key, or undefined when missing, broken or older than `maxAgeMs`. */
export function getStored<T>(key: string, maxAgeMs = Infinity): T | undefined {
  for (const storage of storages()) {
    const text = storage.getItem(key);
    if (text === null) continue;
    try {
      const { type, content, time } = JSON.parse(text) as Envelope;
      const age = Date.now() - Date.parse(time);
      if (typeof content === type && !isMissing(content) && !(age > maxAgeMs)) return content as T;
    } catch {
      /* not ours: treat as missing */
    }
  }
  return undefined;
}

/** Removes a key from both storages. */
export function removeStored(key: string): void {
  for (const storage of storages()) storage.removeItem(key);
}

/** Answers that the server has not acknowledged; they outlive signing out, for the same user only. */
export const UNSENT_KEYS = ['penTestData', 'theoryData'];
export const UNSENT_MAX_AGE_MS = 24 * 3_600_000;

const USER_KEYS = ['cms_data', 'current_user_id', 'getExam', 'marking'];

/** What signing out and the public routes remove: everything about the user but unsent answers of the last day. */
export function clearStoredUser(): void {
  USER_KEYS.forEach(removeStored);
  for (const key of UNSENT_KEYS) if (getStored(key, UNSENT_MAX_AGE_MS) === undefined) removeStored(key);
}

/** Says whose browser this is now; what another user left goes first. */
export function keepStoredUser(userId: number): void {
  if (getStored('current_user_id') === userId) return;
  clearStoredUser();
  putStored('current_user_id', userId);
}
