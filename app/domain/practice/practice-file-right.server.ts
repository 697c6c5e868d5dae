import type { Actor } from '~/domain/actor/actor.rules';
import { closedQuestionIds } from '~/domain/exam/closed-questions.queries.server';
import type { FileRight } from '~/domain/file/file-rights.server';
import { inUse } from '~/domain/question-bank/closed-questions.server';
import { filesOfClosedTries } from './closed-tries.queries.server';

/** What a student said or wrote in practice is the student's alone; it is closed with its question. */
export const practiceFileRight: FileRight = { holdBack: requireOpenTry };

/** @throws AppError forbidden when the file is of a practice of a question that stands in an exam they are to sit */
async function requireOpenTry(actor: Actor, fileId: string, now: number): Promise<void> {
  const closed = await closedQuestionIds(actor, now);
  if (closed.size === 0) return;
  const tried = await filesOfClosedTries(closed).where('file_uses.file_id', '=', fileId).executeTakeFirst();
  if (tried) throw inUse();
}
