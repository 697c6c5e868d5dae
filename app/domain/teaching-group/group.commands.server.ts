import { isUniqueViolation } from '~/db/dialect/dialect.server';
import { db, transaction } from '~/db/db.server';
import { once } from '~/db/once.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { renewMessages } from '~/domain/message/message.commands.server';
import { isTeacher, type Actor } from '~/domain/actor/actor.rules';
import { areTeachers } from '~/domain/user/user.queries.server';
import { toGroups } from '~/lib/addresses/personal';
import { AppError, invalid } from '~/lib/errors';
import { isSameName } from '~/lib/names';
import { getGroup, type Group } from './group.queries.server';
import type { GroupEdit, GroupInput } from './group.schema';

/** Makes a group; who makes it is in it, and those chosen are told. */
export async function addGroup(actor: Actor, input: GroupInput, now: number): Promise<Group> {
  if (!isTeacher(actor)) throw new AppError('forbidden', '只有教师可以建教研组。');
  const id = await once(actor.id, input.requestId ? `group.add:${input.requestId}` : '', now, async () => {
    await assertFewGroups(actor, now);
    await assertNameIsFree(input.name);
    const members = [...new Set([actor.id, ...input.teacherIds])];
    await assertTeachers(members);
    const row = await db()
      .insertInto('teaching_groups')
      .values({ name: input.name, created_by: actor.id, created_at: now, updated_at: now })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .returning('id')
      .executeTakeFirst();
    // Of two at the same moment the second waits for the first, and finds the name taken.
    if (!row) throw nameIsTaken(input.name);
    await addMembers(actor, { id: row.id, name: input.name }, members, now);
    await record(actor, 'group.add', row.id, input.name, now);
    return row.id;
  });
  return getGroup(actor, id);
}

/** Groups of one maker, at a time and made in a day: each tells its members by a message. */
const MAX_GROUPS = 20;
const MAX_MADE_A_DAY = 60;
const DAY_MS = 86_400_000;

async function assertFewGroups(actor: Actor, now: number): Promise<void> {
  const { made } = await db()
    .selectFrom('teaching_groups')
    .select(({ fn }) => fn.countAll<number>().as('made'))
    .where('created_by', '=', actor.id)
    .executeTakeFirstOrThrow();
  if (Number(made) >= MAX_GROUPS)
    throw new AppError('conflict', `一位老师最多建 ${MAX_GROUPS} 个教研组，请先删除不再需要的。`);
  const { today } = await db()
    .selectFrom('audit_entries')
    .select(({ fn }) => fn.countAll<number>().as('today'))
    .where('actor_id', '=', actor.id)
    .where('action', '=', 'group.add')
    .where('at', '>', now - DAY_MS)
    .executeTakeFirstOrThrow();
  if (Number(today) >= MAX_MADE_A_DAY)
    throw new AppError('too_many', `24 小时里最多新建 ${MAX_MADE_A_DAY} 个教研组，请明天再建。`);
}

/** Renames a group and chooses its members, by its maker or an administrator. The maker stays in it. */
export async function editGroup(actor: Actor, input: GroupEdit, now: number): Promise<Group> {
  const edited = transaction(async () => {
    const before = await getManaged(actor, input.id);
    const name = input.name ?? before.name;
    if (name !== before.name) await assertNameIsFree(name, before.id);
    await db().updateTable('teaching_groups').set({ name, updated_at: now }).where('id', '=', before.id).execute();
    if (input.teacherIds) {
      const was = new Set(before.members.map((member) => member.id));
      const members = new Set([...input.teacherIds, ...(was.has(before.maker.id) ? [before.maker.id] : [])]);
      const added = [...members].filter((id) => !was.has(id));
      await assertTeachers(added);
      await removeMembers(
        before.id,
        [...was].filter((id) => !members.has(id)),
      );
      await addMembers(actor, { id: before.id, name }, added, now);
    }
    await record(actor, 'group.edit', before.id, name, now);
    return getGroup(actor, before.id);
  });
  return edited.catch((error: unknown) => {
    // Another group took the name at the same moment.
    throw isUniqueViolation(error) ? nameIsTaken(input.name ?? '') : error;
  });
}

/**
 * Leaves a group: what is shared with it is no longer shared with who left.
 * @throws AppError conflict for its maker, who deletes it instead
 */
export async function leaveGroup(actor: Actor, input: { id: number }, now: number): Promise<{ name: string }> {
  return transaction(async () => {
    const group = await getGroup(actor, input.id);
    if (group.maker.id === actor.id) {
      throw new AppError('conflict', '这个教研组是您建的，不能退出；不再需要时可以删除它。');
    }
    await removeMembers(group.id, [actor.id]);
    if (group.isMember) await record(actor, 'group.leave', group.id, group.name, now);
    return { name: group.name };
  });
}

/** Deletes a group with everything that was shared with it; copies and exams stay. */
export async function deleteGroup(actor: Actor, input: { id: number }, now: number): Promise<{ name: string }> {
  return transaction(async () => {
    const { id, name } = await getManaged(actor, input.id);
    await db().deleteFrom('shares').where('group_id', '=', id).execute();
    await db().deleteFrom('directory_shares').where('group_id', '=', id).execute();
    await db().deleteFrom('teaching_group_members').where('group_id', '=', id).execute();
    await db().deleteFrom('teaching_groups').where('id', '=', id).execute();
    await record(actor, 'group.delete', id, name, now);
    return { name };
  });
}

async function getManaged(actor: Actor, id: number): Promise<Group> {
  const group = await getGroup(actor, id);
  if (!group.canManage) {
    throw new AppError('forbidden', `只有建这个教研组的老师（${group.maker.name}）可以更改它。`);
  }
  return group;
}

const nameIsTaken = (taken: string) => invalid({ name: `已经有教研组“${taken}”，请换一个名称` });

async function assertNameIsFree(name: string, exceptId = 0): Promise<void> {
  const others = await db().selectFrom('teaching_groups').select('name').where('id', '<>', exceptId).execute();
  const taken = others.find((other) => isSameName(other.name, name));
  if (taken) throw nameIsTaken(taken.name);
}

async function assertTeachers(ids: number[]): Promise<void> {
  if (!(await areTeachers(ids))) throw invalid({ teacherIds: '有选中的教师已不存在或已停用，请重新选择' });
}

async function addMembers(actor: Actor, group: { id: number; name: string }, ids: number[], now: number) {
  if (ids.length === 0) return;
  await db()
    .insertInto('teaching_group_members')
    .values(ids.map((id) => ({ group_id: group.id, teacher_id: id, joined_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const told = ids.filter((id) => id !== actor.id);
  const title = `${actor.name}把您加入了教研组“${group.name}”`;
  const body = '组里的老师可以把题目共享给全组；共享给您的题在“共享题库”。';
  await renewMessages(told, { kind: 'system', title, body, link: toGroups() }, now);
}

async function removeMembers(groupId: number, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  await db()
    .deleteFrom('teaching_group_members')
    .where('group_id', '=', groupId)
    .where('teacher_id', 'in', ids)
    .execute();
}

function record(
  actor: Actor,
  action: 'group.add' | 'group.edit' | 'group.leave' | 'group.delete',
  id: number,
  name: string,
  now: number,
): Promise<void> {
  return recordAudit(actor, { action, entity: 'teaching_group', entityId: id, detail: { name } }, now);
}
