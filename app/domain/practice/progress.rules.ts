import { BANKS, type Bank } from '~/domain/question-bank/question.schema';
import { formatDate } from '~/lib/time';

/** What progress is counted from: one try. */
export type Tried = { bank: Bank; isRight: boolean | null; createdAt: number };

/** One week or day of practice. */
export type Period = {
  /** Its first day, `2026-11-16`. */
  from: string;
  label: string;
  counts: Record<Bank, number>;
  total: number;
  /** Of the judged theory answers; null where there is none. */
  rightPercent: number | null;
};

/** How many weeks or days back the pages look. */
export const PERIODS_SHOWN = { week: 8, day: 14 };

const DAY_MS = 86_400_000;

/** The days since 1970 of a moment's date in the zone. */
function dayNumber(at: number, timeZone: string): number {
  return Math.floor(Date.parse(`${formatDate(at, timeZone)}T00:00:00Z`) / DAY_MS);
}

const dateOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);
const shortOf = (day: number) => `${Number(dateOf(day).slice(5, 7))}/${Number(dateOf(day).slice(8))}`;

/**
 * The last `count` weeks (Monday to Sunday) or days up to now, oldest first, with what was practised in each.
 * Days are those of the school's zone.
 */
export function countPeriods(
  tries: Tried[],
  { unit, count, now, timeZone }: { unit: 'week' | 'day'; count: number; now: number; timeZone: string },
): Period[] {
  const today = dayNumber(now, timeZone);
  const length = unit === 'week' ? 7 : 1;
  // 1970-01-01 was a Thursday: the Monday before it is day −3.
  const current = unit === 'week' ? today - ((((today + 3) % 7) + 7) % 7) : today;
  const first = current - (count - 1) * length;
  const slots: Tried[][] = Array.from({ length: count }, () => []);
  for (const one of tries) slots[Math.floor((dayNumber(one.createdAt, timeZone) - first) / length)]?.push(one);
  return slots.map((slot, index) => {
    const day = first + index * length;
    const judged = slot.filter((one) => one.isRight !== null);
    const right = judged.filter((one) => one.isRight).length;
    const counts = Object.fromEntries(
      BANKS.map((bank) => [bank, slot.filter((one) => one.bank === bank).length]),
    ) as Record<Bank, number>;
    return {
      from: dateOf(day),
      label: unit === 'week' ? `${shortOf(day)}–${shortOf(day + 6)}` : shortOf(day),
      counts,
      total: slot.length,
      rightPercent: judged.length === 0 ? null : Math.round((right / judged.length) * 100),
    };
  });
}

/** How far back `count` weeks or days reach, generously: from when tries have to be read. */
export function periodsBegin(now: number, unit: 'week' | 'day', count: number): number {
  return now - (unit === 'week' ? 7 * (count + 1) : count + 1) * DAY_MS;
}
