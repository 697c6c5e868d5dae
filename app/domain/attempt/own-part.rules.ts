import { isPending, nextNumber, termsOf, type Grant } from '~/domain/exam/resit.rules';
import type { Part } from '~/domain/exam/parts.rules';
import type { ExamStatus } from '~/domain/exam/states.rules';
import { ownDeadlines, windowOf, type ExamLimits, type ExamTimes, type Phase } from '~/domain/exam/times.rules';
import type { Timed } from './attempt.rules';
import { heldDeadlines } from './closing.rules';

/** A part of an exam as it is for one student: of the sitting that is theirs to begin, else of their last one. Pure. */
export type OwnPart = {
  /** 补考: the times are its own. */
  isResit: boolean;
  beginsAt: number;
  /** Of the window, with the own extra minutes; no later than the moment at which the exam was closed. */
  endsAt: number;
  /** Until when answers count: once it is begun the paper's own deadline, else the end of the window. */
  answersAt: number;
  /** The same of photos; null for oral. */
  photosAt: number | null;
  extraMinutes: number;
  phase: Phase;
};

/** The part for a student with these attempts, in order, and what was granted to them; null when it has no times. */
export function ownPartOf(
  whole: ExamTimes & ExamLimits & { status: ExamStatus; closedAt: number | null },
  part: Part,
  own: { attempts: readonly (Pick<Timed, 'deadlineAt' | 'uploadDeadlineAt'> & { number: number })[]; grant: Grant },
  now: number,
): OwnPart | null {
  const isToBegin = isPending(own.grant.resit, own.attempts);
  const attempt = isToBegin ? undefined : own.attempts[own.attempts.length - 1];
  const number = isToBegin ? nextNumber(own.grant.resit, own.attempts) : (attempt?.number ?? 1);
  const { exam, extraMinutes } = termsOf(whole, part, number, own.grant);
  const window = windowOf(exam, part);
  const planned = ownDeadlines({ exam, part, startedAt: null, extraMinutes });
  if (!window || !planned) return null;
  // What had not begun when the exam was closed stands as it was planned.
  const closedAt = exam.closedAt !== null && exam.closedAt >= window.beginsAt ? exam.closedAt : null;
  const held = heldDeadlines({ deadlineAt: planned.answersAt, uploadDeadlineAt: planned.photosAt }, closedAt);
  const { deadlineAt: answersAt, uploadDeadlineAt: photosAt } = attempt ? heldDeadlines(attempt, closedAt) : held;
  const phase = phaseAt({ status: exam.status, beginsAt: window.beginsAt, answersAt, photosAt }, now);
  return {
    ...{ isResit: exam !== whole, beginsAt: window.beginsAt, endsAt: held.deadlineAt },
    ...{ answersAt, photosAt, extraMinutes, phase },
  };
}

function phaseAt(
  part: Pick<OwnPart, 'beginsAt' | 'answersAt' | 'photosAt'> & { status: ExamStatus },
  now: number,
): Phase {
  if (part.status === 'draft') return 'not_started';
  if (part.status !== 'published') return 'ended';
  if (now < part.beginsAt) return 'not_started';
  if (now < part.answersAt) return 'running';
  return part.photosAt !== null && now < part.photosAt ? 'uploading' : 'ended';
}
