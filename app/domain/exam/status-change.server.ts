import { db } from '~/db/db.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import type { ActionOn } from '~/domain/audit/audit.rules';
import { AppError } from '~/lib/errors';
import type { ExamView } from './exam.queries.server';
import { nextStatus, type ExamStatus, type ExamTransition } from './states.rules';

/** One step of an exam's states, for the commands that take it; call these inside their transaction. */

type StatusColumns = Partial<{
  status: ExamStatus;
  published_at: number | null;
  closed_at: number | null;
  deleted_at: number;
  draft: null;
}>;

/** One step of the exam's states; whoever comes second is told. */
export async function changeStatus(
  exam: ExamView,
  step: ExamTransition,
  columns: StatusColumns,
  now: number,
): Promise<void> {
  const status = nextStatus(exam.status, step);
  if (status === null) throw new Error(`${step} is no step from ${exam.status}`);
  await writeStatus(exam, { ...columns, status }, now);
}

/** The same without a step: columns alone. */
export async function writeStatus(exam: ExamView, columns: StatusColumns, now: number): Promise<void> {
  const { numUpdatedRows } = await db()
    .updateTable('exams')
    .set((eb) => ({ ...columns, updated_at: now, version: eb('version', '+', 1) }))
    .where('id', '=', exam.id)
    .where('status', '=', exam.status)
    .where('version', '=', exam.version)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) {
    throw new AppError('conflict', `「${exam.name}」的状态刚刚变了，请刷新页面核对后再操作。`);
  }
}

/** What was done to an exam, in the audit. */
export function recordExam(
  actor: Actor | null,
  action: ActionOn<'exam'>,
  examId: number,
  detail: Record<string, unknown>,
  now: number,
) {
  return recordAudit(actor, { action, entity: 'exam', entityId: examId, detail }, now);
}
