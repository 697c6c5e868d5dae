import { beforeEach, expect, test } from 'vitest';
import { steadyClock, type ClockJump, type ClockState } from './steady-clock';

const NOON = Date.parse('2026-11-30T04:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let wall = NOON;
let running = 0;
let told: Pick<ClockJump, 'kind' | 'by'>[] = [];
let now: () => number;
let state: () => ClockState;

const begin = (from?: ClockState) =>
  ({ now, state } = steadyClock(
    () => wall,
    () => running,
    ({ kind, by }) => told.push({ kind, by }),
    from,
  ));

/** Time goes by; `by` is what the computer's clock is moved besides. */
function pass(ms: number, by = 0): void {
  running += ms;
  wall += ms + by;
}

beforeEach(() => {
  wall = NOON;
  running = 0;
  told = [];
  begin();
});

test('a clock that is an hour ahead for some seconds moves nothing', () => {
  pass(10_000, HOUR);
  expect(now()).toBe(NOON + 10_000);
  pass(14_000);
  expect(now()).toBe(NOON + 24_000);
  pass(1000, -HOUR);
  expect(now()).toBe(NOON + 25_000);
  pass(1000);
  expect(now()).toBe(NOON + 26_000);
  expect(told).toEqual([
    { kind: 'jumped', by: HOUR },
    { kind: 'undone', by: 0 },
  ]);
});

test('a clock that is set right, ahead or behind, is believed after five minutes', () => {
  for (const by of [2 * HOUR, -8 * HOUR]) {
    told = [];
    const before = now();
    pass(1000, by);
    expect(now()).toBe(before + 1000);
    pass(5 * MINUTE - 1);
    expect(now()).toBe(before + 1000 + 5 * MINUTE - 1);
    pass(1);
    expect(now()).toBe(before + 1000 + 5 * MINUTE + by);
    pass(1000);
    expect(now()).toBe(before + 2000 + 5 * MINUTE + by);
    expect(told).toEqual([
      { kind: 'jumped', by },
      { kind: 'taken', by },
    ]);
  }
});

test('small corrections are followed at once, however many', () => {
  for (let round = 0; round < 100; round += 1) {
    pass(10_000, 30_000);
    expect(now()).toBe(wall);
  }
  expect(told).toEqual([]);
});

test('a computer that has slept is no jump: what runs has run on', () => {
  pass(9 * HOUR);
  expect(now()).toBe(NOON + 9 * HOUR);
  expect(told).toEqual([]);
});

test('a process that takes another one’s place goes on with its time, before and after it has seen the jump', () => {
  const seen = state();
  pass(1000, HOUR);
  begin(seen);
  expect(now()).toBe(NOON + 1000);
  pass(4 * MINUTE);
  begin(state());
  expect(now()).toBe(NOON + 1000 + 4 * MINUTE);
  pass(MINUTE);
  expect(now()).toBe(NOON + 1000 + 5 * MINUTE + HOUR);
  expect(told).toEqual([
    { kind: 'jumped', by: HOUR },
    { kind: 'taken', by: HOUR },
  ]);
});
