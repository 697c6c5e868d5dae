import { db } from '~/db/db.server';
import { isTeacher, type Actor } from '~/domain/actor/actor.rules';
import { getExamView, listExamItems } from '~/domain/exam/exam.queries.server';
import { grantOf } from '~/domain/exam/grants.queries.server';
import { termsOf } from '~/domain/exam/resit.rules';
import { GRACE_MS } from '~/domain/exam/times.rules';
import type { Part } from '~/domain/exam/parts.rules';
import type { FileKind } from '~/domain/file/file.rules';
import { takesPhotos } from './answer.rules';
import { toAttemptView, type AttemptView } from './attempt.queries.server';
import { photoOutcome } from './attempt.rules';
import { findRunningAttempt } from './running.queries.server';

/** Whether any question of a part is answered with photos. Asks no rights. */
export async function hasPhotoItems(examId: number, part: Part): Promise<boolean> {
  return (await listExamItems(examId, part)).some((item) => takesPhotos(item.snapshot));
}

/** When the exam was ended for this attempt; a re-sit has times of its own. */
export async function findClosing(attempt: AttemptView): Promise<number | null> {
  const exam = await getExamView(attempt.examId);
  const grant = await grantOf(exam.id, attempt.studentId, attempt.part);
  return termsOf(exam, attempt.part, attempt.number, grant).exam.closedAt;
}

/**
 * Whether what a student sends now may be an answer of an exam, which is always taken: anything while a paper takes
 * answers, and a picture as long as a paper takes photos, handed in or not, a re-sit too.
 */
export async function maySendAnswer(actor: Actor, kind: FileKind, now: number): Promise<boolean> {
  if (kind !== 'audio' && kind !== 'image') return false;
  if ((await findRunningAttempt(actor, now)) !== null) return true;
  return kind === 'image' && (await hasOpenPhotos(actor, now));
}

/** Whether any paper of the student takes photos by its times, whether or not its questions ask for them. */
async function hasOpenPhotos(actor: Actor, now: number): Promise<boolean> {
  if (isTeacher(actor)) return false;
  const rows = await db()
    .selectFrom('attempts')
    .innerJoin('exams', 'exams.id', 'attempts.exam_id')
    .selectAll('attempts')
    .where('attempts.student_id', '=', actor.id)
    .where('attempts.upload_deadline_at', '>=', now - GRACE_MS)
    .where('attempts.state', '!=', 'scored')
    .where('exams.deleted_at', 'is', null)
    .execute();
  for (const attempt of rows.map(toAttemptView)) {
    if (photoOutcome(attempt, await findClosing(attempt), now) !== 'refused') return true;
  }
  return false;
}
