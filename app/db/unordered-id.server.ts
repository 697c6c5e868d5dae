import { randomInt } from 'node:crypto';
import { db } from './db.server';

/** A blindCode holds so many, and every integer column takes them. */
const IDS = 2 ** 30;

/**
 * A free id for a new row, by chance. The numbers of what is handed in stand in the addresses of those who mark without
 * names: given in turn they would say who began, spoke or photographed first, which whoever watched the room knows by
 * name. Call it in the transaction that writes the row.
 */
export async function unorderedId(table: 'attempts' | 'takes' | 'photos'): Promise<number> {
  for (;;) {
    const id = randomInt(1, IDS);
    const taken = await db().selectFrom(table).select('id').where('id', '=', id).executeTakeFirst();
    if (!taken) return id;
  }
}
