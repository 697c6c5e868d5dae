import { createHash } from 'node:crypto';
import { db, transaction } from '~/db/db.server';
import { toJson } from '~/db/json';
import { readSetting, writeSetting } from '~/db/settings.server';
import { getSensitiveWords } from '~/domain/school/school.queries.server';
import { flaggedWords } from './words.rules';

const KEY = 'flagged_words';
const SLICE = 500;

/**
 * Marks every work and comment by the school's list as it is now, once after each change of the list. Called before
 * a list that shows the marks is read, so that whoever changes the list has nothing to remember. Returns whether
 * there was something to do.
 */
export async function bringFlagsUpToDate(): Promise<boolean> {
  const words = await getSensitiveWords();
  const digest = createHash('sha256').update(toJson(words)).digest('hex');
  if ((await readSetting<string>(KEY)) === digest) return false;
  for (const [table, readAfter] of [
    ['works', worksAfter],
    ['comments', commentsAfter],
  ] as const) {
    await flagAll(words, readAfter, (id, flagged) =>
      db().updateTable(table).set({ flagged }).where('id', '=', id).execute(),
    );
  }
  await writeSetting(KEY, digest);
  return true;
}

type Marked = { id: number; text: string; flagged: string };

/** Goes through a table in slices: each is one short transaction, so that nobody waits for the whole. */
async function flagAll(
  words: string[],
  readAfter: (id: number) => Promise<Marked[]>,
  write: (id: number, flagged: string) => Promise<unknown>,
): Promise<void> {
  let slice: Marked[];
  let last = 0;
  do {
    slice = await transaction(async () => {
      const rows = await readAfter(last);
      for (const row of rows) {
        const flagged = toJson(flaggedWords(row.text, words));
        if (flagged !== row.flagged) await write(row.id, flagged);
      }
      return rows;
    });
    last = slice[slice.length - 1]?.id ?? last;
  } while (slice.length === SLICE);
}

async function worksAfter(id: number): Promise<Marked[]> {
  const rows = await db()
    .selectFrom('works')
    .select(['id', 'title', 'description', 'flagged'])
    .where('id', '>', id)
    .orderBy('id')
    .limit(SLICE)
    .execute();
  return rows.map((row) => ({ id: row.id, text: `${row.title}\n${row.description}`, flagged: row.flagged }));
}

function commentsAfter(id: number): Promise<Marked[]> {
  return db()
    .selectFrom('comments')
    .select(['id', 'text', 'flagged'])
    .where('id', '>', id)
    .orderBy('id')
    .limit(SLICE)
    .execute();
}
