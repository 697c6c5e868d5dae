import { db } from '~/db/db.server';
import { fromJson, toJson } from '~/db/json';
import type { Fingerprint } from './fingerprint.queries.server';

/** The stored statistics of an exam (of a class; 0 is the whole), when they are still good; else null. */
export async function findStored<T>(examId: number, classroomId: number, now: Fingerprint): Promise<T | null> {
  const row = await db()
    .selectFrom('exam_statistics')
    .select('figures')
    .where('exam_id', '=', examId)
    .where('classroom_id', '=', classroomId)
    .where('results_version', '=', now.resultsVersion)
    .where('fingerprint', '=', now.rest)
    .executeTakeFirst();
  return row ? fromJson<T>(row.figures) : null;
}

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
