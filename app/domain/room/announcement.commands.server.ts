import { db, transaction } from '~/db/db.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { RESIT_NUMBER } from '~/domain/exam/resit.rules';
import type { Actor } from '~/domain/user/user.rules';
import type { AnnounceInput } from './announcement.schema';
import { getWatchedExam } from './board.queries.server';

/** The same words again within so long are the same button pressed twice. */
const SAME_MS = 60_000;

/**
 * 公告: tells everybody who sits the part, on the page of their paper. For whoever watches it. Returns how many papers
 * are open now.
 * @throws AppError not_found for strangers and drafts, forbidden for an examiner of the other part
 */
export async function announce(actor: Actor, input: AnnounceInput, now: number): Promise<number> {
  return transaction(async () => {
    const { exam } = await getWatchedExam(actor, { examId: input.id, part: input.part }, now);
    const room = { exam_id: exam.id, part: input.part, is_resit: input.view === 'resit' ? 1 : 0 };
    // Held until the end, so that of two at once the second finds the first.
    await db()
      .updateTable('exams')
      .set((eb) => ({ version: eb.ref('version') }))
      .where('id', '=', exam.id)
      .execute();
    const same = await db()
      .selectFrom('exam_announcements')
      .select('id')
      .where('exam_id', '=', room.exam_id)
      .where('part', '=', room.part)
      .where('is_resit', '=', room.is_resit)
      .where('teacher_id', '=', actor.id)
      .where('text', '=', input.text)
      .where('made_at', '>', now - SAME_MS)
      .executeTakeFirst();
    if (!same) {
      await db()
        .insertInto('exam_announcements')
        .values({ ...room, teacher_id: actor.id, text: input.text, made_at: now })
        .execute();
      const detail = { part: input.part, text: input.text };
      await recordAudit(actor, { action: 'exam.announce', entity: 'exam', entityId: exam.id, detail }, now);
    }
    const open = await db()
      .selectFrom('attempts')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('exam_id', '=', exam.id)
      .where('part', '=', input.part)
      .where('number', input.view === 'resit' ? '>=' : '<', RESIT_NUMBER)
      .where('state', '=', 'in_progress')
      .executeTakeFirstOrThrow();
    return Number(open.count);
  });
}
