import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  clearStoredUser,
  getStored,
  isMissing,
  keepStoredUser,
  putStored,
  removeStored,
  UNSENT_MAX_AGE_MS,
} from './stored-values';

/** A browser's storage; `room` is how many characters fit. */
function fakeStorage(room = Infinity) {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (text.length > room) throw new DOMException('full', 'QuotaExceededError');
      values.set(key, text);
    },
    removeItem: (key: string) => values.delete(key),
    keys: () => [...values.keys()],
  };
}

let local = fakeStorage();
let session = fakeStorage();

beforeEach(() => {
  local = fakeStorage();
  session = fakeStorage();
  vi.stubGlobal('window', {
    get localStorage() {
      return local;
    },
    get sessionStorage() {
      return session;
    },
  });
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 1, 2, 3) });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('what counts as missing', () => {
  it.each([[[]], [{}], [''], [null], [undefined], ['null'], ['undefined']])('%j is missing', (value) => {
    expect(isMissing(value)).toBe(true);
  });

  it.each([[0], [false], ['0'], [[0]], [{ a: undefined }], [' ']])('%j is there', (value) => {
    expect(isMissing(value)).toBe(false);
  });
});

describe('a stored value', () => {
  it.each([
    ['string', '春天'],
    ['number', 0],
    ['boolean', false],
    ['object', { a: [1] }],
  ])('is an envelope of type %s with its time, in both storages', (type, content) => {
    expect(putStored('k', content)).toBe(true);
    const envelope = { type, content, time: '2026-11-21T01:02:03.000Z' };
    expect(JSON.parse(local.getItem('k') ?? '')).toEqual(envelope);
    expect(JSON.parse(session.getItem('k') ?? '')).toEqual(envelope);
    expect(getStored('k')).toEqual(content);
  });

  it('is read from the persistent storage first, then from the session’s', () => {
    putStored('k', 'both');
    session.setItem('k', JSON.stringify({ type: 'string', content: 'session', time: new Date().toISOString() }));
    expect(getStored('k')).toBe('both');
    local.removeItem('k');
    expect(getStored('k')).toBe('session');
    removeStored('k');
    expect(getStored('k')).toBeUndefined();
  });

  it('is removed by a missing one, and missing when it is too old, broken or of another type', () => {
    putStored('k', 'x');
    putStored('k', []);
    expect(local.keys()).toEqual([]);
    putStored('k', 'x');
    vi.advanceTimersByTime(1001);
    expect(getStored('k', 1000)).toBeUndefined();
    for (const text of [
      '{',
      '"x"',
      '{"type":"number","content":"x","time":""}',
      '{"type":"string","content":"null"}',
    ]) {
      local.setItem('k', text);
      session.setItem('k', text);
      expect(getStored('k')).toBeUndefined();
    }
  });

  it('that does not fit into one storage is the other’s alone: an older one is never read instead', () => {
    local = fakeStorage(120);
    putStored('k', 'short');
    expect(putStored('k', 'long'.repeat(30))).toBe(true);
    expect(getStored('k')).toBe('long'.repeat(30));
    session = fakeStorage(120);
    expect(putStored('k', 'long'.repeat(30))).toBe(false);
  });

  it('is simply not kept where the browser forbids storage', () => {
    vi.stubGlobal('window', {
      get localStorage(): Storage {
        throw new DOMException('forbidden', 'SecurityError');
      },
    });
    expect(putStored('k', 'x')).toBe(false);
    expect(getStored('k')).toBeUndefined();
  });
});

describe('whose values they are', () => {
  const all = ['cms_data', 'getExam', 'marking', 'penTestData', 'theoryData'];

  it('signing out removes everything but answers of the last day that were not acknowledged', () => {
    keepStoredUser(7);
    for (const key of all) putStored(key, { of: 7 });
    clearStoredUser();
    expect(local.keys()).toEqual(['penTestData', 'theoryData']);
    expect(session.keys()).toEqual(['penTestData', 'theoryData']);
    vi.advanceTimersByTime(UNSENT_MAX_AGE_MS + 1);
    clearStoredUser();
    expect(local.keys()).toEqual([]);
  });

  it('another user finds nothing of the last one, the same user finds it again', () => {
    keepStoredUser(7);
    putStored('cms_data', { theme: 'light' });
    keepStoredUser(7);
    expect(getStored('cms_data')).toEqual({ theme: 'light' });
    keepStoredUser(8);
    expect(getStored('cms_data')).toBeUndefined();
    expect(getStored('current_user_id')).toBe(8);
  });
});
