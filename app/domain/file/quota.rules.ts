import { isTeacher, type Actor } from '~/domain/actor/actor.rules';

/** What people may have lying at the server that nothing uses yet, and when the disk has no room for it. */

const MB = 1024 * 1024;

/** `open`: uploads that are still arriving, counted at the length they state. */
export type Held = { files: number; open: number; bytes: number };

export type Quota = Held;

const STUDENT: Quota = { files: 30, open: 10, bytes: 500 * MB };
/** An import keeps its pictures until it is confirmed. */
const TEACHER: Quota = { files: 20_000, open: 40, bytes: 4096 * MB };
/** What a student may send within a day, used or not: what is used is kept for long. */
const STUDENTS_DAY = { files: 400, bytes: 1024 * MB };
/** A line that drops again and again leaves beginnings behind: no answer is lost to that. */
const WHILE_ANSWERING = 4;

/** Of all together, of uploads what has come of them. */
export const SCHOOL_UNUSED_BYTES = 20 * 1024 * MB;

/** The part of the disk that is taken when only answers of running exams are, and when somebody should look. */
export const TIGHT_SHARE = 0.9;
export const WARN_SHARE = 0.8;

/** What a person may hold. */
export function quotaOf(actor: Pick<Actor, 'userType'>, isAnswering: boolean): Quota {
  const quota = isTeacher(actor) ? TEACHER : STUDENT;
  if (!isAnswering) return quota;
  return {
    files: quota.files * WHILE_ANSWERING,
    open: quota.open * WHILE_ANSWERING,
    bytes: quota.bytes * WHILE_ANSWERING,
  };
}

/** Whether one more of so many bytes goes beyond; `isOpen` for an upload that begins. */
export function isOver(held: Held, quota: Quota, bytes: number, isOpen: boolean): boolean {
  if (held.bytes + bytes > quota.bytes) return true;
  return isOpen ? held.open >= quota.open : held.files >= quota.files;
}

/** Whether a student has sent so much within a day that one more of so many bytes is too much. */
export function isOverForToday(sent: { files: number; bytes: number }, bytes: number, isAnswering: boolean): boolean {
  const times = isAnswering ? WHILE_ANSWERING : 1;
  return sent.files >= STUDENTS_DAY.files * times || sent.bytes + bytes > STUDENTS_DAY.bytes * times;
}

/** Whether a student in an exam has sent so little that a nearly full disk takes an answer all the same. */
export function isSparing(sent: { bytes: number }): boolean {
  return sent.bytes < STUDENTS_DAY.bytes / 2;
}

export type DiskState = 'fine' | 'warn' | 'tight' | 'full';

/** Less is no room for an answer: the database writes some megabytes at a time. */
const FULL_BYTES = 16 * MB;

/** How full a disk is by its share in use and the bytes that are left. */
export function diskState({ share, left }: { share: number; left: number }): DiskState {
  if (left < FULL_BYTES) return 'full';
  return share >= TIGHT_SHARE ? 'tight' : share >= WARN_SHARE ? 'warn' : 'fine';
}
