import type { Part } from './parts.rules';
import { windowOf, type ExamLimits, type ExamTimes } from './times.rules';

/** A limit of each student's own time beside the window of its part. Pure; apart from times.rules, which the pages of sittings carry. */

const MINUTE_MS = 60_000;

/** How many minutes the window of a part has room for, where a limit is longer: nobody gets the rest; null where it is not. */
export function roomForLimit(window: { beginsAt: number; endsAt: number } | null, limit: number | null): number | null {
  if (!window || limit === null) return null;
  const room = Math.floor((window.endsAt - window.beginsAt) / MINUTE_MS);
  return room > 0 && room < limit ? room : null;
}

/** What is said of such a limit. */
export const limitNote = (room: number, limit: number) =>
  `从开始到结束只有 ${room} 分钟，比每人限时 ${limit} 分钟短：学生最多有 ${room} 分钟。`;

/** How long a student has at most, from the own start; null where the window alone counts. */
export function longestMinutes(exam: ExamTimes & ExamLimits, part: Part): number | null {
  const limit = part === 'oral' ? exam.oralMinutes : exam.writtenMinutes;
  return roomForLimit(windowOf(exam, part), limit) ?? limit;
}
