import { db } from '~/db/db.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { notFound } from '~/lib/errors';

export type GroupMember = { id: number; name: string; account: string };

/** A teaching group as its members see it. */
export type Group = {
  id: number;
  name: string;
  maker: { id: number; name: string };
  /** By name; those whose account is disabled are no longer among them. */
  members: GroupMember[];
  /** Whether the reader renames it, chooses its members and deletes it. */
  canManage: boolean;
  isMember: boolean;
};

/** The ids of the groups a teacher is in, for a condition. */
export function groupIdsOf(teacherId: number) {
  return db()
    .selectFrom('teaching_group_members')
    .select('teaching_group_members.group_id')
    .where('teaching_group_members.teacher_id', '=', teacherId);
}

/** The groups that the actor is in or made, by name. */
export async function listGroups(actor: Actor): Promise<Group[]> {
  return readGroups(actor);
}

/**
 * One of them; an administrator sees any, so that a group outlives the account of who made it.
 * @throws AppError not_found
 */
export async function getGroup(actor: Actor, id: number): Promise<Group> {
  const [group] = await readGroups(actor, id);
  if (!group) throw notFound('教研组');
  return group;
}

async function readGroups(actor: Actor, id?: number): Promise<Group[]> {
  const rows = await db()
    .selectFrom('teaching_groups')
    .innerJoin('users', 'users.id', 'teaching_groups.created_by')
    .select(['teaching_groups.id', 'teaching_groups.name', 'created_by', 'users.name as maker'])
    .$if(id !== undefined, (query) => query.where('teaching_groups.id', '=', id ?? 0))
    .$if(id === undefined || !actor.isAdmin, (query) =>
      query.where((eb) =>
        eb.or([eb('created_by', '=', actor.id), eb('teaching_groups.id', 'in', groupIdsOf(actor.id))]),
      ),
    )
    .orderBy('teaching_groups.name')
    .execute();
  const members = await readMembers(rows.map((row) => row.id));
  return rows.map((row) => {
    const own = members.filter((member) => member.groupId === row.id);
    return {
      id: row.id,
      name: row.name,
      maker: { id: row.created_by, name: row.maker },
      members: own.map(({ groupId: _, ...member }) => member),
      canManage: row.created_by === actor.id || actor.isAdmin,
      isMember: own.some((member) => member.id === actor.id),
    };
  });
}

async function readMembers(groupIds: number[]): Promise<(GroupMember & { groupId: number })[]> {
  if (groupIds.length === 0) return [];
  return db()
    .selectFrom('teaching_group_members')
    .innerJoin('users', 'users.id', 'teaching_group_members.teacher_id')
    .select(['teaching_group_members.group_id as groupId', 'users.id', 'users.name', 'users.account'])
    .where('teaching_group_members.group_id', 'in', groupIds)
    .where('users.is_disabled', '=', 0)
    .where('users.deleted_at', 'is', null)
    .orderBy('users.name')
    .orderBy('users.id')
    .execute();
}
