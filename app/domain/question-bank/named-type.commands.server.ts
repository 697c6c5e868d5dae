import { db, transaction } from '~/db/db.server';
import { once } from '~/db/once.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { AppError, invalid, notFound } from '~/lib/errors';
import { NAMED_TYPE_TABLES } from './named-type.queries.server';
import { NAMED_TYPE_LABELS, type NamedType, type NamedTypeList } from './named-type.rules';

/** Adds a word to a list; a name stands there once. */
export async function addNamedType(
  actor: Actor,
  list: NamedTypeList,
  input: { name: string; requestId?: string },
  now: number,
): Promise<NamedType> {
  const table = NAMED_TYPE_TABLES[list];
  const key = input.requestId ? `${list}_type.add:${input.requestId}` : '';
  return once(actor.id, key, now, async () => {
    const added = await db()
      .insertInto(table)
      .values({ name: input.name, created_by: actor.id, created_at: now })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .returning(['id', 'name'])
      .executeTakeFirst();
    if (!added) throw invalid({ name: `已有“${input.name}”` });
    await recordAudit(actor, { action: `${list}_type.add`, entity: `${list}_type`, entityId: added.id }, now);
    return added;
  });
}

/** Takes words off a list, all or none; refused while a question is filed under one of them. */
export async function deleteNamedTypes(actor: Actor, list: NamedTypeList, ids: number[], now: number): Promise<number> {
  const table = NAMED_TYPE_TABLES[list];
  const column = list === 'scene' ? 'scene_type_id' : 'exam_type_id';
  return transaction(async () => {
    const found = await db().selectFrom(table).select(['id', 'name']).where('id', 'in', ids).execute();
    if (found.length !== ids.length) throw notFound(NAMED_TYPE_LABELS[list]);
    const used = await db()
      .selectFrom('questions')
      .where(column, 'in', ids)
      .where('deleted_at', 'is', null)
      .groupBy(column)
      .select((eb) => [`${column} as type_id` as const, eb.fn.countAll<number>().as('count')])
      .executeTakeFirst();
    if (used) {
      const name = found.find((each) => each.id === used.type_id)?.name ?? '';
      throw new AppError(
        'conflict',
        `“${name}”还有 ${used.count} 道题在用，请先把这些题改成别的${NAMED_TYPE_LABELS[list]}。`,
      );
    }
    await db().deleteFrom(table).where('id', 'in', ids).execute();
    for (const { id, name } of found) {
      const [action, entity] = [`${list}_type.delete`, `${list}_type`] as const;
      const entry = { action, entity, entityId: id, detail: { name } };
      await recordAudit(actor, entry, now);
    }
    return found.length;
  });
}
