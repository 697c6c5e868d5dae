import { db } from '~/db/db.server';

/** Exams whose results are not out: what an examiner has still to do there can be somebody else's. */
const OPEN_STATES = ['draft', 'published', 'closed'];

/** Parts of exams that are not released which a teacher is named to score. */
export function listOpenExaminerParts(teacherId: number) {
  return examinerParts(teacherId).where('exams.status', 'in', OPEN_STATES).execute();
}

/** The same of all exams. */
export function examinerParts(teacherId: number) {
  return db()
    .selectFrom('exam_examiners')
    .innerJoin('exams', 'exams.id', 'exam_examiners.exam_id')
    .select(['exam_examiners.exam_id', 'exam_examiners.part', 'exam_examiners.only_arbitrates', 'exams.status'])
    .where('exam_examiners.teacher_id', '=', teacherId)
    .where('exams.deleted_at', 'is', null)
    .orderBy('exams.id');
}

/** Students' papers of those exams that a teacher was given and has no final score on. */
export function listOpenTasks(teacherId: number) {
  return db()
    .selectFrom('score_assignments')
    .innerJoin('exams', 'exams.id', 'score_assignments.exam_id')
    .select(['score_assignments.exam_id', 'score_assignments.part', 'score_assignments.student_id'])
    .where('score_assignments.examiner_id', '=', teacherId)
    .where('exams.status', 'in', OPEN_STATES)
    .where('exams.deleted_at', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('scores')
            .innerJoin('attempts', 'attempts.id', 'scores.attempt_id')
            .select('scores.id')
            .whereRef('attempts.exam_id', '=', 'score_assignments.exam_id')
            .whereRef('attempts.part', '=', 'score_assignments.part')
            .whereRef('attempts.student_id', '=', 'score_assignments.student_id')
            .where('scores.examiner_id', '=', teacherId)
            .where('scores.state', '=', 'final'),
        ),
      ),
    )
    .orderBy('score_assignments.exam_id')
    .execute();
}

/** Final scores that a teacher has given in a part of an exam. */
export async function countFinals(examId: number, part: string, teacherId: number): Promise<number> {
  const { finals } = await db()
    .selectFrom('scores')
    .innerJoin('attempts', 'attempts.id', 'scores.attempt_id')
    .select((select) => select.fn.countAll<number>().as('finals'))
    .where('attempts.exam_id', '=', examId)
    .where('attempts.part', '=', part)
    .where('scores.examiner_id', '=', teacherId)
    .where('scores.state', '=', 'final')
    .executeTakeFirstOrThrow();
  return Number(finals);
}
