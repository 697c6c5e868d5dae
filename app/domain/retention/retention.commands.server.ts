import { db, transaction } from '~/db/db.server';
import { toJson } from '~/db/json';
import { writeSetting } from '~/db/settings.server';
import { slicesOf } from '~/db/update-many.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { sendMessages } from '~/domain/message/message.commands.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { assertAdministrator, listAdministratorIds } from '~/domain/actor/administrator.server';
import { getSchool } from '~/domain/school/school.queries.server';
import { holdExam } from '~/domain/scoring/paper/exam-lock.server';
import { toRetention } from '~/lib/addresses/personal';
import { AppError } from '~/lib/errors';
import { logEvent } from '~/lib/log.server';
import { formatDate } from '~/lib/time';
import { storage } from '~/storage/storage.server';
import { getAutomation, listExpiredRecordings, listRemovableIds } from './retention.queries.server';
import { DAY_MS, isAutomatic, NO_AUTOMATION, type Automation } from './retention.rules';

const NOTICE_MS = 30 * DAY_MS;

/**
 * Deletes the recordings that are over the school's term and that nothing keeps; `actor` null is the server. Rows are
 * marked first and objects deleted after that: what a crash leaves behind has a mark and goes with the hourly sweep.
 * `seen` is the dry run an administrator agreed to; done twice it is another one. Returns how many went, and how many of
 * them have their bytes still in a store that cannot be reached.
 * @throws AppError forbidden, conflict when something else would go than was seen
 */
export async function removeExpired(
  actor: Actor | null,
  seen: { before: number; expected: number } | null,
  now: number,
): Promise<{ count: number; left: number }> {
  if (actor) assertAdministrator(actor);
  const ids = await transaction(() => markExpired(actor, seen, now));
  return { count: ids.length, left: await deleteObjects(ids) };
}

async function markExpired(
  actor: Actor | null,
  seen: { before: number; expected: number } | null,
  now: number,
): Promise<string[]> {
  const latest = seen?.before ?? null;
  // Each exam is held before it is looked at for good: what is kept or asked meanwhile comes before or after.
  for (const { examId } of (await listExpiredRecordings(now, latest)).exams) await holdExam(examId);
  const expired = await listExpiredRecordings(now, latest);
  if (seen && seen.expected !== expired.total.count) {
    throw new AppError(
      'conflict',
      expired.total.count === 0
        ? '现在没有要删除的录音，可能刚刚已经删除。'
        : '预览之后要删除的录音有变化，请按现在的预览核对后再确认。',
    );
  }
  if (expired.total.count === 0) return [];
  const ids = await listRemovableIds(expired);
  for (const slice of slicesOf(ids)) {
    await db()
      .updateTable('files')
      .set({ removed_at: now })
      .where('id', 'in', slice)
      .where('removed_at', 'is', null)
      .execute();
    await db().deleteFrom('file_waveforms').where('file_id', 'in', slice).execute();
  }
  const { total, practice, interact, before, retentionDays } = expired;
  const exams = expired.exams.filter((exam) => exam.kept === null);
  const entry = { action: 'retention.remove', detail: { count: total.count, bytes: total.bytes, before } } as const;
  await recordAudit(
    actor,
    {
      ...entry,
      entity: 'school',
      entityId: 0,
      detail: {
        ...entry.detail,
        retentionDays,
        practice: practice.count,
        interact: interact.count,
        exams: exams.map(({ examId, count }) => ({ examId, count })),
      },
    },
    now,
  );
  for (const { examId, count, bytes } of exams) {
    await recordAudit(actor, { ...entry, entity: 'exam', entityId: examId, detail: { count, bytes, before } }, now);
  }
  return ids;
}

/**
 * Deletes the bytes of files whose rows say that they are gone. Answers of how many they are there still: the sweep
 * tries those again. Nobody waits for each of them in turn where the store does not answer.
 */
export async function deleteObjects(ids: string[]): Promise<number> {
  let left = 0;
  for (const [index, id] of ids.entries()) {
    try {
      await storage().delete(id);
    } catch (error) {
      logEvent('error', 'recording_not_deleted', { id, error: String(error) });
      if (error instanceof AppError && error.code === 'unavailable') return left + ids.length - index;
      left += 1;
    }
  }
  return left;
}

/**
 * Switches deleting by itself on or off; on holds for the term as it is now, a shorter one needs a new yes.
 * @throws AppError forbidden
 */
export async function setAutomatic(actor: Actor, isOn: boolean, now: number): Promise<void> {
  assertAdministrator(actor);
  await transaction(async () => {
    const { retentionDays: days } = await getSchool();
    const automation = await getAutomation();
    if (automation.isOn === isOn && (!isOn || automation.days === days)) return;
    await writeSetting('retention', { ...automation, isOn, days });
    const detail = { isOn, retentionDays: days };
    await recordAudit(actor, { action: 'retention.automatic', entity: 'school', entityId: 0, detail }, now);
  });
}

/**
 * For the server's sweep: once a day deletes what is over the term where an administrator has switched that on; else
 * tells the administrators once in 30 days how much is over it. Only one of several servers does it.
 */
export async function retainRecordings(now: number): Promise<void> {
  const { retentionDays, timeZone } = await getSchool();
  const automation = await getAutomation();
  if (isAutomatic(automation, retentionDays)) {
    if (automation.lastRunAt !== null && now - automation.lastRunAt < DAY_MS) return;
    if (await claim(automation, { ...automation, lastRunAt: now })) await removeExpired(null, null, now);
    return;
  }
  if (automation.lastNoticeAt !== null && now - automation.lastNoticeAt < NOTICE_MS) return;
  const { total } = await listExpiredRecordings(now);
  if (total.count === 0 || total.oldest === null) return;
  const oldest = formatDate(total.oldest, timeZone);
  await transaction(async () => {
    if (!(await claim(automation, { ...automation, lastNoticeAt: now }))) return;
    await sendMessages(
      await listAdministratorIds(),
      {
        kind: 'system',
        title: `有 ${total.count} 条学生录音超过了保存期限`,
        body: `学校规定保存 ${retentionDays} 天，最早的一条是 ${oldest} 录的。请到“录音保留”核对后删除，也可以在那里打开自动删除。`,
        link: toRetention(),
      },
      now,
    );
  });
}

/** Writes the setting if nobody else has since it was read. */
async function claim(before: Automation, after: Automation): Promise<boolean> {
  await db()
    .insertInto('settings')
    .values({ key: 'retention', value: toJson(NO_AUTOMATION) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { numUpdatedRows } = await db()
    .updateTable('settings')
    .set({ value: toJson(after) })
    .where('key', '=', 'retention')
    .where('value', '=', toJson(before))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
