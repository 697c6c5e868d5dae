import { db } from '~/db/db.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { mayReadResource, type ResourceAudience } from './resource.rules';

/** True when the reader may see the resource: what the rights of its file follow from. */
export async function mayReadResourceFile(actor: Actor, resourceId: number): Promise<boolean> {
  const row = await db()
    .selectFrom('resources')
    .select(['owner_id', 'is_open', 'audience'])
    .where('id', '=', resourceId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) return false;
  const classrooms = await db()
    .selectFrom('resource_classrooms')
    .select('classroom_id')
    .where('resource_id', '=', resourceId)
    .execute();
  return mayReadResource(actor, {
    ownerId: row.owner_id,
    isOpen: row.is_open === 1,
    audience: row.audience as ResourceAudience,
    classroomIds: classrooms.map((one) => one.classroom_id),
  });
}
