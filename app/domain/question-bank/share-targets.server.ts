import { db } from '~/db/db.server';
import { isOwnClassroom } from '~/domain/classroom/classroom.queries.server';
import { groupIdsOf } from '~/domain/teaching-group/group.queries.server';
import { TEACHER, type Actor } from '~/domain/actor/actor.rules';
import { invalid } from '~/lib/errors';
import type { ShareTarget } from './share.rules';

/** Whom something can be shared with, and who that is. */

/** The colleague, or the members of the group, that a share is with. */
export async function listReceivers({ teacherId, groupId }: ShareTarget): Promise<number[]> {
  if (teacherId) return [teacherId];
  const rows = await db()
    .selectFrom('teaching_group_members')
    .select('teacher_id')
    .where('group_id', '=', groupId ?? 0)
    .execute();
  return rows.map((row) => row.teacher_id);
}

/** @throws AppError invalid where one is no own class, no colleague who is there, or no group that the actor is in */
export async function assertTargets(actor: Actor, targets: ShareTarget[]): Promise<void> {
  await assertOwnClassrooms(
    actor,
    targets.flatMap((target) => target.classroomId ?? []),
  );
  await assertColleagues(
    actor,
    targets.flatMap((target) => target.teacherId ?? []),
  );
  await assertOwnGroups(
    actor,
    targets.flatMap((target) => target.groupId ?? []),
  );
}

async function assertOwnClassrooms(actor: Actor, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await db()
    .selectFrom('classrooms')
    .select('classrooms.id')
    .where('classrooms.id', 'in', ids)
    .where('classrooms.deleted_at', 'is', null)
    .where('classrooms.is_archived', '=', 0)
    .where(isOwnClassroom(actor.id))
    .execute();
  if (rows.length !== new Set(ids).size) throw invalid({ classIds: '只能共享给您创建或任教的班级，请重新勾选' });
}

async function assertColleagues(actor: Actor, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await db()
    .selectFrom('users')
    .select('id')
    .where('id', 'in', ids)
    .where('id', '!=', actor.id)
    .where('user_type', '=', TEACHER)
    .where('is_disabled', '=', 0)
    .where('deleted_at', 'is', null)
    .execute();
  if (rows.length !== new Set(ids).size) throw invalid({ teacherIds: '只能共享给在校的其他老师，请重新勾选' });
}

async function assertOwnGroups(actor: Actor, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await db()
    .selectFrom('teaching_groups')
    .select('id')
    .where('id', 'in', ids)
    .where('id', 'in', groupIdsOf(actor.id))
    .execute();
  if (rows.length !== new Set(ids).size) throw invalid({ groupIds: '只能共享给您所在的教研组，请重新勾选' });
}
