/** Lets at most `max` of the given tasks run at once; the others wait in the order they came. */
export function createLimit(max: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      // The place goes straight to the next one, so nobody can slip in between.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/**
 * The same, but those who wait take turns: whoever asks for much does not stand before whoever asks for little. `key`
 * says who asks.
 */
export function createFairLimit<Key>(max: number): <T>(key: Key, task: () => Promise<T>) => Promise<T> {
  /** By who waits, in the order of their turns. */
  const waiting = new Map<Key, (() => void)[]>();
  let running = 0;
  const wait = (key: Key) =>
    new Promise<void>((resolve) => {
      const own = waiting.get(key);
      if (own) own.push(resolve);
      else waiting.set(key, [resolve]);
    });
  return async (key, task) => {
    if (running >= max) await wait(key);
    else running += 1;
    try {
      return await task();
    } finally {
      const [first] = waiting;
      if (first) {
        const [next, own] = first;
        waiting.delete(next);
        const go = own.shift();
        // Who asked for more comes behind all the others.
        if (own.length > 0) waiting.set(next, own);
        go?.();
      } else running -= 1;
    }
  };
}
