import { createHash } from 'node:crypto';
import { db, transaction } from '~/db/db.server';
import { slicesOf } from '~/db/update-many.server';
import { logEvent } from '~/lib/log.server';
import { formulasOf } from './formula.rules';

/**
 * The formulas that have been sent to somebody, in a page or an answer of the API: only these are drawn for them
 * (docs/decisions/0046). What stands in a text that was never sent to them is the same to them as what stands nowhere.
 */

/** After so long without being sent again it is forgotten: a page that is still open is loaded again by then. */
const KEPT_MS = 14 * 24 * 3600_000;
/** What is sent again is written again only when it is this old. */
const RENEW_MS = 4 * 24 * 3600_000;
/** No page has more; a form that comes back with its texts might. */
const MAX_OF_ANSWER = 3000;
/** Nor does anybody see more new ones in a day; beyond that nothing is written. */
const MAX_OF_DAY = 20_000;
const DAY_MS = 24 * 3600_000;
/** A page does not wait longer for a database that is busy with something else. */
const WAIT_MS = 1000;
const GENERATION = 50_000;

/** `isPaper`: it was sent in a paper, a text that the student cannot have written; `at`: when its row says so. */
type Shown = { at: number; isPaper: boolean };

// By person and hash, the most used of two generations.
let young = new Map<string, Shown>();
let old = new Map<string, Shown>();

const written = new Map<number, { since: number; rows: number }>();

/** By what a formula is kept. */
export const formulaHash = (tex: string) => createHash('sha256').update(tex).digest('base64url').slice(0, 22);

const keyOf = (userId: number, hash: string) => `${userId} ${hash}`;

function recall(key: string): Shown | undefined {
  const found = young.get(key) ?? old.get(key);
  if (found) remember(key, found);
  return found;
}

function remember(key: string, shown: Shown): void {
  if (young.size >= GENERATION) [old, young] = [young, new Map()];
  young.set(key, shown);
}

/** Forgets what this process remembers, as another process or the next start would not know it. */
export function forgetRemembered(): void {
  young.clear();
  old.clear();
  written.clear();
}

/**
 * Notes the formulas of what is about to be sent to somebody, before it leaves. It never fails: when the database does
 * not take them, this process alone knows, and they are written when they are sent again.
 */
export async function noteShownFormulas(
  sent: unknown,
  readerOf: () => Promise<number | null>,
  now: number,
): Promise<void> {
  const formulas = formulasOf(sent);
  const userId = formulas.length === 0 ? null : await readerOf();
  if (userId !== null) await note(userId, formulas, { at: now, isPaper: false });
}

/**
 * The same for a paper's questions as they are sent to its student, without anything that the student wrote: their
 * drawings are shared among all who get them.
 */
export async function noteFormulasOfPaper(userId: number, questions: unknown, now: number): Promise<void> {
  await note(userId, formulasOf(questions), { at: now, isPaper: true });
}

async function note(userId: number, formulas: string[], shown: Shown): Promise<void> {
  const isNew = (known: Shown | undefined) =>
    !known || shown.at - known.at > RENEW_MS || (shown.isPaper && !known.isPaper);
  // In order, so that two answers to the same person do not wait for each other in turn.
  const hashes = formulas.slice(0, MAX_OF_ANSWER).map(formulaHash).sort();
  const unknown = hashes.filter((hash) => isNew(recall(keyOf(userId, hash))));
  if (unknown.length === 0) return;
  for (const hash of unknown) {
    const key = keyOf(userId, hash);
    // Not known to be written: the next page tries again.
    remember(key, { at: 0, isPaper: shown.isPaper || recall(key)?.isPaper === true });
  }
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, WAIT_MS)));
  const writing = write(userId, unknown, shown, isNew).catch((error: unknown) => {
    logEvent('warn', 'formulas_not_noted', { user: userId, error: String(error) });
  });
  await Promise.race([writing, late]).finally(() => clearTimeout(timer));
}

async function write(
  userId: number,
  hashes: string[],
  shown: Shown,
  isNew: (known: Shown | undefined) => boolean,
): Promise<void> {
  const missing: { hash: string; isPaper: boolean }[] = [];
  for (const slice of slicesOf(hashes)) {
    const rows = await findRows(userId, slice);
    for (const hash of slice) {
      const row = rows.get(hash);
      if (row && !isNew(row)) remember(keyOf(userId, hash), row);
      else missing.push({ hash, isPaper: shown.isPaper || row?.isPaper === true });
    }
  }
  if (missing.length === 0 || !hasRoom(userId, missing.length, shown.at)) return;
  const rows = missing.map(({ hash, isPaper }) => {
    return { user_id: userId, hash, is_paper: isPaper ? 1 : 0, shown_at: shown.at };
  });
  await transaction(async () => {
    for (const slice of slicesOf(rows, 200)) {
      await db()
        .insertInto('shown_formulas')
        .values(slice)
        .onConflict((conflict) =>
          conflict
            .columns(['user_id', 'hash'])
            .doUpdateSet({ shown_at: shown.at, ...(shown.isPaper ? { is_paper: 1 } : {}) }),
        )
        .execute();
    }
  });
  for (const { hash, isPaper } of missing) remember(keyOf(userId, hash), { at: shown.at, isPaper });
}

async function findRows(userId: number, hashes: string[]): Promise<Map<string, Shown>> {
  const rows = await db()
    .selectFrom('shown_formulas')
    .select(['hash', 'is_paper', 'shown_at'])
    .where('user_id', '=', userId)
    .where('hash', 'in', hashes)
    .execute();
  return new Map(rows.map((row) => [row.hash, { at: row.shown_at, isPaper: row.is_paper === 1 }]));
}

function hasRoom(userId: number, rows: number, now: number): boolean {
  const found = written.get(userId);
  const own = found && now - found.since < DAY_MS ? found : { since: now, rows: 0 };
  if (own.rows + rows > MAX_OF_DAY) return false;
  own.rows += rows;
  written.set(userId, own);
  return true;
}

/** How a formula was sent to somebody; undefined when it was not. */
export async function findShownFormula(userId: number, hash: string): Promise<Shown | undefined> {
  const key = keyOf(userId, hash);
  const known = recall(key);
  if (known) return known;
  const row = (await findRows(userId, [hash])).get(hash);
  if (row) remember(key, row);
  return row;
}

/** Drops what was not sent again for long; part of the server's sweep. */
export async function removeOldShownFormulas(now: number): Promise<void> {
  const people = await db().selectFrom('shown_formulas').select('user_id').distinct().execute();
  // A few at a time: nobody who saves an answer waits for it.
  for (const slice of slicesOf(people, 50)) {
    const ids = slice.map(({ user_id }) => user_id);
    await db()
      .deleteFrom('shown_formulas')
      .where('user_id', 'in', ids)
      .where('shown_at', '<', now - KEPT_MS)
      .execute();
  }
}
