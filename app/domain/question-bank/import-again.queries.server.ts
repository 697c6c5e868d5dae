import { db } from '~/db/db.server';
import { fromJson, toJson } from '~/db/json';
import type { Actor } from '~/domain/actor/actor.rules';
import { AppError } from '~/lib/errors';
import { formatMinute } from '~/lib/time';
import { IMPORT_LIFE_MS } from './import.rules';

/** The same file imported twice by the same teacher into the same bank, as from two tabs. */

export type SameImport = { id: string; count: number; storedAt: string };

/** The last import of the day that stored the same file into the same bank, and was not taken back; null for none. */
export async function findSameImport(actor: Actor, id: string, now: number): Promise<SameImport | null> {
  const own = await db()
    .selectFrom('question_imports')
    .select(['bank', 'file_hash'])
    .where('id', '=', id)
    .where('owner_id', '=', actor.id)
    .executeTakeFirst();
  if (!own || own.file_hash === '') return null;
  const found = await db()
    .selectFrom('question_imports')
    .select(['id', 'stored_ids', 'updated_at'])
    .where('owner_id', '=', actor.id)
    .where('bank', '=', own.bank)
    .where('file_hash', '=', own.file_hash)
    .where('id', '!=', id)
    .where('state', '=', 'stored')
    .where('stored_ids', '!=', toJson([]))
    .where('created_at', '>', now - IMPORT_LIFE_MS)
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!found) return null;
  const count = fromJson<number[]>(found.stored_ids).length;
  return { id: found.id, count, storedAt: formatMinute(found.updated_at) };
}

/**
 * `known`: the import of the same file that the page had told of when the button was pressed.
 * @throws AppError conflict when the file was stored meanwhile, and nobody was told
 */
export async function assertKnownAgain(actor: Actor, id: string, known: string, now: number): Promise<void> {
  const same = await findSameImport(actor, id, now);
  if (same && same.id !== known)
    throw new AppError(
      'conflict',
      `同一个文件在 ${same.storedAt} 已经导入，存下了 ${same.count} 道题，这次还没有导入。确实要再存一份，请再按一次。`,
    );
}
