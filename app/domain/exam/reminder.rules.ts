/** When students are reminded that an exam begins. */

const MINUTE_MS = 60_000;

/** How long before the begin. */
export const REMINDERS = { day: 24 * 60 * MINUTE_MS, soon: 30 * MINUTE_MS } as const;

export type ReminderKind = keyof typeof REMINDERS;

/**
 * Which reminder is due, if any; the later one alone where both are (the server was down). A reminder whose moment had
 * passed when the exam was published is none: the publication itself said the times.
 */
export function dueReminder(exam: { beginsAt: number; publishedAt: number }, now: number): ReminderKind | null {
  if (now >= exam.beginsAt) return null;
  const kind = now >= exam.beginsAt - REMINDERS.soon ? 'soon' : 'day';
  const moment = exam.beginsAt - REMINDERS[kind];
  return now >= moment && exam.publishedAt < moment ? kind : null;
}
