import type { ExpressionBuilder } from 'kysely';
import { db, transaction } from '~/db/db.server';
import type { Database } from '~/db/schema';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import type { ActionOn } from '~/domain/audit/audit.rules';
import { isOwnClassroom } from '~/domain/classroom/classroom.queries.server';
import { renewMessages } from '~/domain/message/message.commands.server';
import { groupIdsOf } from '~/domain/teaching-group/group.queries.server';
import { TEACHER, type Actor } from '~/domain/user/user.rules';
import { invalid } from '~/lib/errors';
import { clip } from '~/lib/text';
import { getOwnQuestions } from './question-access.server';
import { BANK_LABELS, type Bank, type Question } from './question.schema';
import { RIGHT_LABELS, targetKey, type ShareTarget } from './share.rules';

/**
 * Lets the audiences have own questions, all or none; those who have them keep them, a colleague or a group with the
 * right now given. Colleagues and the members of groups are told of what is new to them. Returns how many questions.
 */
export async function shareQuestions(
  actor: Actor,
  bank: Bank,
  input: { ids: number[]; targets: ShareTarget[] },
  now: number,
): Promise<number> {
  return transaction(async () => {
    const questions = await getOwnQuestions(actor, bank, input.ids);
    await assertTargets(actor, input.targets);
    const news = new Map<string, Question[]>();
    for (const question of questions) {
      const reached = await shareOne(actor, question.id, input.targets, now);
      for (const target of reached) news.set(targetKey(target), [...(news.get(targetKey(target)) ?? []), question]);
      if (reached.length > 0) await record(actor, 'question.share', question.id, input.targets, now);
    }
    for (const target of input.targets) await tell(actor, bank, target, news.get(targetKey(target)) ?? [], now);
    return input.ids.length;
  });
}

/** Shares one question; returns to whom that is new or gives another right. */
async function shareOne(actor: Actor, id: number, targets: ShareTarget[], now: number): Promise<ShareTarget[]> {
  const reached: ShareTarget[] = [];
  for (const target of targets) {
    const { audience, classroomId, teacherId = null, groupId = null, right } = target;
    const can_edit = right === 'edit' ? 1 : 0;
    const added = await db()
      .insertInto('shares')
      .values({
        ...{ question_id: id, audience, classroom_id: classroomId, teacher_id: teacherId, group_id: groupId, can_edit },
        ...{ created_by: actor.id, created_at: now },
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    const changed =
      added ??
      (await db()
        .updateTable('shares')
        .set({ can_edit })
        .where('question_id', '=', id)
        .where(isTarget(target))
        .where('can_edit', '!=', can_edit)
        .returning('id')
        .executeTakeFirst());
    if (changed) reached.push(target);
  }
  return reached;
}

/** Takes own questions back from the audiences, from all of them without any named. Copies stay. */
export async function unshareQuestions(
  actor: Actor,
  bank: Bank,
  input: { ids: number[]; targets: ShareTarget[] | null },
  now: number,
): Promise<number> {
  return transaction(async () => {
    await getOwnQuestions(actor, bank, input.ids);
    for (const id of input.ids) {
      const { numDeletedRows } = await db()
        .deleteFrom('shares')
        .where('question_id', '=', id)
        .$if(input.targets !== null, (query) =>
          query.where((eb) => eb.or((input.targets ?? []).map((target) => isTarget(target)(eb)))),
        )
        .executeTakeFirst();
      if (numDeletedRows > 0n) await record(actor, 'question.unshare', id, input.targets, now);
    }
    return input.ids.length;
  });
}

/** Condition: the share is with this very target. */
function isTarget({ audience, classroomId, teacherId = null, groupId = null }: ShareTarget) {
  return (eb: ExpressionBuilder<Database, 'shares'>) => {
    const is = (column: 'classroom_id' | 'teacher_id' | 'group_id', id: number | null) =>
      id === null ? eb(column, 'is', null) : eb(column, '=', id);
    return eb.and([
      eb('audience', '=', audience),
      is('classroom_id', classroomId),
      is('teacher_id', teacherId),
      is('group_id', groupId),
    ]);
  };
}

/** Tells a colleague, or the members of a group, what they have from now on. Others find it in the list. */
async function tell(actor: Actor, bank: Bank, target: ShareTarget, questions: Question[], now: number): Promise<void> {
  if (questions.length === 0 || !(target.teacherId ?? target.groupId)) return;
  const readers = (await listReceivers(target)).filter((id) => id !== actor.id);
  const right = RIGHT_LABELS[target.right ?? 'view'];
  const titles = questions.slice(0, 3).map((question) => `“${clip(question.title, 30)}”`);
  const title = `${actor.name}共享给您 ${questions.length} 道${BANK_LABELS[bank]}题（${right}）`;
  const body = `${titles.join('、')}${questions.length > titles.length ? ` 等 ${questions.length} 道` : ''}。在“共享题库”里可以预览、复制、选进考试${target.right === 'edit' ? '，也可以直接修改；改了什么会记在题目上' : ''}。`;
  await renewMessages(readers, { kind: 'system', title, body, link: `/question_bank/shared/index?bank=${bank}` }, now);
}

async function listReceivers({ teacherId, groupId }: ShareTarget): Promise<number[]> {
  if (teacherId) return [teacherId];
  const rows = await db()
    .selectFrom('teaching_group_members')
    .select('teacher_id')
    .where('group_id', '=', groupId ?? 0)
    .execute();
  return rows.map((row) => row.teacher_id);
}

function record(
  actor: Actor,
  action: ActionOn<'question'>,
  id: number,
  targets: ShareTarget[] | null,
  now: number,
): Promise<void> {
  const detail = { targets: targets?.map(targetKey) ?? 'all' };
  return recordAudit(actor, { action, entity: 'question', entityId: id, detail }, now);
}

async function assertTargets(actor: Actor, targets: ShareTarget[]): Promise<void> {
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
