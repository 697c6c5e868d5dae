import { db } from '~/db/db.server';
import { toJson } from '~/db/json';
import { listDraws } from '~/domain/exam/draw.queries.server';
import type { ExamView } from '~/domain/exam/exam.queries.server';
import type { Part } from '~/domain/exam/parts.rules';
import { readSnapshot } from '~/domain/question-bank/snapshot.server';
import { randomFrom, type Seed } from '~/lib/shuffle';
import { arrangePaper, drawItems, isSamePaper } from './paper.rules';

/**
 * Fixes the paper of an attempt that begins, where papers differ between students. Call it in the transaction that
 * makes the attempt: either both stand or neither.
 */
export async function fixPaper(
  attempt: { id: number; part: Part },
  exam: Pick<ExamView, 'id' | 'settings' | 'sections'>,
  seed: Seed,
): Promise<void> {
  const rows = await db()
    .selectFrom('exam_items')
    .select(['id', 'position', 'draw_id as drawId', 'section'])
    .where('exam_id', '=', exam.id)
    .where('part', '=', attempt.part)
    .execute();
  if (isSamePaper(rows, exam.settings)) return;
  const random = randomFrom(seed);
  const ids = drawItems(
    rows,
    await listDraws(exam.id),
    exam.sections.map(({ key }) => key),
    random,
  );
  if (ids.length === 0) return;
  // Only of the items drawn: a pool may be large, and a whole class begins at once.
  const snapshots = await db().selectFrom('exam_items').select(['id', 'snapshot']).where('id', 'in', ids).execute();
  const items = ids.flatMap((id) => {
    const row = snapshots.find((one) => one.id === id);
    const section = rows.find((one) => one.id === id)?.section ?? null;
    return row ? [{ id, section, snapshot: readSnapshot(row.snapshot) }] : [];
  });
  await db()
    .insertInto('attempt_items')
    .values(
      arrangePaper(items, exam.settings, random).map((place) => ({
        attempt_id: attempt.id,
        item_id: place.itemId,
        position: place.position,
        option_order: place.optionOrder === null ? null : toJson(place.optionOrder),
      })),
    )
    .execute();
}
