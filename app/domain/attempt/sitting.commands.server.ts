import { closedQuestionIds } from '~/domain/exam/closed-questions.queries.server';
import { actorThen } from '~/domain/classroom/members-then.server';
import { findExamView, type ExamView } from '~/domain/exam/exam.queries.server';
import {
  mayStartAt,
  ownDeadlines,
  phaseOf,
  heldWindowOf,
  type OwnDeadlines,
  type Phase,
} from '~/domain/exam/times.rules';
import { isCandidate } from '~/domain/exam/people.rules';
import { statusFor, type ExamStatus } from '~/domain/exam/states.rules';
import { partsOf, type Part } from '~/domain/exam/parts.rules';
import type { ExamSettings } from '~/domain/exam/exam-settings.schema';
import { listResitParts } from '~/domain/exam/resit.queries.server';
import { isPending, nextNumber, termsOf } from '~/domain/exam/resit.rules';
import type { QuestionSnapshot } from '~/domain/question-bank/question.schema';
import { isTeacher, type Actor } from '~/domain/actor/actor.rules';
import { AppError, examNotYours, notFound } from '~/lib/errors';
import { isBlankAnswer, takesPhotos } from './answer.rules';
import { closeIfOverdue, notYours } from './attempt.commands.server';
import { grantOf } from '~/domain/exam/grants.queries.server';
import {
  findAttemptOwner,
  getAttemptView,
  listAttemptItems,
  listAttemptsOf,
  type AnswerView,
  type AttemptItem,
  type AttemptView,
  type PhotoView,
  type TakeView,
} from './attempt.queries.server';
import { answerOutcome, photoOutcome, stateForStudent } from './attempt.rules';
import { heldDeadlines } from './closing.rules';
import { expectPaper } from './paper.queries.server';
import { headsOfItems, withKind, type ItemHead } from '~/domain/exam/paper-sections.rules';
import { asPlaces, withPlaces } from './option-places.rules';
import { withoutKeys } from './sitting.rules';

/** One item as its student sees it while sitting. */
export type SittingItem = {
  id: number;
  position: number;
  points: number;
  /** Without keys. */
  question: QuestionSnapshot;
  answer: AnswerView | null;
  isAnswered: boolean;
  takesPhotos: boolean;
  takes: TakeView[];
  photos: PhotoView[];
};

export type Sitting = {
  exam: { id: number; name: string; ownerName: string; status: ExamStatus; maxTakes: number };
  attempt: AttemptView;
  items: SittingItem[];
  /** The head of the section of each item; none where the paper has no sections. */
  heads: Map<number, ItemHead>;
  /** Answers and takes are still accepted. */
  isOpen: boolean;
  /** Photos are still accepted and some item takes them. */
  arePhotosOpen: boolean;
};

/** The exam for a student: of an own class once published, or one the student has sat; its status as it is for them. */
async function getSatExam(actor: Actor, examId: number, attempts: number): Promise<ExamView> {
  const exam = await findExamView(examId);
  const then = await actorThen(actor, examId);
  if (!exam || isTeacher(actor) || exam.status === 'draft' || (!isCandidate(then, exam) && attempts === 0)) {
    throw examNotYours();
  }
  return { ...exam, status: statusFor(exam, then.classroomId, actor.id) };
}

/**
 * The exam for a student who may know of it: of an own class, sat, or to be sat again.
 * @throws AppError not_found
 */
export async function getExamToSit(actor: Actor, examId: number): Promise<ExamView> {
  return getSatExam(actor, examId, isTeacher(actor) ? 0 : await countReasons(actor, examId));
}

async function countReasons(actor: Actor, examId: number): Promise<number> {
  const oral = await listAttemptsOf(examId, actor.id, 'oral');
  const written = await listAttemptsOf(examId, actor.id, 'written');
  return oral.length + written.length + (await listResitParts(examId, actor.id)).length;
}

/**
 * The student's latest attempt in a part with everything to go on with it, without keys; `attempt` is null
 * before the start. An overdue attempt is closed first.
 * @throws AppError not_found for an exam that is not the student's
 */
export async function getSitting(
  actor: Actor,
  input: { examId: number; part: Part },
  now: number,
): Promise<Sitting | { attempt: null }> {
  const attempts = isTeacher(actor) ? [] : await listAttemptsOf(input.examId, actor.id, input.part);
  const exam = await getSatExam(actor, input.examId, attempts.length);
  const last = attempts[attempts.length - 1];
  if (!last) return { attempt: null };
  return toSitting(exam, await closeIfOverdue(last, now), now);
}

/**
 * One attempt of the student with everything to go on with it, without keys; once it is over, without the questions
 * that are closed to the student.
 * @throws AppError not_found unless it is the student's own
 */
export async function getSittingById(actor: Actor, attemptId: number, now: number): Promise<Sitting> {
  const attempt = await getAttemptView(attemptId);
  if (isTeacher(actor) || attempt.studentId !== actor.id) throw notFound('答卷');
  const exam = await getSatExam(actor, attempt.examId, 1);
  const sitting = await toSitting(exam, await closeIfOverdue(attempt, now), now);
  if (sitting.isOpen || sitting.arePhotosOpen) return sitting;
  const closed = await closedQuestionIds(actor, now);
  return { ...sitting, items: sitting.items.filter(({ question }) => !closed.has(question.questionId ?? 0)) };
}

/**
 * Whether an attempt of the student is still answered, and until when: all that its open page has to ask again.
 * @throws AppError not_found unless it is the student's own
 */
export async function getSittingState(
  actor: Actor,
  attemptId: number,
  now: number,
): Promise<Pick<Sitting, 'attempt' | 'isOpen'>> {
  const found = await getAttemptView(attemptId);
  if (isTeacher(actor) || found.studentId !== actor.id) throw notFound('答卷');
  const attempt = await closeIfOverdue(found, now);
  // Who collects a paper ends its time.
  const endedAt = attempt.closedBy === 'teacher' ? attempt.submittedAt : null;
  return { attempt: { ...attempt, ...heldDeadlines(attempt, endedAt) }, isOpen: isAnswering(attempt, now) };
}

function isAnswering(attempt: AttemptView, now: number): boolean {
  return attempt.state === 'in_progress' && answerOutcome(attempt, now) !== 'refused';
}

/**
 * For an upload that names the attempt it is for: what a tab of somebody else's paper still sends is not stored under
 * the account that is signed in now.
 * @throws AppError conflict
 */
export async function requireUploadOfOwnAttempt(actor: Actor, attemptId: number | undefined): Promise<void> {
  if (attemptId === undefined) return;
  if ((await findAttemptOwner(attemptId)) !== actor.id) throw notYours(actor);
}

/**
 * The attempt that a form of a sitting names, with everything to go on with it, without keys.
 * @throws AppError not_found for an exam that is not the student's and an attempt of something else, conflict when the
 * form names none, another student's or one that there is not
 */
export async function getNamedSitting(
  actor: Actor,
  input: { examId: number; part: Part; attemptId: unknown },
  now: number,
): Promise<Sitting> {
  await getExamToSit(actor, input.examId);
  const attemptId = Number(input.attemptId);
  if (!Number.isInteger(attemptId) || attemptId <= 0 || attemptId >= 2 ** 31) {
    throw new AppError('conflict', '这个页面太旧了，没有说明是哪一份答卷。请返回考试页面再提交。');
  }
  if ((await findAttemptOwner(attemptId)) !== actor.id) throw notYours(actor);
  const attempt = await getAttemptView(attemptId);
  if (attempt.examId !== input.examId || attempt.part !== input.part) throw notFound('答卷');
  return getSittingById(actor, attemptId, now);
}

/**
 * One attempt of the student, by its number (the latest when null): for the receipt.
 * @throws AppError not_found when the student has no such attempt
 */
export async function getOwnAttempt(
  actor: Actor,
  input: { examId: number; part: Part; number: number | null },
  now: number,
): Promise<Sitting> {
  const attempts = isTeacher(actor) ? [] : await listAttemptsOf(input.examId, actor.id, input.part);
  const attempt =
    input.number === null ? attempts[attempts.length - 1] : attempts.find((one) => one.number === input.number);
  if (!attempt) throw notFound('答卷');
  return toSitting(await getSatExam(actor, input.examId, 1), await closeIfOverdue(attempt, now), now);
}

async function toSitting(exam: ExamView, attempt: AttemptView, now: number): Promise<Sitting> {
  const paper = await listAttemptItems(attempt);
  const items = paper.map((item) => toSittingItem(item, exam));
  const grant = await grantOf(exam.id, attempt.studentId, attempt.part);
  const { closedAt } = termsOf(exam, attempt.part, attempt.number, grant).exam;
  return {
    exam: {
      id: exam.id,
      name: exam.name,
      ownerName: exam.ownerName,
      status: exam.status,
      maxTakes: exam.settings.maxTakes,
    },
    attempt: { ...attempt, ...heldDeadlines(attempt, closedAt), state: stateForStudent(attempt, exam.status) },
    items,
    heads: attempt.part === 'written' ? headsOfItems(paper.map(withKind), exam.sections) : new Map(),
    isOpen: isAnswering(attempt, now),
    arePhotosOpen: items.some((item) => item.takesPhotos) && photoOutcome(attempt, closedAt, now) !== 'refused',
  };
}

function toSittingItem(item: AttemptItem, exam: ExamView): SittingItem {
  const hasAnswer = item.answer !== null && !isBlankAnswer(item.answer.value);
  return {
    id: item.id,
    position: item.position,
    points: item.points,
    question: withPlaces(withoutKeys(item.snapshot, exam)),
    answer: item.answer && { ...item.answer, value: asPlaces(item.snapshot, item.answer.value) },
    isAnswered: hasAnswer || item.takes.length > 0 || item.photos.length > 0,
    takesPhotos: takesPhotos(item.snapshot),
    takes: item.takes,
    photos: item.photos,
  };
}

/** One part of an exam as its student sees it before the start. */
export type WaitingPart = {
  part: Part;
  phase: Phase;
  beginsAt: number;
  endsAt: number;
  /** The time limit from the own start, or null. */
  minutes: number | null;
  extraMinutes: number;
  /** The own deadlines: of the running attempt, else as if it were started now (or when the window opens). */
  deadlines: OwnDeadlines;
  itemCount: number;
  points: number;
  /** Some item that may be in the paper takes photos. */
  hasPhotoItems: boolean;
  /** Oral: recording limit and takes of the first item; null for written. */
  oral: { prepSeconds: number; answerSeconds: number; maxTakes: number } | null;
  /** Of a re-sit only that one. */
  attempt: AttemptView | null;
  /** 补考: these are its own times. */
  isResit: boolean;
  /** Of a re-sit: what its teacher wrote about it (说明), and which attempt counts; '' and null for any other. */
  resitNote: string;
  resitCounts: ExamSettings['countedAttempt'] | null;
  canStart: boolean;
  /** The teacher ended the exam (`at`) before this part's time, extra minutes included, was over (`plannedAt`). */
  early: { at: number; plannedAt: number } | null;
};

export type WaitingRoom = {
  exam: { id: number; name: string; ownerName: string; instructions: string; status: ExamStatus };
  parts: WaitingPart[];
};

/**
 * What a student is told before the start: times, own deadlines and rules, nothing of the items.
 * @throws AppError not_found for an exam that is not the student's
 */
export async function getWaitingRoom(actor: Actor, examId: number, now: number): Promise<WaitingRoom> {
  const oral = isTeacher(actor) ? [] : await listAttemptsOf(examId, actor.id, 'oral');
  const written = isTeacher(actor) ? [] : await listAttemptsOf(examId, actor.id, 'written');
  const exam = await getExamToSit(actor, examId);
  const parts: WaitingPart[] = [];
  for (const part of partsOf(exam.testType)) {
    const waiting = await toWaitingPart(actor, exam, part, part === 'oral' ? oral : written, now);
    if (waiting) parts.push(waiting);
  }
  const { id, name, ownerName, instructions, status } = exam;
  return { exam: { id, name, ownerName, instructions, status }, parts };
}

async function toWaitingPart(
  actor: Actor,
  whole: ExamView,
  part: Part,
  attempts: AttemptView[],
  now: number,
): Promise<WaitingPart | null> {
  const last = attempts[attempts.length - 1];
  const latest = last ? await closeIfOverdue(last, now) : null;
  const grant = await grantOf(whole.id, actor.id, part);
  const isToBegin = isPending(grant.resit, attempts);
  const attempt = isToBegin ? null : latest;
  const number = attempt?.number ?? nextNumber(grant.resit, attempts);
  const { exam, extraMinutes } = termsOf(whole, part, number, grant);
  const isResit = exam !== whole;
  const window = heldWindowOf(exam, part);
  if (!window) return null;
  const isRunning = attempt?.state === 'in_progress';
  const startedAt = isRunning ? attempt.startedAt : Math.max(now, window.beginsAt);
  const deadlines = ownDeadlines({ exam, part, startedAt, extraMinutes });
  const planned = ownDeadlines({ exam, part, startedAt: null, extraMinutes });
  if (!deadlines || !planned) return null;
  const { closedAt } = exam;
  // Every paper of a part comes to the same, whichever items it has.
  const { itemCount, points, items, mayDrawPhotoItem } = await expectPaper(exam.id, part);
  const first = items[0] ? withoutKeys(items[0].snapshot, exam) : undefined;
  return {
    part,
    phase: phaseOf(exam, part, now),
    ...window,
    minutes: part === 'oral' ? exam.oralMinutes : exam.writtenMinutes,
    extraMinutes,
    deadlines,
    itemCount,
    points,
    hasPhotoItems: mayDrawPhotoItem || items.some((item) => takesPhotos(item.snapshot)),
    oral:
      first?.bank === 'oral'
        ? {
            prepSeconds: first.body.prepSeconds,
            answerSeconds: first.body.answerSeconds,
            maxTakes: exam.settings.maxTakes,
          }
        : null,
    attempt,
    isResit,
    resitNote: isResit ? (grant.resit?.reason ?? '') : '',
    resitCounts: isResit ? exam.settings.countedAttempt : null,
    early: closedAt !== null && closedAt < planned.answersAt ? { at: closedAt, plannedAt: planned.answersAt } : null,
    canStart:
      !isRunning &&
      exam.status === 'published' &&
      (isToBegin || (isCandidate(await actorThen(actor, exam.id), exam) && attempts.length < grant.attempts)) &&
      mayStartAt(exam, part, extraMinutes, now),
  };
}
