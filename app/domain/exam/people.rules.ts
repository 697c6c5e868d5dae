import { isTeacher, type Actor } from '~/domain/actor/actor.rules';
import { PARTS, partsOf, type Part } from './parts.rules';
import type { ExamStatus } from './states.rules';

/** Who may do what with an exam. Pure. */

export type ExamPeople = {
  ownerId: number;
  classroomIds: readonly number[];
  examinerIds: Record<Part, readonly number[]>;
};

/** Full control: change, publish, extend, close, release, delete. */
export function isExamOwner(actor: Pick<Actor, 'id' | 'userType'>, exam: { ownerId: number }): boolean {
  return isTeacher(actor) && actor.id === exam.ownerId;
}

/** Named to score this part. */
export function isExaminer(actor: Pick<Actor, 'id' | 'userType'>, exam: ExamPeople, part: Part): boolean {
  return isTeacher(actor) && exam.examinerIds[part].includes(actor.id);
}

/** The owner and the part's examiners read the part's attempts and score them. */
export function mayScorePart(actor: Pick<Actor, 'id' | 'userType'>, exam: ExamPeople, part: Part): boolean {
  return isExamOwner(actor, exam) || isExaminer(actor, exam, part);
}

/** The parts whose attempts a teacher may read and score. */
export function scorableParts(actor: Pick<Actor, 'id' | 'userType'>, exam: ExamPeople & { testType: number }): Part[] {
  return partsOf(exam.testType).filter((part) => mayScorePart(actor, exam, part));
}

/** A student of one of the exam's classes. */
export function isCandidate(actor: Pick<Actor, 'userType' | 'classroomId'>, exam: ExamPeople): boolean {
  return !isTeacher(actor) && actor.classroomId !== null && exam.classroomIds.includes(actor.classroomId);
}

/** Whether the exam's existence may be known: its owner, and once published its examiners and students. */
export function maySeeExam(
  actor: Pick<Actor, 'id' | 'userType' | 'classroomId'>,
  exam: ExamPeople & { status: ExamStatus },
): boolean {
  if (isExamOwner(actor, exam)) return true;
  if (exam.status === 'draft') return false;
  return isCandidate(actor, exam) || PARTS.some((part) => isExaminer(actor, exam, part));
}
