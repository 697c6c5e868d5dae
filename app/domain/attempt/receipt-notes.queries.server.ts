import { db } from '~/db/db.server';
import { formatSecond } from '~/lib/time';
import { listPhotos, listTakes, type AttemptView } from './attempt.queries.server';
import { lateSentence, type ReceiptNote } from './attempt.rules';
import { listPaperItems } from './paper.queries.server';

type OfAttempt = Pick<AttemptView, 'id' | 'examId' | 'part' | 'closedBy'>;

/** More than a paper ever has; nobody reads on. */
const MOST = 30;

/**
 * What stands on a receipt beside its figures: every take and photo that was refused or came too late, with the reason,
 * and every counting take above its limit. Student and teacher read the same. Asks no rights.
 */
export async function listReceiptNotes(attempt: OfAttempt): Promise<ReceiptNote[]> {
  const refused = await db()
    .selectFrom('refused_files')
    .selectAll()
    .where('attempt_id', '=', attempt.id)
    .orderBy('id')
    .limit(MOST)
    .execute();
  const takes = await listTakes(attempt.id);
  const photos = await listPhotos(attempt.id);
  const late = lateSentence(attempt.closedBy);
  const notes = [
    ...refused.map((row) => ({
      itemId: row.item_id,
      kind: row.kind as ReceiptNote['kind'],
      at: row.refused_at,
      text: `没有收下：${row.reason}`,
    })),
    ...[
      ...takes.map((take) => ({ ...take, kind: 'take' as const })),
      ...photos.map((photo) => ({ ...photo, kind: 'photo' as const })),
    ]
      .filter((one) => one.outcome === 'refused')
      .map(({ itemId, kind, receivedAt }) => ({
        itemId,
        kind,
        at: receivedAt,
        text: `${formatSecond(receivedAt)} 才送到，没有计入：${late}`,
      })),
    ...takes
      .filter((take) => take.isChosen && take.overSeconds > 0)
      .map((take) => ({
        itemId: take.itemId,
        kind: 'take' as const,
        at: take.receivedAt,
        text: `第 ${take.number} 条计分，超时 ${take.overSeconds} 秒`,
      })),
  ];
  if (notes.length === 0) return [];
  const items = await listPaperItems(attempt);
  const positionOf = new Map(items.map((item) => [item.id, item.position]));
  return notes
    .map(({ itemId, ...note }) => ({ position: positionOf.get(itemId) ?? 0, ...note }))
    .sort((a, b) => a.position - b.position || a.at - b.at);
}
