import { db } from '~/db/db.server';
import { actsByCode } from '~/domain/exam/blind.rules';
import type { ExamView } from '~/domain/exam/exam.queries.server';
import type { Part } from '~/domain/exam/parts.rules';

/**
 * Whether somebody has marked, or begun to mark, a paper of a part that is marked by codes: a score, a draft too, or
 * something drawn on a photo. From then on its owner does nothing by name that a code would answer to (see actsByCode).
 * Asks no rights.
 */
export async function isMarkedByCode(exam: Pick<ExamView, 'id' | 'settings'>, part: Part): Promise<boolean> {
  if (!actsByCode(exam)) return false;
  const begun = await db()
    .selectFrom('attempts')
    .select('id')
    .where('exam_id', '=', exam.id)
    .where('part', '=', part)
    .where((where) =>
      where.or([
        where('state', '=', 'scored'),
        where.exists(where.selectFrom('scores').select('scores.id').whereRef('scores.attempt_id', '=', 'attempts.id')),
        where.exists(
          where
            .selectFrom('photo_marks')
            .innerJoin('photos', 'photos.id', 'photo_marks.photo_id')
            .select('photo_marks.photo_id')
            .whereRef('photos.attempt_id', '=', 'attempts.id'),
        ),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return begun !== undefined;
}
