import type { Actor } from '~/domain/actor/actor.rules';
import { createFairLimit } from '~/lib/limit';
import { NeedsWholeBudget, type DecodeBudget } from './audio.server';
import type { FileKind } from './file.rules';
import type { Prepared } from './prepare.server';

/** Whose file that arrived is checked when: nobody's many, large or odd ones hold up what the others send. */

/** Of each person one at a time: a classmate's picture waits for about one of everybody's, however many one sends. */
const pictures = createFairLimit<number>(2, 1);
/** What is drawn anew for a reader has a place of its own, beside those of what arrives. */
const drawings = createFairLimit<number>(1, 1);

const firstTries = createFairLimit<number>(2, 1);
const longOnes = createFairLimit<number>(1, 1);
/** Whose recording needed more than a try gives, which one, and when: for a while theirs do not have that try. */
const slowOnes = new Map<number, { budget: DecodeBudget; at: number }>();
const SLOW_FOR_MS = 5 * 60_000;
const MOST_SLOW = 5000;

/** What is tried before the long queue, by what is known of its sender. */
const TRIES: Record<DecodeBudget, DecodeBudget[]> = { quick: ['quick', 'short'], short: ['short'], whole: [] };

type Prepare = (budget: DecodeBudget) => Promise<Prepared>;

/** Checks and prepares a file that arrived, when it is its owner's turn. */
export function prepareInTurn(actor: Actor, kind: FileKind, prepare: Prepare, now: number): Promise<Prepared> {
  if (kind === 'audio') return recordingInTurn(actor, prepare, now);
  return kind === 'image' ? pictures(actor.id, () => prepare('whole')) : prepare('whole');
}

/** Draws a stored picture anew for a reader. */
export function drawInTurn<T>(reader: Pick<Actor, 'id'>, draw: () => Promise<T>): Promise<T> {
  return drawings(reader.id, draw);
}

/**
 * A recording may take minutes to check. Of each person one at a time; each is tried with what an answer of minutes
 * needs, so that many who send what needs more hold up an answer by a second each, and once more with what it needs
 * on a slow machine. What still needs more, or says itself that it is long, is checked behind those, one at a time for
 * the whole school: hours of sound, from however many, hold up nobody's answer.
 */
async function recordingInTurn(actor: Actor, prepare: Prepare, now: number): Promise<Prepared> {
  const needed = slowOnes.get(actor.id);
  const from = needed && needed.at >= now - SLOW_FOR_MS ? needed.budget : 'quick';
  for (const budget of TRIES[from]) {
    try {
      return await firstTries(actor.id, () => prepare(budget));
    } catch (error) {
      if (!(error instanceof NeedsWholeBudget)) throw error;
      if (slowOnes.size >= MOST_SLOW) slowOnes.clear();
      const isLong = budget === 'short' || error.isStated;
      slowOnes.set(actor.id, { budget: isLong ? 'whole' : 'short', at: now });
      if (isLong) break;
    }
  }
  return longOnes(actor.id, () => prepare('whole'));
}
