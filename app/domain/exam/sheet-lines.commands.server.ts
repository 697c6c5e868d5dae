import { db, transaction } from '~/db/db.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { AppError } from '~/lib/errors';
import { getOwnExam } from './exam.queries.server';
import { findSheetLines, hasScans } from './print.queries.server';
import type { SheetLinesInput } from './print.schema';

/**
 * How many lines the writing sheets of an own exam have. Fewer may put other questions on a page, and a sheet that was
 * printed before is then known as an old one.
 * @throws AppError as getOwnExam, conflict once sheets were scanned
 */
export async function setSheetLines(actor: Actor, { id, lines }: SheetLinesInput, now: number): Promise<void> {
  await transaction(async () => {
    await getOwnExam(actor, id);
    if ((await findSheetLines(id)) === lines) return;
    if (await hasScans(id)) {
      throw new AppError('conflict', '这场考试已经扫描过答题纸，行数不能再改：印好的每一页上有哪些题就定了。');
    }
    await db().updateTable('exams').set({ sheet_lines: lines }).where('id', '=', id).execute();
    await recordAudit(actor, { action: 'exam.sheet_lines', entity: 'exam', entityId: id, detail: { lines } }, now);
  });
}
