import { db } from '~/db/db.server';
import type { Actor } from '~/domain/actor/actor.rules';

export type ScoringHead = { id: number; isOwner: boolean };

/** Which exam the pages of its scoring are about, and whether the reader is its owner; null for whoever has no part in it. */
export async function findScoringHead(actor: Actor, examId: number): Promise<ScoringHead | null> {
  const row = await db()
    .selectFrom('exams')
    .select(['id', 'owner_id'])
    .where('id', '=', examId)
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('owner_id', '=', actor.id),
        eb.exists(
          eb
            .selectFrom('exam_examiners')
            .select('exam_examiners.exam_id')
            .whereRef('exam_examiners.exam_id', '=', 'exams.id')
            .where('exam_examiners.teacher_id', '=', actor.id),
        ),
      ]),
    )
    .executeTakeFirst();
  return row ? { id: row.id, isOwner: row.owner_id === actor.id } : null;
}
