import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import type { Actor } from '~/domain/actor/actor.rules';
import { duplicateKey, type CheckedQuestion } from './import.rules';
import { questionNumber } from './question.rules';
import { BANKS, type BankedBody } from './question.schema';

/** Which questions of an import are in the bank already, or twice in the file. */

/** So many are compared at a time. */
const BODIES = 500;

/** For each item the sentence that says which question it repeats; '' for none. `turn` lets others be answered. */
export async function findDuplicates(
  actor: Actor,
  items: CheckedQuestion[],
  turn: () => Promise<void>,
): Promise<string[]> {
  const inFile = new Map<string, number>();
  const inBank = new Map<string, number>();
  for (const bank of BANKS) {
    if (!items.some((item) => item.bank === bank && item.values)) continue;
    for (let after = 0; ;) {
      const rows = await db()
        .selectFrom('questions')
        .select(['id', 'kind', 'body'])
        .where('owner_id', '=', actor.id)
        .where('bank', '=', bank)
        .where('deleted_at', 'is', null)
        .where('id', '>', after)
        .orderBy('id')
        .limit(BODIES)
        .execute();
      for (const { id, kind, body } of rows) {
        inBank.set(duplicateKey({ bank, kind, body: fromJson(body) } as BankedBody), id);
        after = id;
      }
      await turn();
      if (rows.length < BODIES) break;
    }
  }
  return items.map((item) => {
    if (!item.values) return '';
    const key = duplicateKey(item.values.banked);
    const id = inBank.get(key);
    const line = inFile.get(key);
    if (line === undefined) inFile.set(key, item.line);
    if (id !== undefined) return `与题库里的 ${questionNumber({ bank: item.bank, id })} 相同`;
    return line === undefined ? '' : `与第 ${line} 行的题相同`;
  });
}
