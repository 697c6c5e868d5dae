import { db } from '~/db/db.server';
import type { ExamView } from '~/domain/exam/exam.queries.server';
import { PARTS } from '~/domain/exam/parts.rules';
import { listAssignments } from './assignments.queries.server';

/**
 * The papers of an exam with a draft of somebody whose papers they still are: the draft of who has left says nothing,
 * and such a paper waits like one that nobody has begun. Asks no rights.
 */
export async function listHeldDrafts(exam: ExamView): Promise<Set<number>> {
  const drafts = await db()
    .selectFrom('scores')
    .innerJoin('attempts', 'attempts.id', 'scores.attempt_id')
    .select(['scores.attempt_id', 'scores.examiner_id', 'attempts.student_id', 'attempts.part'])
    .where('attempts.exam_id', '=', exam.id)
    .where('scores.state', '=', 'draft')
    .execute();
  const held = new Set<number>();
  for (const part of PARTS) {
    const own = drafts.filter((draft) => draft.part === part);
    if (own.length === 0) continue;
    const assignments = await listAssignments(exam.id, part);
    const isSharedOut = assignments.some(({ kind }) => kind === 'examiner');
    const given = new Set(assignments.flatMap((one) => (one.isNamed ? [`${one.studentId} ${one.examinerId}`] : [])));
    for (const { attempt_id: id, examiner_id: examinerId, student_id: studentId } of own) {
      const isNamed = !isSharedOut && exam.examinerIds[part].includes(examinerId);
      if (examinerId === exam.ownerId || isNamed || given.has(`${studentId} ${examinerId}`)) held.add(id);
    }
  }
  return held;
}
