/** Times are UTC milliseconds; people see and type them in the school's zone. */

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(timeZone: string): Intl.DateTimeFormat {
  let found = formatters.get(timeZone);
  if (!found) {
    found = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    });
    formatters.set(timeZone, found);
  }
  return found;
}

// Offsets from UTC change on quarters of an hour only, and asking Intl for one is slow: a month's calendar asks
// hundreds of times.
const QUARTER_MS = 900_000;
const MAX_KEPT = 20_000;
const offsets = new Map<string, Map<number, number>>();

/** What the zone's clocks are ahead of UTC at that moment, in milliseconds. */
function zoneOffset(milliseconds: number, timeZone: string): number {
  let kept = offsets.get(timeZone);
  if (!kept || kept.size > MAX_KEPT) offsets.set(timeZone, (kept = new Map<number, number>()));
  const quarter = Math.floor(milliseconds / QUARTER_MS);
  let offset = kept.get(quarter);
  if (offset === undefined) {
    const start = quarter * QUARTER_MS;
    const parts: Record<string, string> = {};
    for (const part of formatter(timeZone).formatToParts(start)) parts[part.type] = part.value;
    const { year = '', month = '', day = '', hour = '', minute = '', second = '' } = parts;
    offset = Date.UTC(+year, +month - 1, +day, +hour, +minute, +second) - start;
    kept.set(quarter, offset);
  }
  return offset;
}

/** `2026-11-21T08:05:09.000Z`, the zone's date and time. */
function localIso(milliseconds: number, timeZone: string): string {
  return new Date(milliseconds + zoneOffset(milliseconds, timeZone)).toISOString();
}

export const DEFAULT_TIME_ZONE = 'Asia/Shanghai';

let schoolZone = DEFAULT_TIME_ZONE;

/**
 * Makes the school's zone the one that times are shown and read in unless another is named. There is one school per
 * installation, so it is the process's: the server sets it with every reading of the school's settings, the browser
 * before it hydrates (decision 0024).
 */
export function setSchoolTimeZone(timeZone: string): void {
  if (timeZone !== schoolZone && isTimeZone(timeZone)) schoolZone = timeZone;
}

/** The zone in force when none is named. */
export function timeZoneInForce(): string {
  return schoolZone;
}

/** Whether this is a zone of the IANA database. */
export function isTimeZone(timeZone: string): boolean {
  try {
    formatter(timeZone);
    return true;
  } catch {
    return false;
  }
}

/** `2026-11-21 08:05` in the zone. */
export function formatMinute(milliseconds: number, timeZone = schoolZone): string {
  return localIso(milliseconds, timeZone).slice(0, 16).replace('T', ' ');
}

/** `2026-11-21 08:05:09` in the zone: the API's form. */
export function formatSecond(milliseconds: number, timeZone = schoolZone): string {
  return localIso(milliseconds, timeZone).slice(0, 19).replace('T', ' ');
}

/** The same of a time that may not be there. */
export const secondOrNull = (at: number | null, timeZone?: string) => (at === null ? null : formatSecond(at, timeZone));

/** `08:05:09` in the zone. */
export function formatClock(milliseconds: number, timeZone = schoolZone): string {
  return localIso(milliseconds, timeZone).slice(11, 19);
}

/** `2026-11-21` in the zone. */
export function formatDate(milliseconds: number, timeZone = schoolZone): string {
  return formatMinute(milliseconds, timeZone).slice(0, 10);
}

/** A length of time for people: `1 小时 20 分`, `45 分`, `30 秒`. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 60) return `${seconds} 秒`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes} 分钟` : `${minutes} 分 ${seconds % 60} 秒`;
  const rest = minutes % 60;
  return rest === 0 ? `${Math.floor(minutes / 60)} 小时` : `${Math.floor(minutes / 60)} 小时 ${rest} 分`;
}

/** `03:07` for a recording's length. */
export function formatSeconds(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
}

const TYPED =
  /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})(?:[日号] *|[ T]+)(\d{1,2})(?:[点时]|:(?=\d))(\d{2})?分?(?::(\d{2}))?$/;

/**
 * Reads what a person typed (`YYYY-MM-DD HH:mm`, seconds, `/`, 年月日, 点分 and full-width digits allowed) as a
 * time in the zone, or an ISO 8601 text with its own offset. Returns undefined when it is not a real time.
 */
export function parseTime(text: string, timeZone = schoolZone): number | undefined {
  const normal = text.normalize('NFKC').trim();
  if (/^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:?\d{2})$/.test(normal)) {
    const iso = Date.parse(normal);
    return Number.isNaN(iso) ? undefined : iso;
  }
  const match = TYPED.exec(normal);
  if (!match) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const asUtc = Date.UTC(year, month - 1, day, hour, minute, second);
  const check = new Date(asUtc);
  if (check.getUTCMonth() !== month - 1 || check.getUTCDate() !== day || hour > 23 || minute > 59 || second > 59) {
    return undefined;
  }
  // The zone's offset at that moment; a second pass settles a change of offset in between.
  let result = asUtc - zoneOffset(asUtc, timeZone);
  result = asUtc - zoneOffset(result, timeZone);
  return result;
}

/** When a day typed as YYYY-MM-DD begins in the zone; null for what is no day. */
export function dayStart(text: string, timeZone = schoolZone): number | null {
  return parseTime(`${text} 00:00`, timeZone) ?? null;
}
