import { roundHalfUp, type GradeThresholds } from '~/lib/bands';
import { partsOf, type Part, type TestType } from '~/domain/exam/parts.rules';
import type { ExamStatus } from '~/domain/exam/states.rules';
import type { ExamTimes } from '~/domain/exam/times.rules';
import { partOutcome, totalOutcome, type Standing } from './standing.rules';

/** 班级近况: what a teacher's home page tells of each class. Pure. */

const DAY_MS = 86_400_000;
/** An exam longer ago is no news. */
export const NEWS_DAYS = 90;
export const PRACTICE_DAYS = 7;
/** So many points less than the time before, and so many less than the class as a whole lost. */
const FALL_POINTS = 10;
const MOST_NAMES = 3;
const MOST_CLASSES = 6;

/** An exam of a class, over by now. */
export type HeldExam = {
  examId: number;
  classroomId: number;
  name: string;
  testType: TestType;
  categoryId: number | null;
  heldAt: number;
  times: ExamTimes & { status: ExamStatus };
  isOwner: boolean;
  thresholds: GradeThresholds;
};

/** Where a student of the class stands in an exam of it. */
export type ClassStanding = Standing & {
  examId: number;
  name: string;
  account: string;
  /** The account was deleted since: the mark counts, and nobody looks after them. */
  isGone: boolean;
};

export type Fall = { name: string; account: string; from: number; to: number };

export type PartNews = { part: Part; mean: number | null; absent: number; unscored: number };

export type ClassNews = {
  id: number;
  name: string;
  students: number;
  last: {
    examId: number;
    name: string;
    isOwner: boolean;
    thresholds: GradeThresholds;
    /** Null while nobody has a score. */
    mean: number | null;
    /** Against the exam before it; null without one and while somebody is not marked. */
    change: number | null;
    absent: number;
    unscored: number;
    /** Where nobody has a total and somebody a score of a part: how each part came out. */
    parts: PartNews[];
    /** Who fell most, the owner's to see; and how many fell in all. */
    falls: Fall[];
    fallen: number;
  } | null;
  /** Who practised these days. */
  practised: number;
  /** Questions that wait for a teacher's answer. */
  questions: number;
};

/** The newest exam of each class, and the one before it of the same kind and category. */
export function pickHeld(exams: readonly HeldExam[], now: number): Map<number, { last: HeldExam; before?: HeldExam }> {
  const picked = new Map<number, { last: HeldExam; before?: HeldExam }>();
  const newestFirst = [...exams].sort((a, b) => b.heldAt - a.heldAt || b.examId - a.examId);
  for (const exam of newestFirst) {
    if (exam.heldAt > now) continue;
    const own = picked.get(exam.classroomId);
    if (!own) {
      if (exam.heldAt >= now - NEWS_DAYS * DAY_MS) picked.set(exam.classroomId, { last: exam });
    } else if (!own.before && exam.testType === own.last.testType && exam.categoryId === own.last.categoryId) {
      own.before = exam;
    }
  }
  return picked;
}

const meanOf = (scores: number[]) =>
  scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length;

/** What came of a class's newest exam, beside the one before it. */
export function newsOf(
  last: HeldExam,
  standings: readonly ClassStanding[],
  before: readonly ClassStanding[],
): ClassNews['last'] {
  const over = { oral: true, written: true };
  const outcomes = standings.map((one) => totalOutcome(one, last.testType, over));
  const count = (outcome: string) => outcomes.filter((one) => one === outcome).length;
  const mean = meanOf(pointsOf(standings));
  const meanBefore = meanOf(pointsOf(before));
  const unscored = count('unscored');
  // Of a part of the class a comparison would say nothing.
  const change =
    unscored > 0 || mean === null || meanBefore === null ? null : roundedMean(mean) - roundedMean(meanBefore);
  const falls =
    last.isOwner && mean !== null && meanBefore !== null ? listFalls(standings, before, meanBefore - mean) : [];
  const { examId, name, isOwner, thresholds } = last;
  return {
    ...{ examId, name, isOwner, thresholds, mean, change },
    absent: count('absent'),
    unscored,
    parts: mean === null ? partNews(last.testType, standings) : [],
    falls: falls.slice(0, MOST_NAMES),
    fallen: falls.length,
  };
}

/** How each part of an exam came out of which nobody has a total; nothing where no part has a score either. */
function partNews(testType: TestType, standings: readonly ClassStanding[]): PartNews[] {
  const news = partsOf(testType).map((part): PartNews => {
    const outcomes = standings.map((one) => partOutcome(one, part, true));
    const scores = standings.flatMap(({ parts }) => parts[part].percent ?? []);
    return {
      part,
      mean: meanOf(scores.map((score) => roundHalfUp(score))),
      absent: outcomes.filter((one) => one === 'absent').length,
      unscored: outcomes.filter((one) => one === 'unscored').length,
    };
  });
  return news.some(({ mean }) => mean !== null) ? news : [];
}

const pointsOf = (standings: readonly ClassStanding[]) =>
  standings.flatMap(({ total }) => (total === null ? [] : [roundHalfUp(total)]));

const roundedMean = (mean: number) => roundHalfUp(mean, 0);

/** Who lost more than the class did, the most first. */
function listFalls(now: readonly ClassStanding[], before: readonly ClassStanding[], lostByAll: number): Fall[] {
  const earlier = new Map(before.map(({ studentId, total }) => [studentId, total]));
  return now
    .flatMap(({ studentId, name, account, total, isGone }): Fall[] => {
      const from = earlier.get(studentId) ?? null;
      if (from === null || total === null || isGone) return [];
      return [{ name, account, from: roundHalfUp(from), to: roundHalfUp(total) }];
    })
    .filter(({ from, to }) => from - to >= FALL_POINTS && from - to - lostByAll >= FALL_POINTS)
    .sort((a, b) => b.from - b.to - (a.from - a.to) || a.account.localeCompare(b.account));
}

/** The classes there is something to tell of, by name; of many those with the newest exams. */
export function shownNews(
  news: readonly ClassNews[],
  heldAt: (classroomId: number) => number,
): { classes: ClassNews[]; more: number } {
  const told = news.filter(({ last, practised, questions }) => last !== null || practised > 0 || questions > 0);
  const newest = [...told].sort((a, b) => heldAt(b.id) - heldAt(a.id)).slice(0, MOST_CLASSES);
  const classes = told.filter((one) => newest.includes(one));
  return { classes, more: told.length - classes.length };
}
