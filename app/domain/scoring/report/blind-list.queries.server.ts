import type { Actor } from '~/domain/actor/actor.rules';
import type { ExamView } from '~/domain/exam/exam.queries.server';
import { partsOf } from '~/domain/exam/parts.rules';
import { listReleasedStudents } from '~/domain/exam/released.queries.server';
import { awaitingCount, countAwaiting, countOpenPapers } from '../sharing-out/awaiting.queries.server';
import { withoutMarks, type ScoreListRow } from './score-list.rules';

/** How many papers of a blind exam the owner still has to mark: until then marks beside names would tell whose each is. */
export async function countBlindLeft(actor: Actor, exam: ExamView): Promise<number> {
  if (!exam.settings.isBlind || exam.status === 'released') return 0;
  const [awaiting, open] = [await countAwaiting(actor, [exam.id]), await countOpenPapers([exam.id])];
  return partsOf(exam.testType).reduce((sum, part) => {
    const key = `${exam.id}.${part}`;
    return sum + awaitingCount(awaiting.get(key), { open: open.get(key) ?? 0, isOwner: true });
  }, 0);
}

/** Rows by name as the owner may see them: while papers are `left` to mark blind, how far a paper is and what it came to is held back. */
export async function asBlindAllows(exam: ExamView, rows: ScoreListRow[], left: number): Promise<ScoreListRow[]> {
  if (left === 0) return rows;
  const out = await listReleasedStudents(exam.id);
  return rows.map((row) => (out.has(row.studentId) ? row : withoutMarks(row)));
}
