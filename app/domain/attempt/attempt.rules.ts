import { GRACE_MS } from '~/domain/exam/times.rules';
import type { ExamStatus } from '~/domain/exam/states.rules';
import type { Part } from '~/domain/exam/parts.rules';

/** `released` is no state of the attempt: it follows from its exam. */
export type AttemptState = 'in_progress' | 'submitted' | 'auto_submitted' | 'scored';

/** What a paper that is handed in is called before it is scored. */
export function handedInState(closedBy: string | null): 'submitted' | 'auto_submitted' {
  return closedBy === 'student' ? 'submitted' : 'auto_submitted';
}

/** An attempt's state as its student may know it: that it is scored only once the results are out. */
export function stateForStudent(
  attempt: { state: AttemptState; closedBy: string | null },
  examStatus: ExamStatus,
): AttemptState {
  return attempt.state === 'scored' && examStatus !== 'released' ? handedInState(attempt.closedBy) : attempt.state;
}

/** Photos an answer may have. */
export const MAX_PHOTOS = 9;

/** Items on one page of the written paper. */
export const ITEMS_PER_PAGE = 10;

/** How long after its upload a file may still be attached as if it had come when its upload began. */
export const ATTACH_MS = 10 * 60_000;

/** What happened to something that arrived. */
export type Outcome = 'saved' | 'grace' | 'refused';

/** What became of it since: the exam's owner may let count what came late. */
export type KeptOutcome = Outcome | 'accepted';

export type ClosedBy = 'student' | 'server' | 'teacher';

/** Begins what is said when something stands against handing in. */
export const NOT_HANDED_IN = '还没有交卷：';

/** Why something that a student sent does not count, by who closed the paper. */
export function refusedSentence(closedBy: ClosedBy | null): string {
  return `${whyClosed(closedBy)}，这次的内容没有计入，但已留存，老师可以看到。`;
}

/** The same of answers, of which each question keeps the first two that came late and the newest. */
export function refusedAnswerSentence(closedBy: ClosedBy | null): string {
  return `${whyClosed(closedBy)}，这次的内容没有计入，但已留存，老师可以看到（同一题留最早的两次和最后一次，相同的只留一次）。`;
}

function whyClosed(closedBy: ClosedBy | null): string {
  return { teacher: '老师已经收卷', student: '这份答卷已经交了', server: '截止时间已过' }[closedBy ?? 'server'];
}

/** The same on the receipt. */
export function lateSentence(closedBy: ClosedBy | null): string {
  return `${whyClosed(closedBy)}；已留存，老师可以看到`;
}

/**
 * True for a refused answer that came while its paper was still open: its sender's session had ended. What comes late
 * comes after the paper is closed.
 */
export function cameSignedOut(receivedAt: number, submittedAt: number | null): boolean {
  return submittedAt !== null && receivedAt < submittedAt;
}

export type Timed = {
  state: AttemptState;
  deadlineAt: number;
  /** Null for oral. */
  uploadDeadlineAt: number | null;
  closedBy: ClosedBy | null;
};

/** Before the deadline saved; from it to the end of the grace it counts and is marked; later refused. */
export function outcomeAt(deadline: number, receivedAt: number): Outcome {
  if (receivedAt < deadline) return 'saved';
  return receivedAt <= deadline + GRACE_MS ? 'grace' : 'refused';
}

/**
 * What becomes of an answer or a take whose request began at `receivedAt`. A paper that the server closed
 * meanwhile still takes what set out in time; one handed in by a person takes nothing more.
 */
export function answerOutcome(attempt: Timed, receivedAt: number): Outcome {
  const isOpen =
    attempt.state === 'in_progress' || (attempt.state === 'auto_submitted' && attempt.closedBy === 'server');
  return isOpen ? outcomeAt(attempt.deadlineAt, receivedAt) : 'refused';
}

/**
 * What becomes of a photo: until the photo deadline, handed in or not, but no longer once the paper is scored
 * or its teacher ended the exam before that deadline (`examClosedAt`).
 */
export function photoOutcome(attempt: Timed, examClosedAt: number | null, receivedAt: number): Outcome {
  const deadline = attempt.uploadDeadlineAt;
  if (deadline === null || attempt.state === 'scored') return 'refused';
  if (examClosedAt !== null && examClosedAt < deadline && receivedAt >= examClosedAt) return 'refused';
  return outcomeAt(deadline, receivedAt);
}

/** True when the server has to close it: its grace is over. */
export function isOverdue(attempt: Pick<Timed, 'state' | 'deadlineAt'>, now: number): boolean {
  return attempt.state === 'in_progress' && now > attempt.deadlineAt + GRACE_MS;
}

/**
 * When something that refers to a stored file counts as received: an upload counts from the moment it
 * began, if the file was made during this attempt and is attached soon after. One that came in parts may take as
 * long as the line needs if its content was fixed by a digest when it began (`isSealed`).
 */
export function receivedAt(
  file: { createdAt: number; isSealed?: boolean },
  attempt: { startedAt: number },
  now: number,
): number {
  const isSoon = file.isSealed === true || now - file.createdAt <= ATTACH_MS;
  return file.createdAt >= attempt.startedAt && isSoon ? Math.min(now, file.createdAt) : now;
}

/** A recorder's last word may be a little over. */
const LIMIT_TOLERANCE_MS = 1000;

/** How many seconds a take may have: the exam's own limit before the question's; 0 for no limit. */
export function recordLimit(
  settings: { recordSeconds?: number },
  snapshot: { bank: string; body: { answerSeconds?: number } },
): number {
  return settings.recordSeconds || snapshot.body.answerSeconds || 0;
}

/** By how many seconds a take is longer than its limit. */
export function overSeconds(durationMs: number, limitSeconds: number): number {
  const over = durationMs - limitSeconds * 1000;
  return limitSeconds > 0 && over > LIMIT_TOLERANCE_MS ? Math.round(over / 1000) : 0;
}

/** A line of a receipt: what does not count and why, or counts with a reservation. */
export type ReceiptNote = { position: number; kind: 'take' | 'photo' | 'answer'; at: number; text: string };

/** 回执: what a hand-in held; student and teacher see the same. */
export type Receipt = {
  code: string;
  part: Part;
  /** When it was handed in. */
  submittedAt: number;
  /** When this revision was made. */
  revisedAt: number;
  closedBy: ClosedBy;
  /** Why its teacher handed it in (代交). */
  reason?: string;
  itemCount: number;
  answeredCount: number;
  photoCount: number;
  audioSeconds: number;
};

export type WorkedItem = {
  id: number;
  hasAnswer: boolean;
  photos: number;
  takes: { durationMs: number; isChosen: boolean }[];
};

/** True when the item holds anything that can be marked. */
export function isAnswered(item: WorkedItem): boolean {
  return item.hasAnswer || item.photos > 0 || item.takes.length > 0;
}

/** The figures of a receipt. Audio counts the takes that are handed in (the chosen ones). */
export function receiptFigures(
  items: WorkedItem[],
): Pick<Receipt, 'itemCount' | 'answeredCount' | 'photoCount' | 'audioSeconds'> {
  const audio = items
    .flatMap((item) => item.takes)
    .filter((take) => take.isChosen)
    .reduce((sum, take) => sum + take.durationMs, 0);
  return {
    itemCount: items.length,
    answeredCount: items.filter(isAnswered).length,
    photoCount: items.reduce((sum, item) => sum + item.photos, 0),
    audioSeconds: Math.round(audio / 1000),
  };
}

/** Cuts the paper into pages. */
export function pagesOf<T>(items: T[], size = ITEMS_PER_PAGE): T[][] {
  const pages: T[][] = [];
  for (let start = 0; start < items.length; start += size) pages.push(items.slice(start, start + size));
  return pages.length === 0 ? [[]] : pages;
}

/** What a student is told at once of a take above its limit. */
export function overText(seconds: number): string {
  return `录音已上传，但超时 ${seconds} 秒。老师会看到“超时 ${seconds} 秒”；可以留用这一条，也可以另选一条或重录。`;
}
