/**
 * Lets at most `max` of the given tasks run at once; those who wait take turns: whoever asks for much does not stand
 * before whoever asks for little. `key` says who asks; of each at most `each` run at once. Where all are one person's,
 * p-limit does.
 */
export function createFairLimit<Key>(max: number, each = max): <T>(key: Key, task: () => Promise<T>) => Promise<T> {
  /** By who waits, in the order of their turns. */
  const waiting = new Map<Key, (() => void)[]>();
  const busy = new Map<Key, number>();
  let running = 0;
  const mayBegin = (key: Key) => running < max && (busy.get(key) ?? 0) < each;
  const count = (key: Key, by: 1 | -1) => {
    running += by;
    const now = (busy.get(key) ?? 0) + by;
    if (now > 0) busy.set(key, now);
    else busy.delete(key);
  };
  const wait = (key: Key) =>
    new Promise<void>((resolve) => {
      const own = waiting.get(key);
      if (own) own.push(resolve);
      else waiting.set(key, [resolve]);
    });
  const letNext = () => {
    for (const [key, own] of waiting) {
      if (!mayBegin(key)) continue;
      waiting.delete(key);
      const go = own.shift();
      // Who asked for more comes behind all the others.
      if (own.length > 0) waiting.set(key, own);
      count(key, 1);
      go?.();
      return;
    }
  };
  return async (key, task) => {
    if (mayBegin(key)) count(key, 1);
    else await wait(key);
    try {
      return await task();
    } finally {
      count(key, -1);
      letNext();
    }
  };
}
