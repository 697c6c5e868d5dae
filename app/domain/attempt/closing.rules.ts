import type { Timed } from './attempt.rules';

/** What is said of a paper that is closed, apart from the rules that the page of an open paper loads. Pure. */

/**
 * How a paper was handed in, in the same words wherever it stands: a teacher who hands in for a student gives a reason
 * (it is on the receipt), one who ends the exam before its time gives none.
 */
export function closedHow(closedBy: string | null, receipt: { reason?: string } | null): string {
  if (closedBy === 'teacher' && receipt?.reason) return `老师代交，原因：${receipt.reason}`;
  if (closedBy === 'teacher') return '提前结束收卷';
  return { student: '本人交卷', server: '到时自动交卷' }[closedBy ?? ''] ?? '';
}

/** A paper's deadlines as they came to be: none is later than the moment its exam was closed. */
export function heldDeadlines(
  { deadlineAt, uploadDeadlineAt }: Pick<Timed, 'deadlineAt' | 'uploadDeadlineAt'>,
  closedAt: number | null,
): Pick<Timed, 'deadlineAt' | 'uploadDeadlineAt'> {
  if (closedAt === null) return { deadlineAt, uploadDeadlineAt };
  return {
    deadlineAt: Math.min(deadlineAt, closedAt),
    uploadDeadlineAt: uploadDeadlineAt === null ? null : Math.min(uploadDeadlineAt, closedAt),
  };
}
