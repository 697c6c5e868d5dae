import { createHash } from 'node:crypto';
import { db } from '~/db/db.server';
import type { Actor } from '~/domain/user/user.rules';
import { AppError } from '~/lib/errors';
import type { drawInTime } from '~/lib/formula-drawing.server';
import { inThread } from '~/lib/threads.server';
import { typedFormula } from '~/lib/typed-formula';
import { formulasOf } from './formula.rules';

/**
 * The formulas that stand in stored texts, by the hash of what was typed, and their drawings: a formula of which no
 * text knows is not drawn for anybody, and one that is known is drawn once.
 */

/** Rises when the library or the look of drawings changes: then they are made anew. */
const DRAWN_BY = 2;
/** A busy machine may be the one that was late; after this many times it is the formula. */
const MAX_TRIES = 3;
const NEXT_TRY_MS = 60_000;
const ROWS = 200;
const MAX_KEPT = 1000;

const kept = new Map<string, string>();
const going = new Map<string, Promise<Drawing>>();
const late = new Map<string, number>();

/** `isFinal`: the same formula will always look like this. */
export type Drawing = { svg: string; isFinal: boolean };

const hashOf = (tex: string) => createHash('sha256').update(tex).digest('hex');

/** Makes the formulas of texts that are being stored known; in the transaction that stores them. */
export async function noteFormulas(...values: unknown[]): Promise<void> {
  // In order, so that two who store the same ones at once do not wait for each other in turn.
  const hashes = formulasOf(values).map(hashOf).sort();
  for (let start = 0; start < hashes.length; start += ROWS) {
    await db()
      .insertInto('formulas')
      .values(hashes.slice(start, start + ROWS).map((hash) => ({ hash })))
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .execute();
  }
}

/** Of formulas that stand nowhere a page asks for few: those of a student's own answers. Whoever tries out answers asks for more. */
const MANY_GUESSES = 20;
const GUESSES_MS = 24 * 3600_000;
const guesses = new Map<number, { hashes: Set<string>; since: number }>();

/** Says so in the log; the same one asked for again is one guess. */
function noteGuess(student: Actor, tex: string, now: number): void {
  const found = guesses.get(student.id);
  const mine = found && now - found.since < GUESSES_MS ? found : { hashes: new Set<string>(), since: now };
  guesses.set(student.id, mine);
  const before = mine.hashes.size;
  if (before < MANY_GUESSES) mine.hashes.add(hashOf(tex));
  if (before < MANY_GUESSES && mine.hashes.size === MANY_GUESSES)
    console.warn(JSON.stringify({ level: 'warn', event: 'formula_guesses', user: student.id }));
}

/**
 * The drawing of a formula that stands in a stored text; one that takes too long to draw is shown as typed.
 * @throws AppError not_found for any other
 */
export async function getFormula(tex: string, now: number): Promise<Drawing> {
  const hash = hashOf(tex);
  const svg = kept.get(hash);
  if (svg !== undefined) return { svg, isFinal: true };
  const begun = going.get(hash);
  if (begun) return begun;
  const drawing = find(hash, tex, now).finally(() => going.delete(hash));
  going.set(hash, drawing);
  return drawing;
}

/** The same for a student, to whom what stands nowhere, such as a formula in an answer of theirs, is shown as typed. */
export async function getFormulaForStudent(tex: string, student: Actor, now: number): Promise<Drawing> {
  try {
    return await getFormula(tex, now);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'not_found')) throw error;
    noteGuess(student, tex, now);
    return { svg: typedFormula(tex), isFinal: false };
  }
}

async function find(hash: string, tex: string, now: number): Promise<Drawing> {
  const row = await db().selectFrom('formulas').selectAll().where('hash', '=', hash).executeTakeFirst();
  if (!row) throw new AppError('not_found', '没有这个公式。');
  if (row.svg !== null && row.drawn_by === DRAWN_BY) return keep(hash, row.svg);
  if (row.tries >= MAX_TRIES && row.drawn_by === DRAWN_BY) return keep(hash, typedFormula(tex));
  if ((late.get(hash) ?? 0) > now) return { svg: typedFormula(tex), isFinal: false };
  const svg = await draw(tex);
  const tries = row.drawn_by === DRAWN_BY ? row.tries : 0;
  await db()
    .updateTable('formulas')
    .set(svg === null ? { tries: tries + 1, svg: null, drawn_by: DRAWN_BY } : { svg, drawn_by: DRAWN_BY })
    .where('hash', '=', hash)
    .execute();
  if (svg !== null) return keep(hash, svg);
  if (late.size >= MAX_KEPT) late.clear();
  late.set(hash, now + NEXT_TRY_MS);
  return { svg: typedFormula(tex), isFinal: false };
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

function keep(hash: string, svg: string): Drawing {
  if (kept.size >= MAX_KEPT) kept.delete(kept.keys().next().value as string);
  kept.set(hash, svg);
  return { svg, isFinal: true };
}
