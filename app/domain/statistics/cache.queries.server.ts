import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
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
