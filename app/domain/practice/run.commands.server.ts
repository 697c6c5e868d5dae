import { db, transaction } from '~/db/db.server';
import { fromJson, toJson } from '~/db/json';
import { once } from '~/db/once.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { AppError, notFound } from '~/lib/errors';
import { MAX_RUN, targetKey, targetOf, type Target } from './practice.rules';

/**
 * Starts a run over targets the caller has found practicable; their order stays. Returns its id.
 * @throws AppError conflict for an empty list
 */
export async function startRun(
  actor: Actor,
  input: { title: string; targets: Target[]; requestId: string },
  now: number,
): Promise<number> {
  const targets = input.targets.slice(0, MAX_RUN);
  if (targets.length === 0) throw new AppError('conflict', '没有符合条件的题目，请放宽条件再开始。');
  return once(actor.id, input.requestId && `practice run ${input.requestId}`, now, async () => {
    const { id } = await db()
      .insertInto('practice_runs')
      .values({
        student_id: actor.id,
        title: input.title,
        targets: toJson(targets),
        created_at: now,
        ended_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const detail = { count: targets.length };
    await recordAudit(actor, { action: 'practice.start_run', entity: 'practice_run', entityId: id, detail }, now);
    return id;
  });
}

async function findOwnRun(actor: Actor, runId: number) {
  const row = await db()
    .selectFrom('practice_runs')
    .selectAll()
    .where('id', '=', runId)
    .where('student_id', '=', actor.id)
    .executeTakeFirst();
  if (!row) throw notFound('练习');
  return { ...row, targets: fromJson<Target[]>(row.targets) };
}

/** Refuses a run that is not the actor's own or does not contain the target. */
export async function requireOwnRun(actor: Actor, runId: number, target: Target): Promise<void> {
  const run = await findOwnRun(actor, runId);
  if (!run.targets.some((one) => targetKey(one) === targetKey(target))) throw notFound('练习');
}

/** Ends a run by hand; what was practised stays. Twice is harmless. */
export async function endRun(actor: Actor, runId: number, now: number): Promise<void> {
  const run = await findOwnRun(actor, runId);
  await transaction(async () => {
    const ended = await setEnded(run.id, now);
    if (ended) await recordAudit(actor, { action: 'practice.end_run', entity: 'practice_run', entityId: run.id }, now);
  });
}

/** Ends a run once each of its targets was practised; call it inside the transaction of the practice. */
export async function endRunWhenDone(actor: Actor, runId: number, now: number): Promise<void> {
  const run = await findOwnRun(actor, runId);
  const rows = await db()
    .selectFrom('practices')
    .select(['question_id', 'item_id'])
    .where('run_id', '=', runId)
    .where('student_id', '=', actor.id)
    .execute();
  const done = new Set(rows.map((row) => targetKey(targetOf(row))));
  if (run.targets.every((target) => done.has(targetKey(target)))) await setEnded(runId, now);
}

async function setEnded(runId: number, now: number): Promise<boolean> {
  const changed = await db()
    .updateTable('practice_runs')
    .set({ ended_at: now })
    .where('id', '=', runId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return Number(changed.numUpdatedRows) > 0;
}
