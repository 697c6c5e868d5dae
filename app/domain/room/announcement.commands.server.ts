import { db, transaction } from '~/db/db.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { RESIT_NUMBER } from '~/domain/exam/resit.rules';
import type { Actor } from '~/domain/actor/actor.rules';
import { AppError, notFound, tooManyFor } from '~/lib/errors';
import { isExamOwner } from '~/domain/exam/people.rules';
import { phaseOf } from '~/domain/exam/times.rules';
import { holdExam } from '~/domain/scoring/paper/exam-lock.server';
import type { Part } from '~/domain/exam/parts.rules';
import {
  ALL_PARTS,
  type AnnounceInput,
  type CorrectAnnouncementInput,
  type WithdrawAnnouncementInput,
} from './announcement.schema';
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
    await holdExam(exam.id);
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
    return countOpen(exam.id, parts, isResit);
  });
}

/**
 * 更正: the room reads the new words instead of what it was told, as news. For whoever told it, and the exam's owner.
 * Returns how many students have a paper open now.
 * @throws AppError as announce, not_found where there is nothing like it, conflict once it was taken back or corrected
 */
export async function correctAnnouncement(actor: Actor, input: CorrectAnnouncementInput, now: number): Promise<number> {
  return transaction(async () => {
    const { told, isOwner } = await findToldForChange(actor, input, now);
    const [first] = told;
    const isResit = first.is_resit === 1;
    const parts = told.map((one) => one.part as Part);
    if (first.text !== input.text) {
      await assertNotTooMany(actor, input.id, now);
      for (const { id, part, is_resit: resit } of told) {
        await db()
          .insertInto('exam_announcements')
          .values({
            exam_id: input.id,
            part,
            is_resit: resit,
            // It stays theirs who told it first; what the owner says instead is the owner's.
            teacher_id: isOwner ? actor.id : first.teacher_id,
            text: input.text,
            made_at: now,
            corrects_id: id,
          })
          .execute();
      }
      const detail = { parts, text: input.text, before: first.text };
      await recordAudit(
        actor,
        { action: 'exam.correct_announcement', entity: 'exam', entityId: input.id, detail },
        now,
      );
    }
    return countOpen(input.id, parts, isResit);
  });
}

/**
 * 撤回: the room's pages say that it was taken back. For whoever told it, and the exam's owner; twice is harmless.
 * @throws AppError as correctAnnouncement
 */
export async function withdrawAnnouncement(actor: Actor, input: WithdrawAnnouncementInput, now: number): Promise<void> {
  await transaction(async () => {
    const { told } = await findToldForChange(actor, input, now, { isWithdrawing: true });
    const open = told.filter((one) => one.withdrawn_at === null);
    if (open.length === 0) return;
    await db()
      .updateTable('exam_announcements')
      .set({ withdrawn_at: now })
      .where(
        'id',
        'in',
        open.map((one) => one.id),
      )
      .execute();
    const detail = { parts: open.map((one) => one.part), text: open[0]?.text ?? '' };
    await recordAudit(actor, { action: 'exam.withdraw_announcement', entity: 'exam', entityId: input.id, detail }, now);
  });
}

/** One that the actor may change, with the same that the other part was told at once. */
async function findToldForChange(
  actor: Actor,
  { id, announcementId }: WithdrawAnnouncementInput,
  now: number,
  { isWithdrawing = false } = {},
) {
  const { exam, parts } = await getWatchedExam(actor, { examId: id, part: null }, now);
  await holdExam(exam.id);
  const rows = await db().selectFrom('exam_announcements').selectAll().where('exam_id', '=', exam.id).execute();
  const first = rows.find((row) => row.id === announcementId && parts.includes(row.part as Part));
  if (!first) throw notFound('公告');
  const isOwner = isExamOwner(actor, exam);
  if (!isOwner && first.teacher_id !== actor.id) {
    throw new AppError('forbidden', '只有发这条公告的老师和出题老师可以撤回或更正它。');
  }
  const corrected = new Set(rows.map((row) => row.corrects_id));
  if (corrected.has(first.id)) throw new AppError('conflict', '这条公告已经更正过了。请在更正后的那条上操作。');
  if (first.withdrawn_at !== null && !isWithdrawing) throw new AppError('conflict', '这条公告已经撤回，请另发一条。');
  const others = rows.filter(
    (row) =>
      row.id !== first.id &&
      parts.includes(row.part as Part) &&
      !corrected.has(row.id) &&
      row.teacher_id === first.teacher_id &&
      row.is_resit === first.is_resit &&
      row.made_at === first.made_at &&
      row.text === first.text,
  );
  return { isOwner, told: [first, ...others] as [typeof first, ...typeof others] };
}

/** How many students sit these parts now. */
async function countOpen(examId: number, parts: Part[], isResit: boolean): Promise<number> {
  const open = await db()
    .selectFrom('attempts')
    .select((select) => select.fn.count<number>('student_id').distinct().as('count'))
    .where('exam_id', '=', examId)
    .where('part', 'in', parts)
    .where('number', isResit ? '>=' : '<', RESIT_NUMBER)
    .where('state', '=', 'in_progress')
    .executeTakeFirstOrThrow();
  return Number(open.count);
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
