import { db, transaction } from '~/db/db.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import type { ActionOn } from '~/domain/audit/audit.rules';
import { isOwnClassroom } from '~/domain/classroom/classroom.queries.server';
import type { Actor } from '~/domain/user/user.rules';
import { invalid } from '~/lib/errors';
import { getQuestions } from './question.queries.server';
import type { Bank } from './question.schema';
import { targetKey, type ShareTarget } from './share.rules';

/** Lets the audiences have own questions, all or none; those who have them keep them. Returns how many questions. */
export async function shareQuestions(
  actor: Actor,
  bank: Bank,
  input: { ids: number[]; targets: ShareTarget[] },
  now: number,
): Promise<number> {
  return transaction(async () => {
    await getQuestions(actor, [bank], input.ids);
    await assertOwnClassrooms(
      actor,
      input.targets.flatMap((target) => target.classroomId ?? []),
    );
    for (const id of input.ids) {
      const added = await db()
        .insertInto('shares')
        .values(
          input.targets.map(({ audience, classroomId }) => ({
            question_id: id,
            audience,
            classroom_id: classroomId,
            created_by: actor.id,
            created_at: now,
          })),
        )
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .execute();
      if (added.length > 0) await record(actor, 'question.share', id, input.targets, now);
    }
    return input.ids.length;
  });
}

/** Takes own questions back from the audiences, from all of them without any named. Copies stay. */
export async function unshareQuestions(
  actor: Actor,
  bank: Bank,
  input: { ids: number[]; targets: ShareTarget[] | null },
  now: number,
): Promise<number> {
  return transaction(async () => {
    await getQuestions(actor, [bank], input.ids);
    for (const id of input.ids) {
      const { numDeletedRows } = await db()
        .deleteFrom('shares')
        .where('question_id', '=', id)
        .$if(input.targets !== null, (query) =>
          query.where((eb) =>
            eb.or(
              (input.targets ?? []).map(({ audience, classroomId }) =>
                classroomId === null
                  ? eb.and([eb('audience', '=', audience), eb('classroom_id', 'is', null)])
                  : eb.and([eb('audience', '=', audience), eb('classroom_id', '=', classroomId)]),
              ),
            ),
          ),
        )
        .executeTakeFirst();
      if (numDeletedRows > 0n) await record(actor, 'question.unshare', id, input.targets, now);
    }
    return input.ids.length;
  });
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
