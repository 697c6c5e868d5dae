import type { ExamView } from '~/domain/exam/exam.queries.server';
import { seesNames } from '~/domain/exam/blind.rules';
import { listReleasedStudents } from '~/domain/exam/released.queries.server';
import { withoutMarks, type ScoreListRow } from './score-list.rules';

/** Rows by name as the owner may see them: while papers are `left` to mark blind, how far a paper is and what it came to is held back. */
export async function asBlindAllows(exam: ExamView, rows: ScoreListRow[], left: number): Promise<ScoreListRow[]> {
  if (left === 0) return rows;
  const out = await listReleasedStudents(exam.id);
  return rows.map((row) => (out.has(row.studentId) ? row : withoutMarks(row)));
}

/** Rows by name without the way to their papers, where those are marked blind: a name beside a paper's id would tell. */
export async function withoutBlindPapers(exam: ExamView, rows: ScoreListRow[]): Promise<ScoreListRow[]> {
  if (!exam.settings.isBlind) return rows;
  const out = await listReleasedStudents(exam.id);
  return rows.map((row) => {
    if (seesNames(exam, { isOwner: true, view: 'marking', isOut: out.has(row.studentId) })) return row;
    return { ...row, parts: row.parts.map((part) => ({ ...part, attemptId: null })) };
  });
}
