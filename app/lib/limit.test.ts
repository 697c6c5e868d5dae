import { expect, test } from 'vitest';
import { createFairLimit, createRankedLimit } from './limit';

/** Asks for so many pieces each, one after another, and says in which order they were done. */
async function orderOf(max: number, wishes: [who: string, pieces: number][]): Promise<string> {
  const limit = createFairLimit<string>(max);
  const done: string[] = [];
  const piece = (who: string) =>
    limit(who, async () => {
      await Promise.resolve();
      done.push(who);
    });
  await Promise.all(
    wishes.map(async ([who, pieces]) => {
      for (let at = 0; at < pieces; at += 1) await piece(who);
    }),
  );
  return done.join('');
}

test('who asks for much waits for who asks for little, a piece at a time', async () => {
  expect(
    await orderOf(1, [
      ['a', 6],
      ['b', 2],
      ['c', 1],
    ]),
  ).toBe('abcabaaaa');
});

test('pieces asked for at once by one person take that person’s turns', async () => {
  const limit = createFairLimit<string>(1);
  const done: string[] = [];
  const ask = (who: string) => limit(who, () => Promise.resolve(void done.push(who)));
  await Promise.all([...Array.from({ length: 4 }, () => ask('a')), ask('b')]);
  expect(done.join('')).toBe('aabaa');
});

test('a piece that fails gives its place on', async () => {
  const limit = createFairLimit<string>(1);
  const failed = limit('a', () => Promise.reject(new Error('broken')));
  const next = limit('b', () => Promise.resolve('done'));
  await expect(failed).rejects.toThrow('broken');
  await expect(next).resolves.toBe('done');
});

test('of one person no more than their share runs, however much room there is', async () => {
  const limit = createFairLimit<string>(2, 1);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (who: string) =>
    limit(who.charAt(0), () => {
      begun.push(who);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const all = [ask('a1'), ask('a2'), ask('a3'), ask('b1'), ask('c1'), ask('b2')];
  await Promise.resolve();
  expect(begun).toEqual(['a1', 'b1']);
  for (let end = ends.shift(); end; end = ends.shift()) {
    end();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(all);
  expect(begun).toEqual(['a1', 'b1', 'a2', 'c1', 'b2', 'a3']);
});

test('one place is for rank 0; of those who wait the lowest rank goes first', async () => {
  const limit = createRankedLimit(2);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (who: string, rank: number) =>
    limit(rank, () => {
      begun.push(who);
      return new Promise<void>((resolve) => ends.set(who, resolve));
    });
  const end = async (who: string) => {
    ends.get(who)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  const all = [ask('long', 2), ask('hours', 3), ask('drawing', 1), ask('a', 0), ask('b', 0)];
  await Promise.resolve();
  expect(begun).toEqual(['long', 'a']);
  for (const who of ['long', 'a', 'b', 'drawing', 'hours']) await end(who);
  await Promise.all(all);
  expect(begun).toEqual(['long', 'a', 'b', 'drawing', 'hours']);
});
