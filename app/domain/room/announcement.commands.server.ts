import { db, transaction } from '~/db/db.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { RESIT_NUMBER } from '~/domain/exam/resit.rules';
import type { Actor } from '~/domain/actor/actor.rules';
import { tooManyFor } from '~/lib/errors';
import { phaseOf } from '~/domain/exam/times.rules';
import type { Part } from '~/domain/exam/parts.rules';
import { ALL_PARTS, type AnnounceInput } from './announcement.schema';
import { getWatchedExam } from './board.queries.server';

/** The same words again within so long are the same button pressed twice. */
const SAME_MS = 60_000;
/** Of one person to one exam in so long: more would only push the papers off their pages. */
const MOST_IN_A_MINUTE = 10;
const MINUTE_MS = 60_000;

/**
 * 公告: tells everybody who sits the part, or every part that is not over, on the page of their paper. For whoever watches
 * it. Returns how many students have a paper open now.
 * @throws AppError not_found for strangers and drafts, forbidden for an examiner of the other part,
 * too_many after ten in a minute
 */
export async function announce(actor: Actor, input: AnnounceInput, now: number): Promise<number> {
  return transaction(async () => {
    const { exam, parts } = await findRooms(actor, input, now);
    // Held until the end, so that of two at once the second finds the first.
    await db()
      .updateTable('exams')
      .set((eb) => ({ version: eb.ref('version') }))
      .where('id', '=', exam.id)
      .execute();
    const isResit = input.view === 'resit';
    const untold = [];
    for (const part of parts) {
      if (!(await wasJustTold(actor, { examId: exam.id, part, isResit, text: input.text }, now))) untold.push(part);
    }
    if (untold.length > 0) await assertNotTooMany(actor, exam.id, now);
    for (const part of untold) {
      await db()
        .insertInto('exam_announcements')
        .values({
          exam_id: exam.id,
          part,
          is_resit: isResit ? 1 : 0,
          teacher_id: actor.id,
          text: input.text,
          made_at: now,
        })
        .execute();
      const detail = { part, text: input.text };
      await recordAudit(actor, { action: 'exam.announce', entity: 'exam', entityId: exam.id, detail }, now);
    }
    const open = await db()
      .selectFrom('attempts')
      .select((select) => select.fn.count<number>('student_id').distinct().as('count'))
      .where('exam_id', '=', exam.id)
      .where('part', 'in', parts)
      .where('number', isResit ? '>=' : '<', RESIT_NUMBER)
      .where('state', '=', 'in_progress')
      .executeTakeFirstOrThrow();
    return Number(open.count);
  });
}

/** The exam and the parts that are told something. Of an exam that is over, all that are watched. */
async function findRooms(actor: Actor, { id, part }: AnnounceInput, now: number) {
  const watched = await getWatchedExam(actor, { examId: id, part: part === ALL_PARTS ? null : part }, now);
  const { exam } = watched;
  if (part !== ALL_PARTS) return { exam, parts: [part] };
  const going = watched.parts.filter((one) => phaseOf(exam, one, now) !== 'ended');
  return { exam, parts: going.length > 0 ? going : watched.parts };
}

/** Whether the same person told the same room the same within the minute. */
async function wasJustTold(
  actor: Actor,
  { examId, part, isResit, text }: { examId: number; part: Part; isResit: boolean; text: string },
  now: number,
): Promise<boolean> {
  const same = await db()
    .selectFrom('exam_announcements')
    .select('id')
    .where('exam_id', '=', examId)
    .where('part', '=', part)
    .where('is_resit', '=', isResit ? 1 : 0)
    .where('teacher_id', '=', actor.id)
    .where('text', '=', text)
    .where('made_at', '>', now - SAME_MS)
    .executeTakeFirst();
  return same !== undefined;
}

async function assertNotTooMany(actor: Actor, examId: number, now: number): Promise<void> {
  const recent = await db()
    .selectFrom('exam_announcements')
    .select(['made_at', 'text'])
    // One that went to both parts counts once.
    .distinct()
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
