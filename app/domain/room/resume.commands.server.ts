import { db } from '~/db/db.server';
import { slicesOf } from '~/db/update-many.server';
import { hasPhotoItems } from '~/domain/attempt/photo-window.queries.server';
import { getExamView, type ExamView } from '~/domain/exam/exam.queries.server';
import { photosHeldUntil, heldWindowOf, windowOf, type ExtendScope } from '~/domain/exam/times.rules';
import { PART_LABELS, partsOf, type Part } from '~/domain/exam/parts.rules';
import { RESIT_NUMBER } from '~/domain/exam/resit.rules';
import { sendMessages } from '~/domain/message/message.commands.server';
import { takeBackMarks } from '~/domain/scoring/marking/taken-back.commands.server';
import { holdExam } from '~/domain/scoring/paper/exam-lock.server';
import { groupBy } from '~/lib/group-by';
import { formatMinute } from '~/lib/time';
import { findEarlyEnd, listResumable, type Collected } from './resume.queries.server';

/** What more time does to papers that were taken in, and to an exam that was ended before its time. */

/** A paper that goes on, and until when. */
export type Resumed = Collected & { until: number };

/**
 * Papers that were taken in go on when their new deadline lies ahead; marks that they have by then are taken back. Call it
 * inside the transaction that has moved the times.
 */
export async function resumePapers(exam: ExamView, now: number): Promise<Resumed[]> {
  await holdExam(exam.id);
  const papers = await listResumable(exam, now);
  for (const slice of slicesOf(papers)) {
    const ids = slice.map(({ id }) => id);
    await takeBackMarks(exam, ids, now);
    await db()
      .updateTable('attempts')
      .set((eb) => ({
        state: 'in_progress',
        submitted_at: null,
        closed_by: null,
        receipt_code: null,
        receipt: null,
        version: eb('version', '+', 1),
      }))
      .where('id', 'in', ids)
      .where('state', '=', 'auto_submitted')
      .execute();
  }
  return papers;
}

/**
 * An exam that was ended before its time stays so for everybody who is not given more: its parts end at that moment,
 * photos too, and minutes granted before are used up. `given`: what is given to all. Returns the exam as it is now.
 */
export async function keepEarlyEnd(exam: ExamView, given: readonly ExtendScope[]): Promise<ExamView> {
  const at = await findEarlyEnd(exam);
  const kept = partsOf(exam.testType).filter((part) => !given.includes(part));
  if (at === null || kept.length === 0) return exam;
  const times = { ...exam };
  for (const part of kept) Object.assign(times, endedTimes(exam, part, at));
  if (given.includes('upload')) times.uploadEndTime = exam.uploadEndTime;
  await db()
    .updateTable('exams')
    .set({
      oral_begin_time: times.oralBeginTime,
      oral_end_time: times.oralEndTime,
      begin_time: times.beginTime,
      end_time: times.endTime,
      upload_end_time: times.uploadEndTime,
    })
    .where('id', '=', exam.id)
    .execute();
  for (const part of kept) await endGrants(times, part, at);
  return getExamView(exam.id);
}

/** A part's times as they came to be; one that had not begun was never held. */
function endedTimes(exam: ExamView, part: Part, at: number): Partial<ExamView> {
  const window = windowOf(exam, part);
  if (!window) return {};
  const { beginsAt, endsAt } =
    window.beginsAt > at ? { beginsAt: at, endsAt: at } : (heldWindowOf({ ...exam, closedAt: at }, part) ?? window);
  if (part === 'oral') return { oralBeginTime: beginsAt, oralEndTime: endsAt };
  const photosAt = window.beginsAt > at ? at : photosHeldUntil({ ...exam, closedAt: at });
  return { beginTime: beginsAt, endTime: endsAt, uploadEndTime: photosAt };
}

/** What was granted and not used by the early end is gone, and the papers' own deadlines end there. */
async function endGrants(exam: ExamView, part: Part, at: number): Promise<void> {
  const ends = [windowOf(exam, part)?.endsAt ?? at, ...(part === 'written' ? [exam.uploadEndTime ?? 0] : [])];
  const used = Math.max(0, Math.floor((at - Math.max(...ends)) / 60_000));
  await db()
    .updateTable('exam_grants')
    .set({ extra_minutes: used })
    .where('exam_id', '=', exam.id)
    .where('part', '=', part)
    .where('extra_minutes', '>', used)
    .execute();
  await db()
    .updateTable('attempts')
    .set({ deadline_at: at })
    .where('exam_id', '=', exam.id)
    .where('part', '=', part)
    .where('number', '<', RESIT_NUMBER)
    .where('state', '!=', 'in_progress')
    .where('deadline_at', '>', at)
    .execute();
}

/** 补时: everybody reached hears of it, and what it means for a paper that was handed in: it goes on, or it does not. */
export async function tellExtended(
  exam: ExamView,
  told: { reached: number[]; scopes: readonly ExtendScope[]; resumed: readonly Resumed[]; isResit: boolean },
  message: { title: string; body: string; link: string },
  now: number,
): Promise<void> {
  const parts = partsOf(exam.testType).filter((part) => told.scopes.includes(part));
  const lines = new Map<number, string[]>();
  const say = (id: number, line: string) => lines.set(id, [...(lines.get(id) ?? []), line]);
  for (const part of parts) {
    const resumed = new Map(told.resumed.filter((one) => one.part === part).map((one) => [one.studentId, one]));
    for (const [id, { until }] of resumed) {
      say(id, `你的${PART_LABELS[part]}答卷重新打开了，可以接着作答到 ${formatMinute(until)}。`);
    }
    for (const [id, photosAt] of await listHandedIn(exam, part, told.isResit)) {
      const photos = photosAt !== null && photosAt > now ? `，照片可以补传到 ${formatMinute(photosAt)}` : '';
      say(id, `你的${PART_LABELS[part]}答卷已经交了，不能再作答${photos}。`);
    }
  }
  for (const [own, ids] of groupBy([...new Set(told.reached)], (id) => (lines.get(id) ?? []).join('\n'))) {
    const body = own === '' ? message.body : `${message.body}\n${own}`;
    await sendMessages(ids, { kind: 'exam', ...message, body }, now);
  }
}

/** Whose paper of the part is handed in and stays so, with until when it takes photos. */
async function listHandedIn(exam: ExamView, part: Part, isResit: boolean): Promise<Map<number, number | null>> {
  const rows = await db()
    .selectFrom('attempts')
    .select(['student_id', 'upload_deadline_at'])
    .where('exam_id', '=', exam.id)
    .where('part', '=', part)
    .where('number', isResit ? '>=' : '<', RESIT_NUMBER)
    .where('state', '!=', 'in_progress')
    .execute();
  const hasPhotos = await hasPhotoItems(exam.id, part);
  return new Map(rows.map((row) => [row.student_id, hasPhotos ? row.upload_deadline_at : null]));
}
