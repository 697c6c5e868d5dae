import { db } from '~/db/db.server';
import type { Part } from '~/domain/exam/parts.rules';
import type { SettledAttempt } from '../paper/settle.rules';

/** Of students (all, when none are named) every attempt at an exam with what it has reached. Asks no rights. */
export async function listSettled(
  examId: number,
  studentIds?: number[],
): Promise<Map<number, (SettledAttempt & { id: number })[]>> {
  let query = db()
    .selectFrom('attempts')
    .select(['id', 'student_id', 'part', 'number', 'percent'])
    .where('exam_id', '=', examId)
    .orderBy('number');
  if (studentIds) query = query.where('student_id', 'in', studentIds);
  const found = new Map<number, (SettledAttempt & { id: number })[]>();
  for (const { id, student_id, part, number, percent } of await query.execute()) {
    const attempt = { id, part: part as Part, number, percent };
    const known = found.get(student_id);
    if (known) known.push(attempt);
    else found.set(student_id, [attempt]);
  }
  return found;
}

/** A student's attempts at a part by number, each with what it has reached (null until settled). */
export async function listSettledAttempts(
  examId: number,
  studentId: number,
  part: Part,
): Promise<{ id: number; number: number; percent: number | null }[]> {
  const attempts = (await listSettled(examId, [studentId])).get(studentId) ?? [];
  return attempts.filter((attempt) => attempt.part === part);
}
