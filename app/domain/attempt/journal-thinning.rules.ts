import { groupBy } from '~/lib/group-by';

/** Which versions of a paper's answers are let go when there is far too much of them. Pure. */

/** No honest paper comes near it: an essay of two hours, saved every five seconds, makes some two million characters. */
export const MOST_JOURNAL_SIZE = 16 * 1024 * 1024;
/** What is let go is enough for a while, so that it is rarely looked for. */
const LEFT_SIZE = MOST_JOURNAL_SIZE / 2;
/** Of each question the newest stay, whatever else: a page that was away may go on from one of them. */
const NEWEST = 10;
const MINUTE_MS = 60_000;
const LONGEST_STEP_MS = 64 * MINUTE_MS;

/** A version that was saved; `size` is the length of its text, in characters. */
export type Version = { id: number; itemId: number; receivedAt: number; size: number };

/**
 * The ids of those to let go, given oldest first: of each question the first, the newest and the last of every minute
 * stay; of every two, four, eight … minutes where that is still too much.
 */
export function versionsToDrop(versions: readonly Version[]): number[] {
  const sum = (some: readonly Version[]) => some.reduce((size, one) => size + one.size, 0);
  let kept = versions;
  if (sum(kept) <= MOST_JOURNAL_SIZE) return [];
  for (let step = MINUTE_MS; step <= LONGEST_STEP_MS && sum(kept) > LEFT_SIZE; step *= 2) kept = thinned(kept, step);
  const stays = new Set(kept);
  return versions.filter((one) => !stays.has(one)).map(({ id }) => id);
}

function thinned(versions: readonly Version[], step: number): Version[] {
  return [...groupBy(versions, ({ itemId }) => itemId).values()].flatMap((all) =>
    all.filter((one, index) => {
      const next = all[index + 1];
      const isLastOfStep = !next || Math.floor(next.receivedAt / step) !== Math.floor(one.receivedAt / step);
      return index === 0 || index >= all.length - NEWEST || isLastOfStep;
    }),
  );
}
