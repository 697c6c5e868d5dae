import { db } from '~/db/db.server';
import { unorderedId } from '~/db/unordered-id.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import type { ExamView } from '~/domain/exam/exam.queries.server';
import type { OwnDeadlines } from '~/domain/exam/times.rules';
import type { Part } from '~/domain/exam/parts.rules';
import type { Actor } from '~/domain/actor/actor.rules';
import { newSeed } from '~/lib/ids.server';
import { toAttemptView, type AttemptView } from './attempt.queries.server';
import { fixPaper } from './fix-paper.commands.server';

type Beginning = {
  studentId: number;
  part: Part;
  number: number;
  startedAt: number;
  deadlines: OwnDeadlines;
  /** Sat on paper: questions and options stand as they are printed, for everybody the same. */
  isPrinted?: boolean;
};

/**
 * Makes an attempt, and with it its own paper: how every attempt comes to be. Call it in the transaction that holds
 * the exam. Null when there is one of this number already. Asks no rights.
 */
export async function beginAttempt(
  actor: Actor,
  exam: ExamView,
  { studentId, part, number, startedAt, deadlines, isPrinted = false }: Beginning,
  now: number,
): Promise<AttemptView | null> {
  const created = await db()
    .insertInto('attempts')
    .values({
      id: await unorderedId('attempts'),
      exam_id: exam.id,
      student_id: studentId,
      part,
      number,
      state: 'in_progress',
      started_at: startedAt,
      deadline_at: deadlines.answersAt,
      upload_deadline_at: deadlines.photosAt,
      submitted_at: null,
      closed_by: null,
      receipt_code: null,
      receipt: null,
    })
    .onConflict((conflict) => conflict.columns(['exam_id', 'student_id', 'part', 'number']).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!created) return null;
  if (!isPrinted) await fixPaper({ id: created.id, part }, exam, newSeed());
  await recordAudit(
    actor,
    { action: 'attempt.start', entity: 'attempt', entityId: created.id, detail: { examId: exam.id, part, number } },
    now,
  );
  return toAttemptView(created);
}
