/** The states of an exam and for whom its results are out. Pure. */

export const EXAM_STATUSES = ['draft', 'published', 'closed', 'released'] as const;
export type ExamStatus = (typeof EXAM_STATUSES)[number];

export const EXAM_STATUS_LABELS: Record<ExamStatus, string> = {
  draft: '草稿',
  published: '已发布',
  closed: '已结束',
  released: '已公布成绩',
};

export type ExamTransition = 'publish' | 'withdraw' | 'close' | 'reopen' | 'release' | 'unrelease';

const TRANSITIONS: Record<ExamTransition, { from: ExamStatus; to: ExamStatus }> = {
  publish: { from: 'draft', to: 'published' },
  /** Only before the first attempt. */
  withdraw: { from: 'published', to: 'draft' },
  close: { from: 'published', to: 'closed' },
  /** Giving more time after the end opens it again. */
  reopen: { from: 'closed', to: 'published' },
  release: { from: 'closed', to: 'released' },
  unrelease: { from: 'released', to: 'closed' },
};

/** The status after a transition, or null when it may not happen from here. */
export function nextStatus(status: ExamStatus, transition: ExamTransition): ExamStatus | null {
  const rule = TRANSITIONS[transition];
  return rule.from === status ? rule.to : null;
}

/** The results of one class are out. */
export type ClassRelease = { classroomId: number; releasedAt: number };

type Released = {
  status: ExamStatus;
  releasedAt: number | null;
  releases: readonly ClassRelease[];
  /** Students whose re-sit is not scored yet. */
  resitting?: readonly number[];
};

/**
 * When the results of a student of this class were released, or null: the whole exam is, or the class the student
 * belongs to among the exam's classes. Who is to sit it again (`studentId`) sees nothing of it until that is scored.
 * The same in SQL: isReleasedFor (released.queries).
 */
export function releasedAtFor(exam: Released, classroomId: number | null, studentId?: number): number | null {
  if (exam.status !== 'released' && exam.status !== 'closed') return null;
  if (studentId !== undefined && exam.resitting?.includes(studentId)) return null;
  const own = exam.releases.find((one) => one.classroomId === classroomId)?.releasedAt;
  return own ?? (exam.status === 'released' ? (exam.releasedAt ?? 0) : null);
}

/** The exam's status as it is for a student of this class: theirs may be released before the whole is. */
export function statusFor(exam: Released, classroomId: number | null, studentId?: number): ExamStatus {
  if (releasedAtFor(exam, classroomId, studentId) !== null) return 'released';
  return exam.status === 'released' ? 'closed' : exam.status;
}

/** Whether students of any class see results of the exam. */
export function isAnyReleased(exam: { status: ExamStatus; releases: readonly unknown[] }): boolean {
  return exam.status === 'released' || exam.releases.length > 0;
}
