import { db } from '~/db/db.server';
import { isTeacher, type Actor } from '~/domain/actor/actor.rules';
import type { FileRight } from '~/domain/file/file-rights.server';

/** Scanned sheets before they are anybody's. */
export const scanFileRight: FileRight = { mayRead: (actor, { refId }) => isOwnExam(actor, refId) };

/** For the exam's owner alone. */
async function isOwnExam(actor: Actor, examId: number): Promise<boolean> {
  const exam = await db().selectFrom('exams').select('owner_id').where('id', '=', examId).executeTakeFirst();
  return isTeacher(actor) && exam?.owner_id === actor.id;
}
