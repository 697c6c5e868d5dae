import { db, transaction } from '~/db/db.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { RESIT_NUMBER } from '~/domain/exam/resit.rules';
import type { Actor } from '~/domain/actor/actor.rules';
import { tooManyFor } from '~/lib/errors';
import type { AnnounceInput } from './announcement.schema';
import { getWatchedExam } from './board.queries.server';

/** The same words again within so long are the same button pressed twice. */
const SAME_MS = 60_000;
/** Of one person to one exam in so long: more would only push the papers off their pages. */
const MOST_IN_A_MINUTE = 10;
const MINUTE_MS = 60_000;

/**
 * 公告: tells everybody who sits the part, on the page of their paper. For whoever watches it. Returns how many papers
 * are open now.
 * @throws AppError not_found for strangers and drafts, forbidden for an examiner of the other part,
 * too_many after ten in a minute
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
      await assertNotTooMany(actor, exam.id, now);
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

async function assertNotTooMany(actor: Actor, examId: number, now: number): Promise<void> {
  const recent = await db()
    .selectFrom('exam_announcements')
    .select('made_at')
    .where('exam_id', '=', examId)
    .where('teacher_id', '=', actor.id)
    .where('made_at', '>', now - MINUTE_MS)
    .orderBy('made_at', 'desc')
    .limit(MOST_IN_A_MINUTE)
    .execute();
  const eldest = recent[MOST_IN_A_MINUTE - 1];
  if (!eldest) return;
  const left = eldest.made_at + MINUTE_MS - now;
  const seconds = Math.ceil(left / 1000);
  throw tooManyFor(left, `一分钟内最多发 ${MOST_IN_A_MINUTE} 条公告，请 ${seconds} 秒后再发，或把几句话写在一条里。`);
}
