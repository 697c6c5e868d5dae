import { db } from '~/db/db.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { getOwnExam } from '~/domain/exam/exam.queries.server';
import { partsOf } from '~/domain/exam/parts.rules';
import { phaseOf } from '~/domain/exam/times.rules';
import type { ClosingFigures } from './close.rules';

/**
 * What ending these own exams now would do; those that are not under way count for nothing. Re-sits go on.
 * @throws AppError not_found, forbidden
 */
export async function getClosingFigures(actor: Actor, ids: number[], now: number): Promise<ClosingFigures> {
  const exams = [];
  for (const id of ids) exams.push(await getOwnExam(actor, id));
  const going = exams.filter((exam) => exam.status === 'published');
  const hasBothParts = going.some(
    (exam) => partsOf(exam.testType).filter((part) => phaseOf(exam, part, now) !== 'ended').length > 1,
  );
  return { open: await countOpen(going.map(({ id }) => id)), hasBothParts };
}

/** The papers that closeAttemptsOfExam takes in. */
async function countOpen(examIds: number[]): Promise<number> {
  if (examIds.length === 0) return 0;
  const { count } = await db()
    .selectFrom('attempts')
    .leftJoin('exam_resits', (join) =>
      join
        .onRef('exam_resits.exam_id', '=', 'attempts.exam_id')
        .onRef('exam_resits.student_id', '=', 'attempts.student_id')
        .onRef('exam_resits.part', '=', 'attempts.part'),
    )
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('attempts.exam_id', 'in', examIds)
    .where('attempts.state', '=', 'in_progress')
    .where('exam_resits.exam_id', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}
