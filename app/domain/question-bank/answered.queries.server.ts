import { db } from '~/db/db.server';
import type { Actor } from '~/domain/actor/actor.rules';

/** True when the actor has answered the question in practice: from then on they may see its answer. */
export async function hasAnswered(actor: Actor, questionId: number): Promise<boolean> {
  const row = await db()
    .selectFrom('practices')
    .select('id')
    .where('student_id', '=', actor.id)
    .where('question_id', '=', questionId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
