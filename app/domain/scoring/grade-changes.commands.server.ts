import { db } from '~/db/db.server';
import type { ExamView } from '~/domain/exam/exam.queries.server';
import { listReleasedStudents } from '~/domain/exam/released.queries.server';
import { sendMessages } from '~/domain/message/message.commands.server';
import { gradeWord, thresholdsOf, type GradeThresholds } from '~/lib/bands';
import { resultPath } from './tell-result.commands.server';
import { isAnyReleased } from './unreleased-exam.commands.server';

/** Students who have read one word for their total and would read another. */
export type GradeChange = { before: string; after: string; studentIds: number[] };

/** Whose word other thresholds change, of those whose results are out; none before. */
export async function listGradeChanges(exam: ExamView, next: GradeThresholds): Promise<GradeChange[]> {
  if (!isAnyReleased(exam) || sameThresholds(exam.settings, next)) return [];
  const results = await db()
    .selectFrom('results')
    .select(['student_id', 'total_percent'])
    .where('exam_id', '=', exam.id)
    .where('total_percent', 'is not', null)
    .orderBy('student_id')
    .execute();
  const released = await listReleasedStudents(exam.id);
  const changes = new Map<string, GradeChange>();
  for (const { student_id, total_percent } of results) {
    const [before, after] = [gradeWord(total_percent, exam.settings), gradeWord(total_percent, next)];
    if (before === after || !released.has(student_id)) continue;
    const change = changes.get(before + after) ?? { before, after, studentIds: [] };
    change.studentIds.push(student_id);
    changes.set(before + after, change);
  }
  return [...changes.values()];
}

/** Tells each of them. */
export async function tellGradeChanges(exam: ExamView, changes: GradeChange[], now: number): Promise<void> {
  for (const { before, after, studentIds } of changes) {
    const body = `等级线改了：你的等级由“${before}”改为“${after}”，分数没有变。`;
    await sendMessages(
      studentIds,
      { kind: 'score', title: `等级更正：${exam.name}`, body, link: resultPath(exam.id) },
      now,
    );
  }
}

/** `3 名学生的等级会由“及格”变为“待提高”` and so on; '' for none. */
export function gradeChangesText(changes: GradeChange[]): string {
  return changes
    .map(({ before, after, studentIds }) => `${studentIds.length} 名学生的等级会由“${before}”变为“${after}”`)
    .join('，');
}

const sameThresholds = (a: GradeThresholds, b: GradeThresholds) =>
  JSON.stringify(thresholdsOf(a)) === JSON.stringify(thresholdsOf(b));
