import { db } from '~/db/db.server';
import { toJson } from '~/db/json';
import type { Fingerprint } from './fingerprint.queries.server';

/**
 * Stores statistics in one statement. Of two that are computed at the same time, those of newer results stay; what is
 * stored under an old fingerprint is never read.
 */
export async function store(
  examId: number,
  classroomId: number,
  of: Fingerprint,
  figures: unknown,
  now: number,
): Promise<void> {
  const values = {
    results_version: of.resultsVersion,
    fingerprint: of.rest,
    figures: toJson(figures),
    computed_at: now,
  };
  await db()
    .insertInto('exam_statistics')
    .values({ exam_id: examId, classroom_id: classroomId, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['exam_id', 'classroom_id'])
        .doUpdateSet(values)
        .where('exam_statistics.results_version', '<=', of.resultsVersion),
    )
    .execute();
}
