import type { ExamStatus } from '~/domain/exam/states.rules';

/** Which recordings the school's term lets go. Pure; safe in the browser. */

export const DAY_MS = 86_400_000;

/** Why an exam's recordings stay although their term is over. */
export const KEPT_LABELS = {
  held: '已保留',
  running: '考试未结束',
  unreleased: '成绩未公布',
  unsettled: '有答卷未定分',
  asked: '有成绩提问未答复',
} as const;
export type KeptReason = keyof typeof KEPT_LABELS;

/** The first reason why an exam's recordings must stay; null when they may go. */
export function keptReason(exam: {
  isHeld: boolean;
  status: ExamStatus;
  /** A paper's scores wait for an examiner, an arbiter or the owner. */
  isUnsettled: boolean;
  /** A student asked about the score and has no answer yet. */
  isAsked: boolean;
}): KeptReason | null {
  if (exam.isHeld) return 'held';
  if (exam.status === 'published' || exam.status === 'draft') return 'running';
  if (exam.status === 'closed') return 'unreleased';
  if (exam.isUnsettled) return 'unsettled';
  return exam.isAsked ? 'asked' : null;
}

/** What is said of files that are gone for everybody, but whose bytes a store that does not answer still has. */
export const sayLeft = (count: number) =>
  `其中 ${count} 个文件还在存放录音和照片的服务器上：它现在连不上，连上以后十分钟内自动删掉`;

/** How many recordings, how large together, and when the oldest was made. */
export type RecordingSum = { count: number; bytes: number; oldest: number | null };

export const NO_RECORDINGS: RecordingSum = { count: 0, bytes: 0, oldest: null };

/** All of them together. */
export function sumOf(sums: RecordingSum[]): RecordingSum {
  return sums.reduce(
    (all, one) => ({
      count: all.count + one.count,
      bytes: all.bytes + one.bytes,
      oldest:
        all.oldest === null || one.oldest === null ? (all.oldest ?? one.oldest) : Math.min(all.oldest, one.oldest),
    }),
    NO_RECORDINGS,
  );
}

/** Recordings made before this are over the term. */
export function cutoffOf(retentionDays: number, now: number): number {
  return now - retentionDays * DAY_MS;
}

/** Deleting by itself, as an administrator set it for the school. */
export type Automation = {
  isOn: boolean;
  /** The term when it was switched on: a shorter one since then waits for a new yes. */
  days: number;
  lastRunAt: number | null;
  /** When the administrators were last told what is over the term. */
  lastNoticeAt: number | null;
};

export const NO_AUTOMATION: Automation = { isOn: false, days: 0, lastRunAt: null, lastNoticeAt: null };

/** Whether the server deletes by itself now: switched on, and not for a longer term than today's. */
export function isAutomatic(automation: Automation, retentionDays: number): boolean {
  return automation.isOn && retentionDays >= automation.days;
}
