import { db, transaction } from '~/db/db.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import type { ActionOn } from '~/domain/audit/audit.rules';
import type { Actor } from '~/domain/actor/actor.rules';
import { AppError, invalid, notFound } from '~/lib/errors';
import { listQuickComments } from './quick-comment.queries.server';
import type { MoveQuickCommentInput, QuickCommentInput } from './quick-comment.schema';

const MAX_COMMENTS = 200;

/**
 * Adds to the actor's 评语库, or changes an entry of it. The same text again is no second entry. Returns its id.
 * @throws AppError not_found, invalid, conflict when the bank is full
 */
export async function saveQuickComment(actor: Actor, input: QuickCommentInput, now: number): Promise<number> {
  return transaction(async () => {
    await holdBank(actor);
    const all = await listQuickComments(actor);
    const same = all.find((one) => one.text === input.text);
    if (input.id === null) {
      if (same) return same.id;
      if (all.length >= MAX_COMMENTS)
        throw new AppError('conflict', `评语库最多 ${MAX_COMMENTS} 条，请先删去用不到的。`);
      const { position } = await db()
        .selectFrom('quick_comments')
        .select((select) => select.fn.coalesce(select.fn.max('position'), select.lit(0)).as('position'))
        .where('owner_id', '=', actor.id)
        .executeTakeFirstOrThrow();
      const { id } = await db()
        .insertInto('quick_comments')
        .values({
          owner_id: actor.id,
          part: input.part ?? '',
          text: input.text,
          position: Number(position) + 1,
          created_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await audit(actor, 'quick_comment.add', id, { text: input.text }, now);
      return id;
    }
    const stored = all.find((one) => one.id === input.id);
    if (!stored) throw notFound('评语');
    if (same && same.id !== stored.id) throw invalid({ text: '评语库里已经有这一条' });
    await db()
      .updateTable('quick_comments')
      .set({ text: input.text, part: input.part ?? stored.part })
      .where('id', '=', stored.id)
      .execute();
    await audit(actor, 'quick_comment.edit', stored.id, { before: stored.text, after: input.text }, now);
    return stored.id;
  });
}

/** Takes an entry out of the actor's own 评语库; one that is gone already is no fault. */
export async function deleteQuickComment(actor: Actor, input: { id: number }, now: number): Promise<void> {
  await transaction(async () => {
    const removed = await db()
      .deleteFrom('quick_comments')
      .where('id', '=', input.id)
      .where('owner_id', '=', actor.id)
      .returning('text')
      .executeTakeFirst();
    if (removed) await audit(actor, 'quick_comment.delete', input.id, { text: removed.text }, now);
  });
}

/** Moves an entry one place up or down; at the end it stays. */
export async function moveQuickComment(actor: Actor, input: MoveQuickCommentInput): Promise<void> {
  await transaction(async () => {
    await holdBank(actor);
    const ids = (await listQuickComments(actor)).map((one) => one.id);
    const from = ids.indexOf(input.id);
    if (from < 0) throw notFound('评语');
    const to = Math.min(ids.length - 1, Math.max(0, from + (input.to === 'up' ? -1 : 1)));
    ids.splice(from, 1);
    ids.splice(to, 0, input.id);
    for (const [index, id] of ids.entries()) {
      await db()
        .updateTable('quick_comments')
        .set({ position: index + 1 })
        .where('id', '=', id)
        .execute();
    }
  });
}

/** Two windows of one teacher change the bank one after the other. */
async function holdBank(actor: Actor): Promise<void> {
  await db()
    .updateTable('users')
    .set((set) => ({ session_version: set.ref('session_version') }))
    .where('id', '=', actor.id)
    .execute();
}

function audit(
  actor: Actor,
  action: ActionOn<'quick_comment'>,
  id: number,
  detail: Record<string, unknown>,
  now: number,
): Promise<void> {
  return recordAudit(actor, { action, entity: 'quick_comment', entityId: id, detail }, now);
}
