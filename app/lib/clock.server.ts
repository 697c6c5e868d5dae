import cluster from 'node:cluster';
import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { logEvent } from './log.server';
import { steadyClock, type ClockJump, type ClockState, type SteadyClock } from './steady-clock';

// For tests of deadlines against a running server: a file that holds an offset in milliseconds.
const offsetFile = process.env.KAOPING_TEST_CLOCK;

/** Machines whose clocks are nearer than this agree: the answer of a busy database takes as long. */
const AGREE_MS = 10_000;

/** What is told of the clock: its jumps, and that the database's machine has another time, which the school keeps to. */
export type ClockNews = ClockJump | { kind: 'differs'; by: number; at: number };
/** What a process that is to take this one's place needs to know (server/several.mjs). */
type ClockReport = ClockState & { ahead: number };

const news: ClockNews[] = [];
const inherited = readReport();
/** By how much this computer is ahead of the database's, where they do not agree. */
let ahead = inherited?.ahead ?? 0;
let isCompared = inherited !== null;
let clock = beginClock(inherited ?? undefined);

function beginClock(from?: ClockState): SteadyClock {
  // Counted on while the computer sleeps, unlike performance.now().
  const running = () => Math.round(uptime() * 1000);
  return steadyClock(() => Date.now() - ahead, running, noteJump, from);
}

/**
 * The server's clock in milliseconds since 1970 (UTC), without the jumps of the computer's, and by the database's
 * where that is another machine with another time (decision 0056). Called
 * only at the edge (http/, the sweeper); everything below takes `now` as a parameter.
 */
export function serverNow(): number {
  return offsetFile === undefined || offsetFile === '' ? clock.now() : clock.now() + readOffset(offsetFile);
}

/**
 * Keeps the school to the time of the database, which all its machines share: `difference` is by how much this computer is
 * ahead of it. The first one is taken at once; one that comes later is a jump like any other.
 */
export function keepToDatabase(difference: number): void {
  const isAgreed = Math.abs(difference - ahead) < AGREE_MS;
  if (!isAgreed) ahead = Math.abs(difference) < AGREE_MS ? 0 : Math.round(difference);
  if (!isCompared && !isAgreed) clock = beginClock();
  isCompared = true;
  if (isAgreed) return;
  logEvent(ahead === 0 ? 'warn' : 'error', 'clock_differs', { seconds: Math.round(ahead / 1000) });
  if (ahead !== 0) news.push({ kind: 'differs', by: ahead, at: clock.now() });
}

/** Lets the process that began this one know its time, for one that will take its place. */
export function reportClock(): void {
  if (!cluster.isWorker) return;
  clock.now();
  process.send?.({ clock: { ...clock.state(), ahead } satisfies ClockReport });
}

/** What happened to the clock since this was asked last. */
export function takeClockNews(): ClockNews[] {
  return news.splice(0);
}

function noteJump(jump: ClockJump): void {
  news.push(jump);
  logEvent(jump.kind === 'undone' ? 'warn' : 'error', `clock_${jump.kind}`, { seconds: Math.round(jump.by / 1000) });
}

/** Of the processes before this one; what it begins itself is not to go on from then. */
function readReport(): ClockReport | null {
  const { KAOPING_CLOCK: report } = process.env;
  delete process.env.KAOPING_CLOCK;
  return report ? (JSON.parse(report) as ClockReport) : null;
}

function readOffset(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8')) || 0;
  } catch {
    return 0; // no file: no offset
  }
}
