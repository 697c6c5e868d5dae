import { db } from '~/db/db.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { mayModerate, mayReadWork } from './work-rights.queries.server';

/** Whether the actor may hear a comment's recording: with the comment, and who moderates it in any state. */
export async function mayReadCommentFile(actor: Actor, commentId: number, now: number): Promise<boolean> {
  const comment = await db()
    .selectFrom('comments')
    .innerJoin('works', 'works.id', 'comments.work_id')
    .select(['comments.work_id', 'comments.state', 'comments.deleted_at', 'works.classroom_id'])
    .where('comments.id', '=', commentId)
    .executeTakeFirst();
  if (!comment) return false;
  if (comment.state === 'approved' && comment.deleted_at === null && (await mayReadWork(actor, comment.work_id, now))) {
    return true;
  }
  return mayModerate(actor, comment.classroom_id);
}
