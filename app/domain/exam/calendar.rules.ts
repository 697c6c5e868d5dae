import { formatDate, formatMinute, parseTime } from '~/lib/time';
import type { Part } from './parts.rules';

const DAY_MS = 24 * 3600_000;

/** A longer window stands on its first and last day only: on every day it would hide the others. */
const FILLED_MS = 7 * DAY_MS;

/** A part of an exam with its window. */
export type CalendarExam = { examId: number; name: string; part: Part; beginsAt: number; endsAt: number };

/** What stands on one day: the part, and which of its times fall on that day. */
export type CalendarEntry = CalendarExam & {
  /** `09:00–11:00`, or on a window of several days `09:00 开始`, `进行中`, `17:00 截止`. */
  time: string;
};

export type CalendarDay = {
  /** `2026-11-21` */
  date: string;
  isOfMonth: boolean;
  isToday: boolean;
  entries: CalendarEntry[];
};

/** A month as its address says it (`2026-11`), or the present one of the school. */
export function monthOf(text: string | null, now: number, timeZone: string): string {
  const match = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text ?? '');
  const year = Number(match?.[1] ?? 0);
  return match && year >= 2000 && year <= 2199 ? match[0] : formatDate(now, timeZone).slice(0, 7);
}

/** The month that many months away. */
export function shiftMonth(month: string, by: number): string {
  const [year = 2000, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
}

/** How far from the present month the calendar leads: no school plans or looks further, and a crawler would never end. */
const REACH = { before: -60, after: 24 };

/** The months on either side to lead to; null where the reach ends. */
export function monthsBeside(month: string, thisMonth: string): { before: string | null; after: string | null } {
  const [before, after] = [shiftMonth(month, -1), shiftMonth(month, 1)];
  return {
    before: before >= shiftMonth(thisMonth, REACH.before) ? before : null,
    after: after <= shiftMonth(thisMonth, REACH.after) ? after : null,
  };
}

/** `2026年11月` */
export function monthLabel(month: string): string {
  const [year, number] = month.split('-').map(Number);
  return `${year}年${number}月`;
}

/** The month's first moment and the first one after it, in the school's zone. */
export function monthBounds(month: string, timeZone: string): { from: number; to: number } {
  const startOf = (one: string) => parseTime(`${one}-01 00:00`, timeZone) ?? 0;
  return { from: startOf(month), to: startOf(shiftMonth(month, 1)) };
}

/** The dates of the weeks that a month touches, from Monday. */
function datesOf(month: string): string[] {
  const first = Date.parse(`${month}-01T00:00:00Z`);
  const next = Date.parse(`${shiftMonth(month, 1)}-01T00:00:00Z`);
  const before = (new Date(first).getUTCDay() + 6) % 7;
  const days = Math.ceil((before + (next - first) / DAY_MS) / 7) * 7;
  return Array.from({ length: days }, (_, index) =>
    new Date(first + (index - before) * DAY_MS).toISOString().slice(0, 10),
  );
}

/** A window's first and last minute as the school reads them. */
type Window = { exam: CalendarExam; begin: string; end: string };

function entryOn(date: string, { exam, begin, end }: Window): CalendarEntry | null {
  const [firstDay, lastDay] = [begin.slice(0, 10), end.slice(0, 10)];
  if (date < firstDay || date > lastDay) return null;
  const [from, to] = [begin.slice(11), end.slice(11)];
  if (firstDay === lastDay) return { ...exam, time: `${from}–${to}` };
  if (date === firstDay) return { ...exam, time: `${from} 开始` };
  // A window that ends at midnight ends with the day before.
  if (date === lastDay) return to === '00:00' ? null : { ...exam, time: `${to} 截止` };
  return exam.endsAt - exam.beginsAt > FILLED_MS ? null : { ...exam, time: '进行中' };
}

/** The month in weeks, with the exams on their days. */
export function calendarWeeks(
  month: string,
  exams: CalendarExam[],
  { now, timeZone }: { now: number; timeZone: string },
): CalendarDay[][] {
  const today = formatDate(now, timeZone);
  const inOrder = [...exams]
    .sort((a, b) => a.beginsAt - b.beginsAt || a.examId - b.examId)
    .map((exam): Window => {
      return { exam, begin: formatMinute(exam.beginsAt, timeZone), end: formatMinute(exam.endsAt, timeZone) };
    });
  const days = datesOf(month).map((date) => ({
    date,
    isOfMonth: date.startsWith(month),
    isToday: date === today,
    entries: date.startsWith(month) ? inOrder.flatMap((window) => entryOn(date, window) ?? []) : [],
  }));
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
}
