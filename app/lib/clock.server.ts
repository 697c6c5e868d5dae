import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { logEvent } from './log.server';
import { steadyClock, type ClockJump } from './steady-clock';

// For tests of deadlines against a running server: a file that holds an offset in milliseconds.
const offsetFile = process.env.KAOPING_TEST_CLOCK;

const jumps: ClockJump[] = [];
// Counted on while the computer sleeps, unlike performance.now().
const steadyNow = steadyClock(Date.now, () => Math.round(uptime() * 1000), noteJump);

/**
 * The server's clock in milliseconds since 1970 (UTC), without the jumps of the computer's (decision 0056). Called
 * only at the edge (http/, the sweeper); everything below takes `now` as a parameter.
 */
export function serverNow(): number {
  return offsetFile === undefined || offsetFile === '' ? steadyNow() : steadyNow() + readOffset(offsetFile);
}

/** What the computer's clock has done since this was asked last. */
export function takeClockJumps(): ClockJump[] {
  return jumps.splice(0);
}

function noteJump(jump: ClockJump): void {
  jumps.push(jump);
  logEvent(jump.kind === 'undone' ? 'warn' : 'error', `clock_${jump.kind}`, { seconds: Math.round(jump.by / 1000) });
}

function readOffset(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8')) || 0;
  } catch {
    return 0; // no file: no offset
  }
}
