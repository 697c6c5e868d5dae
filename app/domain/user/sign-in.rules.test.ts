import { describe, expect, it } from 'vitest';
import { ADDRESS_FREE_FAILURES, addressWait, pairWait, waitMessage } from './sign-in.rules';

describe('waiting after failed sign-ins', () => {
  it.each([
    [0, 0],
    [4, 0],
    [5, 30_000],
    [6, 60_000],
    [7, 120_000],
    [12, 3_600_000],
    [500, 3_600_000],
  ])('after %i failures a pair waits %i ms', (failures, wait) => {
    expect(pairWait(failures)).toBe(wait);
  });

  it('lets a room of sixty mistype four times each', () => {
    expect(addressWait(60 * 4)).toBe(0);
    expect(addressWait(ADDRESS_FREE_FAILURES)).toBeGreaterThan(0);
  });

  it('says the wait in seconds, then minutes', () => {
    expect(waitMessage(29_100)).toContain('30 秒');
    expect(waitMessage(61_000)).toContain('2 分钟');
  });
});
