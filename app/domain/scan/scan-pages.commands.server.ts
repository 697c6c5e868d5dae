import type { z } from 'zod';
import { db, transaction } from '~/db/db.server';
import { turned, type Rotation } from '~/domain/file/file.rules';
import type { Actor } from '~/domain/actor/actor.rules';
import { AppError, invalid, notFound } from '~/lib/errors';
import { requireScanExam } from './scan.queries.server';
import type { assignSchema, pageDeedSchema } from './scan.schema';

/**
 * Says whose a page is and which.
 * @throws AppError not_found, forbidden, invalid for a student or page the exam does not have, conflict once it is placed
 */
export async function assignPage(actor: Actor, input: z.output<typeof assignSchema>, now: number): Promise<void> {
  const { candidates, itemIds } = await requireScanExam(actor, input.id, now);
  if (!candidates.some(({ id }) => id === input.studentId)) throw invalid({ studentId: '这名学生不在这场考试里' });
  if (input.page > itemIds.length) throw invalid({ page: `答题纸只有 ${itemIds.length} 页` });
  await changePage(input, () => ({ student_id: input.studentId, page: input.page, state: 'open', note: '' }));
}

type PageRow = { student_id: number | null; page: number | null; rotation: number; state: string };

/**
 * Turns a page, throws it away, takes it back, frees it of its student, or keeps it alone of its doubles. Twice (but for
 * turning) is harmless.
 * @throws AppError not_found, forbidden, conflict once it is placed
 */
export async function doWithPage(actor: Actor, input: z.output<typeof pageDeedSchema>, now: number): Promise<void> {
  await requireScanExam(actor, input.id, now);
  await changePage(input, ({ rotation }) => {
    switch (input.deed) {
      case 'left':
      case 'right':
        return { rotation: turned(rotation as Rotation, input.deed) };
      case 'discard':
        return { state: 'discarded' };
      case 'restore':
      case 'only':
        return { state: 'open' };
      case 'free':
        return { student_id: null, page: null, note: '老师退回，等重新指定' };
    }
  });
}

async function changePage(
  input: { id: number; fileId: string; deed?: string },
  change: (row: PageRow) => Partial<PageRow> & { note?: string },
): Promise<void> {
  await transaction(async () => {
    const row = await lockPage(input.id, input.fileId);
    if (row.state === 'placed') throw new AppError('conflict', '这一页已经放入答卷，要改请先撤销放入。');
    await db().updateTable('scan_pages').set(change(row)).where('file_id', '=', input.fileId).execute();
    if (input.deed !== 'only' || row.student_id === null || row.page === null) return;
    await db()
      .updateTable('scan_pages')
      .set({ state: 'discarded' })
      .where('exam_id', '=', input.id)
      .where('student_id', '=', row.student_id)
      .where('page', '=', row.page)
      .where('file_id', '!=', input.fileId)
      .where('state', '=', 'open')
      .execute();
  });
}

async function lockPage(examId: number, fileId: string) {
  const row = await db()
    .updateTable('scan_pages')
    .set((set) => ({ position: set.ref('position') }))
    .where('exam_id', '=', examId)
    .where('file_id', '=', fileId)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw notFound('扫描页');
  return row;
}
