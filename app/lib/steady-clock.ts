/** More than an hour's drift of the worst clock, less than any exam could bear. */
const JUMP_MS = 60_000;
/** So long a jump must stand before it is believed. */
const PROOF_MS = 5 * 60_000;

/** What happened to the computer's clock: `by` milliseconds (ahead of what was expected, negative behind), `at` which time. */
export type ClockJump = { kind: 'jumped' | 'undone' | 'taken'; by: number; at: number };

/** The last moment at which both were believed, and since when (of `running`) the clock has jumped. */
export type ClockState = { wall: number; running: number; jumpedAt: number | null };

/** `now` tells the time, `state` is what another process of this computer goes on from. */
export type SteadyClock = { now(): number; state(): ClockState };

/**
 * Tells the time by the computer's clock, and goes on by how long it has been running where that clock jumps by a minute
 * or more: a wrong answer of a time server, or somebody's hand, would else end every paper of a room within seconds. A
 * jump that stands for five minutes is believed. `wall` is the computer's clock (UTC), `running` a time that only ever
 * grows and goes on while the computer sleeps, both in milliseconds; `tell` learns of each jump and how it went on. With
 * the state of another process it goes on as that one would.
 */
export function steadyClock(
  wall: () => number,
  running: () => number,
  tell: (jump: ClockJump) => void,
  from: ClockState = { wall: wall(), running: running(), jumpedAt: null },
): SteadyClock {
  let last = { wall: from.wall, running: from.running };
  let { jumpedAt } = from;
  const now = () => {
    const read = { wall: wall(), running: running() };
    const expected = last.wall + (read.running - last.running);
    const by = read.wall - expected;
    if (Math.abs(by) < JUMP_MS) {
      if (jumpedAt !== null) tell({ kind: 'undone', by: 0, at: read.wall });
      jumpedAt = null;
      last = read;
      return read.wall;
    }
    if (jumpedAt === null) tell({ kind: 'jumped', by, at: expected });
    jumpedAt ??= read.running;
    if (read.running - jumpedAt < PROOF_MS) return expected;
    tell({ kind: 'taken', by, at: read.wall });
    jumpedAt = null;
    last = read;
    return read.wall;
  };
  return { now, state: () => ({ ...last, jumpedAt }) };
}
