import { db, transaction } from '~/db/db.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { notFound } from '~/lib/errors';
import { afterAnswer, targetKey, type Target } from './practice.rules';
import { listWrongEntries } from './wrong.queries.server';

/**
 * Notes a judged answer in the book; call it inside the transaction of the practice. An item of an exam stands in
 * the book by the exam's marks already, so its right answers count from the first one.
 */
export async function noteInWrongBook(actor: Actor, target: Target, isRight: boolean, now: number): Promise<void> {
  if (!isRight || 'itemId' in target) await ensureRow(actor, target, now);
  // Held first, so that of two answers at once each sees the other.
  const row = await updateRow(actor, target)
    .set((set) => ({ last_at: set.ref('last_at') }))
    .returningAll()
    .executeTakeFirst();
  if (!row) return;
  const state = {
    wrongCount: row.wrong_count,
    rightStreak:
      isRight && row.right_streak > 0 ? await streakOf(actor, target, row.right_streak, now) : row.right_streak,
    enteredAt: row.entered_at,
    leftAt: row.left_at,
  };
  const next = afterAnswer(state, isRight, now);
  if (!next) return;
  await db()
    .updateTable('wrong_questions')
    .set({
      wrong_count: next.wrongCount,
      right_streak: next.rightStreak,
      entered_at: next.enteredAt,
      left_at: next.leftAt,
      last_at: now,
    })
    .where('id', '=', row.id)
    .execute();
}

/** How often in a row it was right as the book says it: an exam that was sat since may have ended that. */
async function streakOf(actor: Actor, target: Target, stored: number, now: number): Promise<number> {
  const entry = (await listWrongEntries(actor, now)).find(({ key }) => key === targetKey(target));
  return entry ? Math.min(stored, entry.rightStreak) : stored;
}

/**
 * Takes entries out of the own book by hand, or puts them back. All or none; twice is harmless.
 * @throws AppError not_found for a question that never stood in the actor's book
 */
export async function moveInWrongBook(
  actor: Actor,
  input: { keys: string[]; isInside: boolean },
  now: number,
): Promise<number> {
  const entries = new Map((await listWrongEntries(actor, now)).map((entry) => [entry.key, entry]));
  const chosen = [...new Set(input.keys)].map((key) => {
    const entry = entries.get(key);
    if (!entry) throw notFound('错题');
    return entry;
  });
  return transaction(async () => {
    let moved = 0;
    for (const { target, key } of chosen) {
      await ensureRow(actor, target, now);
      const changed = await updateRow(actor, target)
        .set(input.isInside ? { left_at: null, right_streak: 0, last_at: now } : { left_at: now, last_at: now })
        .where('left_at', input.isInside ? 'is not' : 'is', null)
        .executeTakeFirst();
      if (Number(changed.numUpdatedRows) === 0) continue;
      moved += 1;
      const action = input.isInside ? 'wrong_question.put_back' : 'wrong_question.remove';
      await recordAudit(actor, { action, entity: 'wrong_question', entityId: key }, now);
    }
    return moved;
  });
}

async function ensureRow(actor: Actor, target: Target, now: number): Promise<void> {
  const isItem = 'itemId' in target;
  await db()
    .insertInto('wrong_questions')
    .values({
      student_id: actor.id,
      question_id: isItem ? null : target.questionId,
      item_id: isItem ? target.itemId : null,
      wrong_count: 0,
      entered_at: now,
      last_at: now,
      left_at: null,
    })
    .onConflict((conflict) =>
      isItem
        ? conflict.columns(['student_id', 'item_id']).where('item_id', 'is not', null).doNothing()
        : conflict.columns(['student_id', 'question_id']).where('question_id', 'is not', null).doNothing(),
    )
    .execute();
}

/** An update of the target's row in the actor's book. */
function updateRow(actor: Actor, target: Target) {
  const own = db().updateTable('wrong_questions').where('student_id', '=', actor.id);
  return 'itemId' in target
    ? own.where('item_id', '=', target.itemId)
    : own.where('question_id', '=', target.questionId);
}
