import {
  GRACE_MS,
  mayStartAt,
  ownDeadlines,
  windowOf,
  type ExamLimits,
  type ExamTimes,
} from '~/domain/exam/times.rules';
import type { ExamStatus } from '~/domain/exam/states.rules';
import type { Part } from '~/domain/exam/parts.rules';
import { isPending, nextNumber, termsOf, type Grant } from '~/domain/exam/resit.rules';
import { photoOutcome, type Timed } from './attempt.rules';

/** The groups of a student's exam list, in the order they are shown. */
export const STUDENT_GROUPS = ['running', 'uploading', 'upcoming', 'ended', 'released'] as const;
export type StudentGroup = (typeof STUDENT_GROUPS)[number];

export const STUDENT_GROUP_LABELS: Record<StudentGroup, string> = {
  running: '进行中',
  uploading: '上传中',
  upcoming: '即将开始',
  ended: '已结束，待公布',
  released: '已公布',
};

/** What a student can do in a part of an exam now. */
export type StudentStep = 'start' | 'continue' | 'upload' | 'wait' | 'handed_in' | 'absent' | 'released';

export type PartState = {
  step: StudentStep;
  group: StudentGroup;
  /** What the countdown of this step runs to: the start, the own answer deadline or the photo deadline. */
  until: number | null;
};

export type PartInput = {
  exam: ExamTimes & ExamLimits & { status: ExamStatus; closedAt: number | null };
  part: Part;
  /** The latest attempt. */
  attempt: (Timed & { startedAt: number; number: number }) | null;
  grant: Grant;
  hasPhotoItems: boolean;
};

/** Where a student stands in a part of an exam, by the server's clock. Null when the part has no times. */
export function studentPartState(
  { exam: whole, part, attempt: latest, grant, hasPhotoItems }: PartInput,
  now: number,
): PartState | null {
  const papers = latest ? [latest] : [];
  const isToBegin = isPending(grant.resit, papers);
  const number = isToBegin ? nextNumber(grant.resit, papers) : (latest?.number ?? 1);
  const { exam, extraMinutes } = termsOf(whole, part, number, grant);
  const again = isToBegin ? resitToBegin(exam, part, extraMinutes, now) : null;
  if (again) return again;
  // Its time went by: what was sat before stands.
  const attempt = latest;
  const window = windowOf(exam, part);
  if (!window) return null;
  // Also of a part that was sat again: its own times are over, whatever they say.
  if (whole.status === 'released') {
    return { step: attempt ? 'released' : 'absent', group: 'released', until: null };
  }
  if (attempt?.state === 'in_progress' && now <= attempt.deadlineAt + GRACE_MS) {
    return { step: 'continue', group: 'running', until: attempt.deadlineAt };
  }
  const mayStart =
    exam.status === 'published' && (attempt?.number ?? 0) < grant.attempts && mayStartAt(exam, part, extraMinutes, now);
  if (mayStart) {
    const deadlines = ownDeadlines({ exam, part, startedAt: now, extraMinutes });
    return { step: 'start', group: 'running', until: deadlines?.answersAt ?? null };
  }
  if (attempt) {
    const closed: Timed =
      attempt.state === 'in_progress' ? { ...attempt, state: 'auto_submitted', closedBy: 'server' } : attempt;
    const isOpen = hasPhotoItems && photoOutcome(closed, exam.closedAt, now) === 'saved';
    return isOpen
      ? { step: 'upload', group: 'uploading', until: attempt.uploadDeadlineAt }
      : { step: 'handed_in', group: 'ended', until: null };
  }
  if (exam.status === 'published' && now < window.beginsAt) {
    return { step: 'wait', group: 'upcoming', until: window.beginsAt };
  }
  return { step: 'absent', group: 'ended', until: null };
}

/** A re-sit before its beginning: to wait for or to start; null once its time went by. */
function resitToBegin(exam: PartInput['exam'], part: Part, extraMinutes: number, now: number): PartState | null {
  const window = windowOf(exam, part);
  if (!window) return null;
  if (now < window.beginsAt) return { step: 'wait', group: 'upcoming', until: window.beginsAt };
  if (!mayStartAt(exam, part, extraMinutes, now)) return null;
  const deadlines = ownDeadlines({ exam, part, startedAt: now, extraMinutes });
  return { step: 'start', group: 'running', until: deadlines?.answersAt ?? null };
}
