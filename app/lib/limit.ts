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

/**
 * Lets at most `max` tasks run at once, of those of a rank above 0 together one fewer, so that one place is always for
 * rank 0. Of those who wait the lowest rank goes first, within a rank whoever came first.
 */
export function createRankedLimit(max: number): <T>(rank: number, task: () => Promise<T>) => Promise<T> {
  const waiting: { rank: number; go: () => void }[] = [];
  let running = 0;
  let behind = 0;
  const mayBegin = (rank: number) => running < max && (rank === 0 || behind < max - 1);
  const count = (rank: number, by: 1 | -1) => {
    running += by;
    if (rank > 0) behind += by;
  };
  const letNext = () => {
    const able = waiting.filter(({ rank }) => mayBegin(rank));
    const lowest = Math.min(...able.map(({ rank }) => rank));
    const next = able.find(({ rank }) => rank === lowest);
    if (!next) return;
    waiting.splice(waiting.indexOf(next), 1);
    count(next.rank, 1);
    next.go();
  };
  return async (rank, task) => {
    if (mayBegin(rank)) count(rank, 1);
    else await new Promise<void>((resolve) => waiting.push({ rank, go: resolve }));
    try {
      return await task();
    } finally {
      count(rank, -1);
      letNext();
    }
  };
}
