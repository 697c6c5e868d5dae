import type { Actor } from '~/domain/actor/actor.rules';
import { AppError } from '~/lib/errors';

/** Which questions exams keep closed: said by the area of exams, which stands above the banks. */

export type ClosedQuestions = {
  /** Those closed to a student now; none for teachers. */
  closedTo: (actor: Actor, now: number) => Promise<ReadonlySet<number>>;
  /** Which of these are in an exam that somebody sits now. */
  inExams: (ids: number[], now: number) => Promise<ReadonlySet<number>>;
};

let exams: ClosedQuestions | null = null;

/** Said once, when the process starts, by app/domain/registrations.server.ts. */
export function registerClosedQuestions(asked: ClosedQuestions): void {
  exams = asked;
}

function ask(): ClosedQuestions {
  if (exams === null) throw new Error('the area of exams has not said which questions are closed');
  return exams;
}

/** The questions that are closed to a student now; none for teachers. */
export function closedQuestionIds(actor: Actor, now: number): Promise<ReadonlySet<number>> {
  return ask().closedTo(actor, now);
}

/** Which of these questions are in an exam that somebody sits now: a teacher sees it on them. Asks no rights. */
export function listQuestionsInUse(ids: number[], now: number): Promise<ReadonlySet<number>> {
  return ask().inExams(ids, now);
}

/** Why a student may not read or practise one of them. */
export function inUse(): AppError {
  return new AppError('forbidden', '这道题正在考试中使用，考试全部结束后才能查看和练习。');
}
