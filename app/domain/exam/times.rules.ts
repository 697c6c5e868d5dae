import { hasPart, PART_LABELS, PARTS, partsOf, type Part } from './parts.rules';
import type { ExamStatus } from './states.rules';

/** The times of an exam, UTC milliseconds. Pure. Every window is half open: its begin belongs to it, its end does not. */

export type ExamTimes = {
  testType: number;
  beginTime: number | null;
  endTime: number | null;
  uploadEndTime: number | null;
  oralBeginTime: number | null;
  oralEndTime: number | null;
};

/**
 * When an exam was over for those who look back: its last window's end, or the earlier moment at which it was closed.
 * `ends`: of its windows, those that count.
 */
export function heldAtOf(ends: readonly (number | null)[], closedAt: number | null): number | null {
  const known = ends.filter((end): end is number => end !== null);
  if (known.length === 0) return null;
  return Math.min(Math.max(...known), closedAt ?? Infinity);
}

export type ExamLimits = { oralMinutes: number | null; writtenMinutes: number | null };

/** What still counts after an answer deadline, marked 宽限内; then the server closes the attempt. */
export const GRACE_MS = 30_000;

const MINUTE_MS = 60_000;

export const PHASES = ['not_started', 'running', 'uploading', 'ended'] as const;
export type Phase = (typeof PHASES)[number];

export const PHASE_LABELS: Record<Phase, string> = {
  not_started: '未开始',
  running: '进行中',
  uploading: '上传中',
  ended: '已结束',
};

/** When a part can be answered; null while its times are not set or the exam has no such part. */
export function windowOf(exam: ExamTimes, part: Part): { beginsAt: number; endsAt: number } | null {
  if (!hasPart(exam, part)) return null;
  const beginsAt = part === 'oral' ? exam.oralBeginTime : exam.beginTime;
  const endsAt = part === 'oral' ? exam.oralEndTime : exam.endTime;
  return beginsAt === null || endsAt === null ? null : { beginsAt, endsAt };
}

/**
 * When a part was really held: one that had begun when the exam was closed ended then, one that had not stands as it
 * was planned.
 */
export function heldWindowOf(
  exam: ExamTimes & { closedAt: number | null },
  part: Part,
): { beginsAt: number; endsAt: number } | null {
  const window = windowOf(exam, part);
  return window && { ...window, endsAt: heldUntil(exam.closedAt, window.beginsAt, window.endsAt) };
}

/** Until when photos were really taken; null for an exam without a written part. */
export function photosHeldUntil(exam: ExamTimes & { closedAt: number | null }): number | null {
  if (exam.uploadEndTime === null) return null;
  return heldUntil(exam.closedAt, exam.beginTime ?? Infinity, exam.uploadEndTime);
}

function heldUntil(closedAt: number | null, beginsAt: number, endsAt: number): number {
  return closedAt !== null && closedAt >= beginsAt ? Math.min(endsAt, closedAt) : endsAt;
}

/** Photos of a written part are taken until here; null for oral. */
function photosEnd(exam: ExamTimes, part: Part): number | null {
  return part === 'written' && hasPart(exam, 'written') ? (exam.uploadEndTime ?? exam.endTime) : null;
}

/**
 * The phase of a part by the clock: [begin, end) runs, written [end, uploadEnd) takes photos only.
 * A draft has not started whatever its times say; a closed or released exam has ended.
 */
export function phaseOf(exam: ExamTimes & { status: ExamStatus }, part: Part, now: number): Phase {
  if (exam.status === 'draft') return 'not_started';
  if (exam.status !== 'published') return 'ended';
  const window = windowOf(exam, part);
  if (!window) return 'ended';
  if (now < window.beginsAt) return 'not_started';
  if (now < window.endsAt) return 'running';
  const photosAt = photosEnd(exam, part);
  return photosAt !== null && now < photosAt ? 'uploading' : 'ended';
}

/** The phase of the whole exam: what runs wins, then what takes photos, then what is still to come. */
export function examPhase(exam: ExamTimes & { status: ExamStatus }, now: number): Phase {
  const phases = partsOf(exam.testType).map((part) => phaseOf(exam, part, now));
  for (const phase of ['running', 'uploading', 'not_started'] as const) if (phases.includes(phase)) return phase;
  return 'ended';
}

export type OwnDeadlines = {
  /** Answers count before this moment (and, marked, within GRACE_MS after it). */
  answersAt: number;
  /** Photos may be added or replaced before this moment; null for oral. */
  photosAt: number | null;
};

/**
 * A student's own deadlines in a part: answers by the earlier of the window's end and the time limit from
 * the own start, photos by uploadEndTime; extra minutes are added to both. Before the start (`startedAt`
 * null) only the window counts. Null when the part has no times.
 */
export function ownDeadlines(input: {
  exam: ExamTimes & ExamLimits;
  part: Part;
  startedAt: number | null;
  extraMinutes: number;
}): OwnDeadlines | null {
  const { exam, part, startedAt, extraMinutes } = input;
  const window = windowOf(exam, part);
  if (!window) return null;
  const limit = part === 'oral' ? exam.oralMinutes : exam.writtenMinutes;
  const ownEnd =
    startedAt === null || limit === null ? window.endsAt : Math.min(window.endsAt, startedAt + limit * MINUTE_MS);
  const extra = extraMinutes * MINUTE_MS;
  const photosAt = photosEnd(exam, part);
  return { answersAt: ownEnd + extra, photosAt: photosAt === null ? null : photosAt + extra };
}

/** Whether a student may begin (or begin again) the part now; extra minutes keep the door open longer. */
export function mayStartAt(exam: ExamTimes, part: Part, extraMinutes: number, now: number): boolean {
  const window = windowOf(exam, part);
  return window !== null && now >= window.beginsAt && now < window.endsAt + extraMinutes * MINUTE_MS;
}

/**
 * Whether a part is over for a student who has not begun it: nobody is absent who has more time of their own
 * (`extraMinutes`) that has not run out.
 */
export function isOverFor(
  exam: ExamTimes & { status: ExamStatus },
  part: Part,
  extraMinutes: number,
  now: number,
): boolean {
  const isStillOpen = exam.status === 'published' && mayStartAt(exam, part, extraMinutes, now);
  return phaseOf(exam, part, now) === 'ended' && !isStillOpen;
}

/** The last moment at which anything may still arrive, grace included; null when the exam has no times. */
export function lastDeadline(exam: ExamTimes, longestExtraMinutes: Partial<Record<Part, number>> = {}): number | null {
  const ends = partsOf(exam.testType).flatMap((part) => {
    const window = windowOf(exam, part);
    if (!window) return [];
    const end = Math.max(window.endsAt + GRACE_MS, photosEnd(exam, part) ?? 0);
    return [end + (longestExtraMinutes[part] ?? 0) * MINUTE_MS];
  });
  return ends.length === 0 ? null : Math.max(...ends);
}

/** From the first window's beginning until the last one has ended for everybody: what is in the papers stays closed. */
export function isUnderWay(exam: ExamTimes, longestExtraMinutes: Partial<Record<Part, number>>, now: number): boolean {
  const begins = partsOf(exam.testType).flatMap((part) => windowOf(exam, part)?.beginsAt ?? []);
  const end = lastDeadline(exam, longestExtraMinutes);
  return end !== null && now >= Math.min(...begins) && now < end;
}

/** Where more time is given after publication: a part, or the photo upload alone. */
export const EXTEND_SCOPES = ['oral', 'written', 'upload'] as const;
export type ExtendScope = (typeof EXTEND_SCOPES)[number];

/** How a scope is called. */
export function scopeLabel(scope: ExtendScope): string {
  return scope === 'upload' ? '照片上传' : PART_LABELS[scope];
}

export type TimeField = 'oralBeginTime' | 'oralEndTime' | 'beginTime' | 'endTime' | 'uploadEndTime';

const TIME_FIELDS: Record<Part, TimeField[]> = {
  oral: ['oralBeginTime', 'oralEndTime'],
  written: ['beginTime', 'endTime', 'uploadEndTime'],
};

const TIME_LABELS: Record<TimeField, string> = {
  oralBeginTime: '口语开始时间',
  oralEndTime: '口语结束时间',
  beginTime: '笔试开始时间',
  endTime: '笔试结束时间',
  uploadEndTime: '上传截止时间',
};

/** The times as they are saved: a part that is not used has none, and photos end with the part where nothing else is said. */
export function timesAsSaved<T extends ExamTimes>(exam: T): T {
  const result = { ...exam };
  for (const part of PARTS) {
    if (hasPart(exam, part)) continue;
    for (const field of TIME_FIELDS[part]) (result as ExamTimes)[field] = null;
  }
  result.uploadEndTime ??= result.endTime;
  return result;
}

/**
 * What is wrong with an exam's times, a sentence per field. `format` writes a time for people.
 * Fields in `unreadable` were typed but are no time; their rules are left to the sentence they already have.
 */
export function timeProblems(
  times: ExamTimes,
  format: (time: number) => string,
  unreadable: readonly string[] = [],
): Partial<Record<TimeField, string>> {
  const problems: Partial<Record<TimeField, string>> = {};
  for (const part of PARTS) {
    for (const field of TIME_FIELDS[part]) {
      if (unreadable.includes(field)) continue;
      const used = hasPart(times, part);
      // It follows from the end, whose own sentence is enough.
      if (used && field === 'uploadEndTime') continue;
      if (used && times[field] === null) problems[field] = `填写${TIME_LABELS[field]}`;
      if (!used && times[field] !== null)
        problems[field] = `这场考试没有${PART_LABELS[part]}，请清空${TIME_LABELS[field]}`;
    }
  }
  // Two that cannot be read stand in no order.
  const timeOf = (field: TimeField) => (unreadable.includes(field) ? null : times[field]);
  const [oralBeginTime, oralEndTime] = [timeOf('oralBeginTime'), timeOf('oralEndTime')];
  const [beginTime, endTime, uploadEndTime] = [timeOf('beginTime'), timeOf('endTime'), timeOf('uploadEndTime')];
  if (hasPart(times, 'oral') && oralBeginTime !== null && oralEndTime !== null && oralEndTime <= oralBeginTime) {
    problems.oralEndTime = `口语结束时间要晚于开始时间 ${format(oralBeginTime)}`;
  }
  if (hasPart(times, 'written')) {
    if (beginTime !== null && endTime !== null && endTime <= beginTime) {
      problems.endTime = `笔试结束时间要晚于开始时间 ${format(beginTime)}`;
    }
    if (endTime !== null && uploadEndTime !== null && uploadEndTime < endTime) {
      problems.uploadEndTime = `上传截止时间不能早于笔试结束时间 ${format(endTime)}`;
    }
  }
  return problems;
}

/** Publishing needs every part's end to lie ahead: a sentence per end that has passed. */
export function pastProblems(
  times: ExamTimes,
  now: number,
  format: (time: number) => string,
): Partial<Record<TimeField, string>> {
  const problems: Partial<Record<TimeField, string>> = {};
  if (hasPart(times, 'oral') && times.oralEndTime !== null && times.oralEndTime <= now) {
    problems.oralEndTime = `口语结束时间 ${format(times.oralEndTime)} 已经过去，请改到现在之后`;
  }
  if (hasPart(times, 'written') && times.endTime !== null && times.endTime <= now) {
    problems.endTime = `笔试结束时间 ${format(times.endTime)} 已经过去，请改到现在之后`;
  }
  return problems;
}
