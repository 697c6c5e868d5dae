import type { ExpressionBuilder } from 'kysely';
import { db, transaction } from '~/db/db.server';
import type { Database } from '~/db/schema';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import type { ActionOn } from '~/domain/audit/audit.rules';
import { renewMessages } from '~/domain/message/message.commands.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { toSharedBank } from '~/lib/addresses/banks';
import { getShareableDirectory, type ShareableDirectory } from './directory-share.queries.server';
import { BANK_LABELS } from './question.schema';
import { assertTargets, listReceivers } from './share-targets.server';
import { RIGHT_LABELS, targetKey, type ShareTarget } from './share.rules';

/**
 * Lets teachers have an own directory: all that is in it and under it, and all that will be. Those who have it keep it,
 * a colleague or a group with the right now given, and are told of what is new to them.
 */
export async function shareDirectory(
  actor: Actor,
  input: { id: number; targets: ShareTarget[] },
  now: number,
): Promise<ShareableDirectory> {
  return transaction(async () => {
    const directory = await getShareableDirectory(actor, input.id);
    await assertTargets(actor, input.targets);
    const reached: ShareTarget[] = [];
    for (const target of input.targets) if (await shareWith(actor, input.id, target, now)) reached.push(target);
    if (reached.length > 0) await record(actor, 'directory.share', input.id, input.targets, now);
    for (const target of reached) await tell(actor, directory, target, now);
    return directory;
  });
}

/** Whether that is new, or gives another right. */
async function shareWith(actor: Actor, directoryId: number, target: ShareTarget, now: number): Promise<boolean> {
  const { audience, teacherId = null, groupId = null, right } = target;
  const can_edit = right === 'edit' ? 1 : 0;
  const added = await db()
    .insertInto('directory_shares')
    .values({
      ...{ directory_id: directoryId, audience, teacher_id: teacherId, group_id: groupId, can_edit },
      ...{ created_by: actor.id, created_at: now },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  const changed =
    added ??
    (await db()
      .updateTable('directory_shares')
      .set({ can_edit })
      .where('directory_id', '=', directoryId)
      .where(isTarget(target))
      .where('can_edit', '!=', can_edit)
      .returning('id')
      .executeTakeFirst());
  return changed !== undefined;
}

/** Takes an own directory back from the teachers, from all of them without any named. Copies and exams stay. */
export async function unshareDirectory(
  actor: Actor,
  input: { id: number; targets: ShareTarget[] | null },
  now: number,
): Promise<ShareableDirectory> {
  return transaction(async () => {
    const directory = await getShareableDirectory(actor, input.id);
    const { numDeletedRows } = await db()
      .deleteFrom('directory_shares')
      .where('directory_id', '=', input.id)
      .$if(input.targets !== null, (query) =>
        query.where((eb) => eb.or((input.targets ?? []).map((target) => isTarget(target)(eb)))),
      )
      .executeTakeFirst();
    if (numDeletedRows > 0n) await record(actor, 'directory.unshare', input.id, input.targets, now);
    return directory;
  });
}

/** Condition: the share is with this very target. */
function isTarget({ audience, teacherId = null, groupId = null }: ShareTarget) {
  return (eb: ExpressionBuilder<Database, 'directory_shares'>) =>
    eb.and([
      eb('audience', '=', audience),
      teacherId === null ? eb('teacher_id', 'is', null) : eb('teacher_id', '=', teacherId),
      groupId === null ? eb('group_id', 'is', null) : eb('group_id', '=', groupId),
    ]);
}

/** Tells a colleague, or the members of a group, what they have from now on. Others find it in the list. */
async function tell(actor: Actor, directory: ShareableDirectory, target: ShareTarget, now: number): Promise<void> {
  if (!(target.teacherId ?? target.groupId)) return;
  const readers = (await listReceivers(target)).filter((id) => id !== actor.id);
  const { id, bank, name } = directory;
  const right = target.right ?? 'view';
  const title = `${actor.name}共享给您${BANK_LABELS[bank]}题目录“${name}”（${RIGHT_LABELS[right]}）`;
  const body = `里面的题和以后放进去的题都能在“共享题库”里预览、复制、选进考试${right === 'edit' ? '，也可以直接修改；改了什么会记在题目上' : ''}。`;
  const link = toSharedBank({ bank, dirId: id });
  await renewMessages(readers, { kind: 'system', title, body, link }, now);
}

function record(
  actor: Actor,
  action: ActionOn<'directory'>,
  id: number,
  targets: ShareTarget[] | null,
  now: number,
): Promise<void> {
  const detail = { targets: targets?.map(targetKey) ?? 'all' };
  return recordAudit(actor, { action, entity: 'directory', entityId: id, detail }, now);
}
