import pLimit, { type LimitFunction } from 'p-limit';
import { db } from '~/db/db.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { AppError } from '~/lib/errors';
import type { drawInTime } from '~/lib/formula-drawing.server';
import { inThread } from '~/lib/threads.server';
import { typedFormula } from '~/lib/typed-formula';
import { formulasOf } from './formula.rules';
import { findShownFormula, formulaHash } from './shown-formulas.commands.server';

/**
 * Drawings of formulas, for whom they were sent to. What is kept of a drawing tells by the time the next one takes
 * that somebody has seen it: so everybody's are kept by themselves, and only those of papers, whose texts their
 * students cannot have written, are shared.
 */

/** Rises when the library or the look of drawings changes: then they are made anew. */
const DRAWN_BY = 2;
/** A busy machine may be the one that was late; after this many times it is the formula. */
const MAX_TRIES = 3;
const NEXT_TRY_MS = 60_000;
const MAX_KEPT_CHARS = 16_000_000;
const MAX_LATE = 1000;

const kept = new Map<string, string>();
let keptChars = 0;
const going = new Map<string, Promise<Drawing>>();
const late = new Map<string, { tries: number; nextAt: number }>();
const lines = new Map<number, LimitFunction>();

/** `isFinal`: the same formula will always look like this to the same person. */
export type Drawing = { svg: string; isFinal: boolean };

const ownKey = (userId: number, hash: string) => `${userId} ${hash}`;

/** Whose drawing it is: everybody's who gets a paper with it, or this person's alone. */
type Asked = { tex: string; hash: string; userId: number; isPaper: boolean; key: string };

/**
 * The drawing of a formula that was sent to this person. Any other is shown as typed, and so is one that takes too
 * long to draw.
 */
export async function getFormula(tex: string, userId: number, now: number): Promise<Drawing> {
  const hash = formulaHash(tex);
  const shown = await findShownFormula(userId, hash);
  if (!shown) return { svg: typedFormula(tex), isFinal: false };
  const { isPaper } = shown;
  const key = isPaper ? hash : ownKey(userId, hash);
  const svg = kept.get(key);
  if (svg !== undefined) return keep(key, svg);
  const begun = going.get(key);
  if (begun) return begun;
  const drawing = find({ tex, hash, userId, isPaper, key }, now).finally(() => going.delete(key));
  going.set(key, drawing);
  return drawing;
}

async function find(asked: Asked, now: number): Promise<Drawing> {
  const { tex, key } = asked;
  const stored = asked.isPaper ? await findStored(asked.hash) : undefined;
  if (stored !== undefined) return keep(key, stored);
  const typed = typedFormula(tex);
  const before = late.get(key);
  if (before && before.nextAt > now) return { svg: typed, isFinal: false };
  const svg = await lineOf(asked.userId, () => draw(tex));
  if (svg !== null) {
    if (asked.isPaper) await store(asked.hash, svg);
    return keep(key, svg);
  }
  const tries = (before?.tries ?? 0) + 1;
  if (tries >= MAX_TRIES) return keep(key, typed);
  if (late.size >= MAX_LATE) late.clear();
  late.set(key, { tries, nextAt: now + NEXT_TRY_MS });
  return { svg: typed, isFinal: false };
}

async function findStored(hash: string): Promise<string | undefined> {
  const row = await db()
    .selectFrom('formulas')
    .select('svg')
    .where('hash', '=', hash)
    .where('drawn_by', '=', DRAWN_BY)
    .executeTakeFirst();
  return row?.svg;
}

async function store(hash: string, svg: string): Promise<void> {
  const drawn = { svg, drawn_by: DRAWN_BY };
  await db()
    .insertInto('formulas')
    .values({ hash, ...drawn })
    .onConflict((conflict) => conflict.column('hash').doUpdateSet(drawn))
    .execute();
}

/** One at a time for each person: who asks for many slow ones keeps nobody else waiting for all of them. */
async function lineOf<T>(userId: number, work: () => Promise<T>): Promise<T> {
  const line = lines.get(userId) ?? pLimit(1);
  lines.set(userId, line);
  try {
    return await line(work);
  } finally {
    if (line.activeCount + line.pendingCount === 0) lines.delete(userId);
  }
}

/** So long the formulas of a question are looked at after it is saved; those left then are not told of. */
const LOOK_MS = 2000;

/**
 * The formulas in the texts of a question of which its author sees what was typed: they are no TeX. The drawings are
 * made in the author's line, and kept for the page that shows the question next.
 */
export async function undrawnFormulas(author: Actor, value: unknown): Promise<string[]> {
  const until = performance.now() + LOOK_MS;
  const undrawn: string[] = [];
  for (const tex of formulasOf(value)) {
    if (performance.now() > until) break;
    const key = ownKey(author.id, formulaHash(tex));
    const svg = kept.get(key) ?? (await lineOf(author.id, () => draw(tex)));
    if (svg === null) continue;
    keep(key, svg);
    if (svg === typedFormula(tex)) undrawn.push(tex);
  }
  return undrawn;
}

/** Null when it was stopped. */
async function draw(tex: string): Promise<string | null> {
  try {
    const { svg, isTyped } = await inThread<typeof drawInTime>('formulas', 'drawFormula', tex, { overLimit: '' });
    return isTyped === 'over_time' ? null : svg;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** Keeps it as the one used last. */
function keep(key: string, svg: string): Drawing {
  keptChars += kept.delete(key) ? 0 : svg.length;
  kept.set(key, svg);
  for (const [oldest, { length }] of kept) {
    if (keptChars <= MAX_KEPT_CHARS) break;
    kept.delete(oldest);
    keptChars -= length;
  }
  return { svg, isFinal: true };
}
