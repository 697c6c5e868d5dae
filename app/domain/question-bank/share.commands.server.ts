import type { ExpressionBuilder } from 'kysely';
import { db, transaction } from '~/db/db.server';
import type { Database } from '~/db/schema';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import type { ActionOn } from '~/domain/audit/audit.rules';
import { renewMessages } from '~/domain/message/message.commands.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { toSharedBank } from '~/lib/addresses/banks';
import { clip } from '~/lib/text';
import { getOwnQuestions } from './question-access.server';
import { BANK_LABELS, type Bank, type Question } from './question.schema';
import { assertTargets, listReceivers } from './share-targets.server';
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
  await renewMessages(readers, { kind: 'system', title, body, link: toSharedBank({ bank }) }, now);
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
