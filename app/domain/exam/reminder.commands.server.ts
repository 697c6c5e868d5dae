import { db, transaction } from '~/db/db.server';
import { sendMessages } from '~/domain/message/message.commands.server';
import { getSchool } from '~/domain/school/school.queries.server';
import { toExamPreview } from '~/lib/addresses/results';
import { formatMinute } from '~/lib/time';
import { getExamView, type ExamView } from './exam.queries.server';
import { windowOf } from './times.rules';
import { PART_LABELS, partsOf } from './parts.rules';
import { listCandidateIds } from './people.queries.server';
import { dueReminder, REMINDERS, type ReminderKind } from './reminder.rules';

/**
 * Reminds the students of exams that begin soon, for the server's sweeper: once of each begin, also on several servers
 * and after a restart; an exam moved to another time is reminded of again. Returns how many reminders were sent.
 */
export async function remindOfExams(now: number): Promise<number> {
  const rows = await db()
    .selectFrom('exams')
    .select(['id', 'published_at', 'oral_begin_time', 'begin_time'])
    .where('status', '=', 'published')
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb.or(
        (['oral_begin_time', 'begin_time'] as const).map((column) =>
          eb.and([eb(column, '>', now), eb(column, '<=', now + REMINDERS.day)]),
        ),
      ),
    )
    .execute();
  let sent = 0;
  for (const row of rows) {
    for (const beginsAt of new Set([row.oral_begin_time, row.begin_time])) {
      if (beginsAt === null) continue;
      const kind = dueReminder({ beginsAt, publishedAt: row.published_at ?? now }, now);
      if (kind !== null && (await remind(row.id, kind, beginsAt, now))) sent += 1;
    }
  }
  return sent;
}

async function remind(examId: number, kind: ReminderKind, beginsAt: number, now: number): Promise<boolean> {
  const reminder = { exam_id: examId, kind, begins_at: beginsAt };
  const known = await db()
    .selectFrom('exam_reminders')
    .select('sent_at')
    .where('exam_id', '=', examId)
    .where('kind', '=', kind)
    .where('begins_at', '=', beginsAt)
    .executeTakeFirst();
  // Read first: the sweep comes round every few seconds and must not write each time.
  if (known) return false;
  return transaction(async () => {
    const claimed = await db()
      .insertInto('exam_reminders')
      .values({ ...reminder, sent_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('sent_at')
      .executeTakeFirst();
    const exam = await getExamView(examId);
    if (!claimed || exam.status !== 'published') return false;
    const { timeZone } = await getSchool();
    const begin = formatMinute(beginsAt, timeZone);
    await sendMessages(
      await listCandidateIds(exam),
      {
        kind: 'exam',
        title:
          kind === 'day'
            ? `考试提醒：${exam.name}，${begin.slice(5)} 开始`
            : `即将开考：${exam.name}，${begin.slice(11)} 开始`,
        body: `${windowsText(exam, beginsAt, timeZone)}\n请提前到场，检查好设备；开考前可以先看考试说明。`,
        link: toExamPreview({ id: exam.id }),
      },
      now,
    );
    return true;
  });
}

/** The parts that begin then, one line each. */
function windowsText(exam: ExamView, beginsAt: number, timeZone: string): string {
  return partsOf(exam.testType)
    .flatMap((part) => {
      const window = windowOf(exam, part);
      if (window?.beginsAt !== beginsAt) return [];
      return [`${PART_LABELS[part]}：${formatMinute(beginsAt, timeZone)} 至 ${formatMinute(window.endsAt, timeZone)}`];
    })
    .join('\n');
}
