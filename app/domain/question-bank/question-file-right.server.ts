import { db } from '~/db/db.server';
import type { Actor } from '~/domain/actor/actor.rules';
import type { FileRight } from '~/domain/file/file-rights.server';
import { closedQuestionIds } from './closed-questions.server';
import { hasBeenGiven } from './question-access.server';

/** Pictures and sound of a question: for whom it is theirs or shared with, while it is closed to nobody of them. */
export const questionFileRight: FileRight = {
  mayRead: async (actor, { refId }, now) =>
    (await mayReadQuestionFile(actor, refId)) && !(await closedQuestionIds(actor, now)).has(refId),
  mayCopy: mayReadQuestionFile,
};

/** Its owner, and whom it is shared with. */
async function mayReadQuestionFile(actor: Actor, questionId: number): Promise<boolean> {
  const question = await db()
    .selectFrom('questions')
    .select(['owner_id', 'deleted_at'])
    .where('id', '=', questionId)
    .executeTakeFirst();
  if (!question) return false;
  if (question.owner_id === actor.id) return true;
  if (question.deleted_at !== null) return false;
  return hasBeenGiven(actor, questionId);
}
