import type { ExamView } from '~/domain/exam/exam.queries.server';
import { listReleasedStudents } from '~/domain/exam/released.queries.server';
import { withoutMarks, type ScoreListRow } from './score-list.rules';

/** Rows by name as the owner may see them: while papers are `left` to mark blind, how far a paper is and what it came to is held back. */
export async function asBlindAllows(exam: ExamView, rows: ScoreListRow[], left: number): Promise<ScoreListRow[]> {
  if (left === 0) return rows;
  const out = await listReleasedStudents(exam.id);
  return rows.map((row) => (out.has(row.studentId) ? row : withoutMarks(row)));
}
