import { db } from '~/db/db.server';
import { PART_LABELS, type Part } from '~/domain/exam/parts.rules';
import { RESIT_NUMBER } from '~/domain/exam/resit.rules';
import { awaitingCount, countAwaiting, countOpenPapers } from './awaiting.queries.server';

/** Exams whose results are not out: what an examiner has still to do there can be somebody else's. */
const OPEN_STATES = ['draft', 'published', 'closed'];

/**
 * Parts which a teacher is named to score: of exams that are not released, and of others where re-sits wait. Who only
 * arbitrated, and has nothing more to arbitrate, leaves nothing to do.
 */
export async function listOpenExaminerParts(teacherId: number) {
  const parts = await examinerParts(teacherId)
    .where((eb) =>
      eb.or([
        eb('exams.status', 'in', OPEN_STATES),
        eb.exists(
          eb
            .selectFrom('exam_resits')
            .select('exam_resits.student_id')
            .whereRef('exam_resits.exam_id', '=', 'exam_examiners.exam_id')
            .whereRef('exam_resits.part', '=', 'exam_examiners.part')
            .where('exam_resits.state', '=', 'open'),
        ),
      ]),
    )
    .execute();
  const isWanted = await asksSomebody(teacherId);
  return parts.filter(isWanted);
}

/** Whether of a part somebody has to take the teacher's place: as its examiner, or to arbitrate what still waits. */
export async function asksSomebody(teacherId: number) {
  const tasks = await listOpenTasks(teacherId);
  return ({ exam_id, part, only_arbitrates }: { exam_id: number; part: string; only_arbitrates: number }) =>
    only_arbitrates === 0 || tasks.some((task) => task.exam_id === exam_id && task.part === part);
}

/** Parts of all exams which a teacher is named to score. */
export function examinerParts(teacherId: number) {
  return db()
    .selectFrom('exam_examiners')
    .innerJoin('exams', 'exams.id', 'exam_examiners.exam_id')
    .select(['exam_examiners.exam_id', 'exam_examiners.part', 'exam_examiners.only_arbitrates', 'exams.status'])
    .select('exams.name')
    .where('exam_examiners.teacher_id', '=', teacherId)
    .where('exams.deleted_at', 'is', null)
    .orderBy('exams.id');
}

/**
 * Students whose papers a teacher was given and has still to mark: of exams that are not released all without a final
 * score of theirs, and of any exam those whose re-sit is to come or to be marked.
 */
export function listOpenTasks(teacherId: number) {
  return db()
    .selectFrom('score_assignments')
    .innerJoin('exams', 'exams.id', 'score_assignments.exam_id')
    .select(['score_assignments.exam_id', 'score_assignments.part', 'score_assignments.student_id'])
    .where('score_assignments.examiner_id', '=', teacherId)
    .where('exams.deleted_at', 'is', null)
    .where((eb) => {
      const ownFinals = eb
        .selectFrom('scores')
        .innerJoin('attempts', 'attempts.id', 'scores.attempt_id')
        .select('scores.id')
        .whereRef('attempts.exam_id', '=', 'score_assignments.exam_id')
        .whereRef('attempts.part', '=', 'score_assignments.part')
        .whereRef('attempts.student_id', '=', 'score_assignments.student_id')
        .where('scores.examiner_id', '=', teacherId)
        .where('scores.state', '=', 'final');
      const openResit = eb
        .selectFrom('exam_resits')
        .select('exam_resits.student_id')
        .whereRef('exam_resits.exam_id', '=', 'score_assignments.exam_id')
        .whereRef('exam_resits.part', '=', 'score_assignments.part')
        .whereRef('exam_resits.student_id', '=', 'score_assignments.student_id')
        .where('exam_resits.state', '=', 'open');
      return eb.or([
        eb.and([eb('exams.status', 'in', OPEN_STATES), eb.not(eb.exists(ownFinals))]),
        eb.and([eb.exists(openResit), eb.not(eb.exists(ownFinals.where('attempts.number', '>=', RESIT_NUMBER)))]),
      ]);
    })
    .orderBy('score_assignments.exam_id')
    .execute();
}

/** Parts that were handed over, in words, each with how many of its papers await who has them now. */
export async function describeMarking(
  parts: readonly { exam_id: number; part: string; name: string }[],
  toId: number,
): Promise<string[]> {
  const ids = [...new Set(parts.map((one) => one.exam_id))];
  const [awaiting, open] = [await countAwaiting({ id: toId }, ids), await countOpenPapers(ids)];
  const owners =
    ids.length === 0 ? [] : await db().selectFrom('exams').select(['id', 'owner_id']).where('id', 'in', ids).execute();
  return parts.map(({ exam_id: examId, part, name }) => {
    const key = `${examId}.${part}`;
    const isOwner = owners.some((exam) => exam.id === examId && exam.owner_id === toId);
    const count = awaitingCount(awaiting.get(key), { open: open.get(key) ?? 0, isOwner });
    const waits = count > 0 ? `有 ${count} 份等您评` : '现在没有要评的答卷';
    return `${name || '未命名的考试'}（${PART_LABELS[part as Part]}）：${waits}`;
  });
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
