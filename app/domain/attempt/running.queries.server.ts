import { db } from '~/db/db.server';
import { GRACE_MS } from '~/domain/exam/times.rules';
import { PART_LABELS, type Part } from '~/domain/exam/parts.rules';
import { isTeacher, type Actor } from '~/domain/actor/actor.rules';

/** An exam that a student is in the middle of. */
export type RunningAttempt = { examId: number; examName: string; part: Part; partLabel: string };

/** The student's attempt that still takes answers, the one begun last; null when none does. */
export async function findRunningAttempt(actor: Actor, now: number): Promise<RunningAttempt | null> {
  if (isTeacher(actor)) return null;
  const row = await db()
    .selectFrom('attempts')
    .innerJoin('exams', 'exams.id', 'attempts.exam_id')
    .select(['attempts.exam_id', 'attempts.part', 'exams.name'])
    .where('attempts.student_id', '=', actor.id)
    .where('attempts.state', '=', 'in_progress')
    .where('attempts.deadline_at', '>=', now - GRACE_MS)
    .where('exams.deleted_at', 'is', null)
    .orderBy('attempts.started_at', 'desc')
    .orderBy('attempts.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const part = row.part as Part;
  return { examId: row.exam_id, examName: row.name, part, partLabel: PART_LABELS[part] };
}
