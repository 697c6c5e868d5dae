import { GRACE_MS, type ExamTimes } from './times.rules';
import type { ExamStatus } from './states.rules';
import type { Part } from './parts.rules';

/** 补考: a second attempt at a part with times of its own. Pure. */

/** The number of the attempt that a re-sit is, also for who missed the first. */
export const RESIT_NUMBER = 2;

/** `open` until its paper is scored; `missed` when its time went by without a beginning. */
export const RESIT_STATES = ['open', 'done', 'missed'] as const;
export type ResitState = (typeof RESIT_STATES)[number];

export const RESIT_STATE_LABELS: Record<ResitState, string> = { open: '待补考', done: '已计入', missed: '补考缺考' };

/** Which attempt counts where there are two, as students are told: 考了两次的，… */
export const RESIT_RULES = { best: '计较好的一次', last: '计补考这一次' };

/** A student's re-sit of a part. */
export type Resit = {
  studentId: number;
  part: Part;
  beginsAt: number;
  endsAt: number;
  /** Null for oral. */
  uploadEndsAt: number | null;
  extraMinutes: number;
  state: ResitState;
  /** 说明: where it is held, what to bring. */
  reason: string;
};

/** Whether the re-sit may still be begun, or its paper is under way: its times are the ones that count for a start. */
export function isPending(resit: Resit | null, attempts: readonly { number: number }[]): resit is Resit {
  return resit !== null && resit.state === 'open' && attempts.every((attempt) => attempt.number < RESIT_NUMBER);
}

/**
 * The exam as it is for one attempt of a student: for a re-sit with its own times, open although the exam is over.
 * `number` is that of the attempt, existing or to begin.
 */
export function examForAttempt<T extends ExamTimes & { status: ExamStatus; closedAt?: number | null }>(
  exam: T,
  part: Part,
  number: number,
  resit: Resit | null,
): T {
  if (!resit || number < RESIT_NUMBER) return exam;
  const times =
    part === 'oral'
      ? { oralBeginTime: resit.beginsAt, oralEndTime: resit.endsAt }
      : { beginTime: resit.beginsAt, endTime: resit.endsAt, uploadEndTime: resit.uploadEndsAt ?? resit.endsAt };
  return { ...exam, ...times, status: 'published', closedAt: null };
}

/** The last moment at which anything of the re-sit may still arrive, grace included. */
export function resitEnd(resit: Resit): number {
  return Math.max(resit.endsAt + GRACE_MS, resit.uploadEndsAt ?? 0) + resit.extraMinutes * 60_000;
}

/** What an exam's owner granted one student in a part. */
export type Grant = { extraMinutes: number; attempts: number; resit: Resit | null };

/** By what one attempt of a student goes: the exam's times and extra minutes, or those of the re-sit. */
export function termsOf<T extends ExamTimes & { status: ExamStatus; closedAt?: number | null }>(
  exam: T,
  part: Part,
  number: number,
  grant: Pick<Grant, 'extraMinutes' | 'resit'>,
): { exam: T; extraMinutes: number } {
  const isResit = grant.resit !== null && number >= RESIT_NUMBER;
  return {
    exam: examForAttempt(exam, part, number, grant.resit),
    extraMinutes: isResit ? (grant.resit?.extraMinutes ?? 0) : grant.extraMinutes,
  };
}

/** The number of the attempt a student would begin next. */
export function nextNumber(resit: Resit | null, attempts: readonly { number: number }[]): number {
  return isPending(resit, attempts) ? RESIT_NUMBER : attempts.length + 1;
}

/**
 * Both marks of a part that was sat again and which of them counts, or that the re-sit was missed (`state`); '' where
 * there was none.
 */
export function resitSentence(
  attempts: readonly { number: number; text: string }[],
  countedNumber: number | null,
  state: ResitState | null = null,
): string {
  const again = attempts.find((attempt) => attempt.number >= RESIT_NUMBER);
  const before = attempts.find((attempt) => attempt.number < RESIT_NUMBER)?.text;
  if (!again) {
    if (state !== 'missed') return '';
    return before === undefined ? RESIT_STATE_LABELS.missed : `${RESIT_STATE_LABELS.missed}，计第 1 次 ${before}`;
  }
  const first = before ?? '缺考';
  const counts = countedNumber === null ? '' : `，计${countedNumber >= RESIT_NUMBER ? '补考' : '第 1 次'}`;
  return `补考：第 1 次 ${first}，补考 ${again.text}${counts}`;
}
