import { db } from '~/db/db.server';
import type { ExamView } from '~/domain/exam/exam.queries.server';
import { PART_LABELS, partsOf, type Part } from '~/domain/exam/parts.rules';
import { classroomThen } from '~/domain/classroom/members-then.server';
import { classNameThen, studentNameThen } from '~/domain/classroom/names-then.server';
import { listReleasedStudents } from '~/domain/exam/released.queries.server';
import { sendMessages } from '~/domain/message/message.commands.server';
import { gradeWord, thresholdsOf, type GradeThresholds } from '~/lib/bands';
import { resultPath } from '../settling/tell-result.commands.server';
import { isAnyReleased } from '~/domain/exam/states.rules';

/** A word that a student has read for the total, or for a part where that is all there is, and would read another. */
export type GradeChange = {
  studentId: number;
  name: string;
  className: string;
  /** Null: the total. */
  part: Part | null;
  before: string;
  after: string;
};

/** Whose words other thresholds change, of those whose results are out; none before. */
export async function listGradeChanges(exam: ExamView, next: GradeThresholds): Promise<GradeChange[]> {
  if (!isAnyReleased(exam) || sameThresholds(exam.settings, next)) return [];
  const results = await db()
    .selectFrom('results')
    .innerJoin('users', 'users.id', 'results.student_id')
    .leftJoin('classrooms', (join) => join.on('classrooms.id', '=', classroomThen(exam.id)))
    .select(['results.student_id', 'total_percent', 'oral_percent', 'written_percent'])
    .select([studentNameThen(exam.id).as('name'), classNameThen(exam.id).as('class_name')])
    .where('results.exam_id', '=', exam.id)
    .orderBy('users.account_key')
    .execute();
  const released = await listReleasedStudents(exam.id);
  return results.flatMap(({ student_id: studentId, name, class_name, ...row }) => {
    if (!released.has(studentId)) return [];
    const changed = (part: Part | null, percent: number | null): GradeChange[] => {
      if (percent === null) return [];
      const [before, after] = [gradeWord(percent, exam.settings), gradeWord(percent, next)];
      return before === after ? [] : [{ studentId, name, className: class_name ?? '', part, before, after }];
    };
    const ofTotal = changed(null, row.total_percent);
    const parts = partsOf(exam.testType);
    if (ofTotal.length > 0 || parts.length < 2) return ofTotal;
    return parts.flatMap((part) => changed(part, part === 'oral' ? row.oral_percent : row.written_percent));
  });
}

/** Tells each of them. */
export async function tellGradeChanges(exam: ExamView, changes: GradeChange[], now: number): Promise<void> {
  const words = new Map<number, string[]>();
  for (const { studentId, part, before, after } of changes) {
    const own = words.get(studentId) ?? [];
    words.set(studentId, [...own, `你的${labelOf(part)}等级由“${before}”改为“${after}”`]);
  }
  const readers = new Map<string, number[]>();
  for (const [studentId, own] of words) {
    const body = `等级线改了：${own.join('，')}，分数没有变。`;
    readers.set(body, [...(readers.get(body) ?? []), studentId]);
  }
  const message = { kind: 'score' as const, title: `等级更正：${exam.name}`, link: resultPath(exam.id) };
  for (const [body, studentIds] of readers) await sendMessages(studentIds, { ...message, body }, now);
}

/** `3 名学生的等级会由“及格”变为“待提高”` and so on; '' for none. */
export function gradeChangesText(changes: GradeChange[]): string {
  const counts = new Map<string, number>();
  for (const { part, before, after } of changes) {
    const text = `名学生的${labelOf(part)}等级会由“${before}”变为“${after}”`;
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts].map(([text, count]) => `${count} ${text}`).join('，');
}

const labelOf = (part: Part | null) => (part === null ? '' : PART_LABELS[part]);

const sameThresholds = (a: GradeThresholds, b: GradeThresholds) =>
  JSON.stringify(thresholdsOf(a)) === JSON.stringify(thresholdsOf(b));
