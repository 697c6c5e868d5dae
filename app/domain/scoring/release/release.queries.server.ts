import { classLabel } from '~/lib/class-label';
import { classroomThen, isMemberOf } from '~/domain/classroom/members-then.server';
import { classCalledThen, studentNameThen } from '~/domain/classroom/names-then.server';
import { listHandInRemarks } from '~/domain/attempt/hand-in-remarks.queries.server';
import { db } from '~/db/db.server';
import { listOpenResits } from '~/domain/attempt/open-resits.queries.server';
import { getOwnExam, type ExamView } from '~/domain/exam/exam.queries.server';
import { blindName, byBlindCode, seesNames } from '~/domain/exam/blind.rules';
import { listAllGrants } from '~/domain/exam/grants.queries.server';
import { isOverFor, lastDeadline } from '~/domain/exam/times.rules';
import { releasedAtFor } from '~/domain/exam/states.rules';
import { PART_LABELS, partsOf, type Part } from '~/domain/exam/parts.rules';
import { listResits } from '~/domain/exam/resit.queries.server';
import { RESIT_NUMBER } from '~/domain/exam/resit.rules';
import type { Actor } from '~/domain/actor/actor.rules';
import { formatMinute } from '~/lib/time';
import { sealOf, type SealedUntil } from '../paper/sealed.queries.server';
import { isContested, type Settlement } from '../paper/settlement.rules';

type Person = { studentId: number; name: string; account: string; classId: number | null; hasAccount: boolean };
/**
 * A paper; where it is marked without names (`isHidden`) its name is its code, and whose it is stays on the server; while
 * others write beside it (`isSealed`, see sealOf) its code does, too.
 */
type Paper = Person & { attemptId: number; isHidden: boolean; isSealed: boolean };

export type ReleasePart = {
  part: Part;
  scored: number;
  /** Handed in, without a result: not scored, or the examiners differ. */
  unscored: (Paper & { isInArbitration: boolean })[];
  /** The same of re-sits that are open: their students see the result once these are scored, which a release stops not. */
  resits: (Paper & { isInArbitration: boolean })[];
  /** Re-sits to which answers or photos may still come, and until when: of what others read they may hear. */
  toSit: { count: number; until: number | null };
  /** Papers with something that came late, or from nobody signed in, and on which the owner has not decided. */
  late: (Paper & { count: number })[];
  inProgress: Person[];
  /** Without an attempt. */
  absent: Person[];
};

/** What releasing would mean for one class of the exam. */
export type ReleaseClass = {
  id: number;
  name: string;
  /** Null while its results are not out. */
  releasedAt: number | null;
  students: number;
  /** Null, as the next two, while papers marked without names wait: beside a class they would say whose they are. */
  scored: number | null;
  unscored: number | null;
  inArbitration: number | null;
  /** Students who sat nothing at all. */
  absent: number;
};

/** What releasing an exam would mean now. */
export type ReleaseSummary = {
  exam: ExamView;
  parts: ReleasePart[];
  classes: ReleaseClass[];
  /** Everybody whose exam it is, with the class they belong to in it. */
  students: Person[];
  unscoredCount: number;
  /** Why it cannot be released yet, or null. */
  obstacle: string | null;
};

/** A paper as it is told of: one that is marked without names by its code alone. */
export type ToldPaper = { attemptId: number; name: string };

/** What leaves the server of a summary: counts, and papers without whose they are. */
export type ReleaseCounts = Pick<ReleaseSummary, 'classes' | 'unscoredCount' | 'obstacle'> & {
  exam: { id: number; name: string };
  /** Everybody who is told when all that is not out yet is released. */
  studentCount: number;
  /** Who is not, for a re-sit of theirs is still to be sat or marked. */
  resittingCount: number;
  parts: {
    part: Part;
    scored: number;
    inProgress: number;
    absent: number;
    unscored: (ToldPaper & { isInArbitration: boolean })[];
    resits: (ToldPaper & { isInArbitration: boolean })[];
    toSit: ReleasePart['toSit'];
    late: (ToldPaper & { count: number })[];
  }[];
};

/** What is scored, unscored, still being written and absent, for the owner who is about to release. */
export async function getReleaseSummary(actor: Actor, examId: number, now: number): Promise<ReleaseCounts> {
  const { exam, classes, unscoredCount, obstacle, ...summary } = await summariseRelease(
    await getOwnExam(actor, examId),
    now,
  );
  const { readers, resitting } = await listToTell(exam, summary.students);
  return {
    ...{ exam: { id: exam.id, name: exam.name }, classes, unscoredCount, obstacle },
    studentCount: readers.length,
    resittingCount: resitting.length,
    parts: summary.parts.map(({ part, scored, inProgress, absent, unscored, resits, toSit, late }) => ({
      ...{ part, scored, inProgress: inProgress.length, absent: absent.length, toSit },
      unscored: toldPapers(unscored).map(({ isInArbitration, ...paper }) => ({ ...told(paper), isInArbitration })),
      resits: toldPapers(resits).map(({ isInArbitration, ...paper }) => ({ ...told(paper), isInArbitration })),
      late: toldPapers(late).map(({ count, ...paper }) => ({ ...told(paper), count })),
    })),
  };
}

/**
 * Of these students of an exam, before it is released, those whom a release tells of their result: not who knows it
 * already or has no account any more, nor who is to sit a part again until that is scored.
 */
export async function listToTell(
  exam: ExamView,
  students: readonly Person[],
): Promise<{ readers: number[]; resitting: number[] }> {
  const open = new Set((await listResits(exam.id)).filter(({ state }) => state === 'open').map((one) => one.studentId));
  const next = students.filter(({ classId, hasAccount }) => hasAccount && releasedAtFor(exam, classId) === null);
  const ids = next.map(({ studentId }) => studentId);
  return { readers: ids.filter((id) => !open.has(id)), resitting: ids.filter((id) => open.has(id)) };
}

const told = ({ attemptId, name }: Paper): ToldPaper => ({ attemptId, name });

/** The papers that may be told of in their order: those without names come last, by their codes, but for sealed ones. */
export function toldPapers<P extends Paper>(papers: readonly P[]): P[] {
  const byCode = papers.filter((one) => one.isHidden && !one.isSealed).sort(byBlindCode);
  return [...papers.filter((one) => !one.isHidden), ...byCode];
}

/** Everything a release goes by, asking no rights: it names students and is not to leave the server whole. */
export async function summariseRelease(exam: ExamView, now: number): Promise<ReleaseSummary> {
  const attempts = await db()
    .selectFrom('attempts')
    .innerJoin('users', 'users.id', 'attempts.student_id')
    .select(['attempts.id', 'attempts.part', 'attempts.number', 'attempts.state', 'attempts.settlement'])
    .select(['attempts.submitted_at', classroomThen(exam.id).as('classroom_id')])
    .select(['users.id as student_id', 'users.account', studentNameThen(exam.id).as('name'), 'users.deleted_at'])
    .where('attempts.exam_id', '=', exam.id)
    .orderBy('users.account_key')
    .orderBy('attempts.number')
    .execute();
  const candidates =
    exam.classroomIds.length === 0
      ? []
      : await db()
          .selectFrom('users')
          .select(['id as student_id', 'account', 'deleted_at', classroomThen(exam.id).as('classroom_id')])
          .select(studentNameThen(exam.id).as('name'))
          .where(isMemberOf(exam.id, exam.classroomIds))
          .where('user_type', '!=', 1)
          .where('deleted_at', 'is', null)
          .orderBy('account_key')
          .execute();
  const person = (row: (typeof candidates)[number]): Person => ({
    studentId: row.student_id,
    name: row.name,
    account: row.account,
    classId: row.classroom_id,
    hasAccount: row.deleted_at === null,
  });
  const remarks = await listHandInRemarks({ examId: exam.id });
  const lateOf = (attemptId: number) =>
    (remarks.get(attemptId) ?? []).reduce((sum, { counts }) => sum + counts.late.count + counts.signedOut, 0);
  const openResits = await listOpenResits(exam.id, now);
  const seals = new Map<string, SealedUntil>();
  for (const part of partsOf(exam.testType)) seals.set(part, await sealOf(exam, part, now));
  const isOfOpenResit = (attempt: { student_id: number; part: string; number: number }) =>
    attempt.number >= RESIT_NUMBER &&
    openResits.some((resit) => resit.studentId === attempt.student_id && resit.part === attempt.part);
  /** Whose a paper is, where it is marked without names by its code: it is linked. */
  const paperOf = (attempt: (typeof attempts)[number]): Paper => {
    const paper = { ...person(attempt), attemptId: attempt.id };
    const isOut = !isOfOpenResit(attempt);
    if (seesNames(exam, { isOwner: true, view: 'marking', isOut }))
      return { ...paper, isHidden: false, isSealed: false };
    const { number, submitted_at: submittedAt } = attempt;
    const until = seals.get(attempt.part)?.({ studentId: attempt.student_id, number, submittedAt }) ?? null;
    return { ...paper, name: blindName(attempt.id), account: '', isHidden: true, isSealed: until !== null };
  };
  const grantOf = await listAllGrants(exam.id);
  const isOver = (studentId: number, part: Part) => isOverFor(exam, part, grantOf(studentId, part).extraMinutes, now);
  const parts = partsOf(exam.testType).map((part): ReleasePart => {
    const own = attempts.filter((attempt) => attempt.part === part);
    const waiting = own.filter((attempt) => attempt.state !== 'scored' && attempt.state !== 'in_progress');
    const unscored = (some: typeof own) =>
      some.map((attempt) => ({
        ...paperOf(attempt),
        isInArbitration: isContested(attempt.settlement as Settlement),
      }));
    const open = own.filter((attempt) => attempt.state === 'in_progress');
    const sat = new Set(own.map((attempt) => attempt.student_id));
    const toSit = openResits.flatMap((resit) => (resit.part === part && resit.until !== null ? [resit.until] : []));
    return {
      part,
      scored: own.filter((attempt) => attempt.state === 'scored').length,
      unscored: unscored(waiting.filter((attempt) => !isOfOpenResit(attempt))),
      resits: unscored(waiting.filter(isOfOpenResit)),
      toSit: { count: toSit.length, until: toSit.length > 0 ? Math.max(...toSit) : null },
      late: own.flatMap((attempt) => {
        const count = attempt.state === 'in_progress' ? 0 : lateOf(attempt.id);
        return count > 0 ? [{ ...paperOf(attempt), count }] : [];
      }),
      inProgress: open.map(person),
      absent: candidates.filter((one) => !sat.has(one.student_id) && isOver(one.student_id, part)).map(person),
    };
  });
  const students = new Map([...candidates, ...attempts].map((row) => [row.student_id, person(row)]));
  return {
    exam,
    parts,
    classes: await summariseClasses(exam, [...students.values()], attempts, parts),
    students: [...students.values()],
    unscoredCount: parts.reduce((sum, part) => sum + part.unscored.length, 0),
    obstacle: await releaseObstacle(exam, parts, now),
  };
}

/** Whether papers without a result are marked without names: of them counts are said of the whole exam only. */
export function hasHiddenPapers(parts: readonly Pick<ReleasePart, 'unscored' | 'resits'>[]): boolean {
  return parts.some(({ unscored, resits }) => [...unscored, ...resits].some((paper) => paper.isHidden));
}

async function summariseClasses(
  exam: ExamView,
  students: Person[],
  attempts: { student_id: number; classroom_id: number | null; state: string }[],
  parts: ReleasePart[],
): Promise<ReleaseClass[]> {
  if (exam.classroomIds.length === 0) return [];
  const rows = await db()
    .selectFrom('exam_classrooms')
    .innerJoin('classrooms', 'classrooms.id', 'exam_classrooms.classroom_id')
    .select((select) => ['classrooms.id', 'classrooms.name as nameNow', classCalledThen(select).as('name')])
    .where('exam_classrooms.exam_id', '=', exam.id)
    .orderBy('classrooms.name')
    .orderBy('classrooms.id')
    .execute();
  const isHidden = hasHiddenPapers(parts);
  return rows.map(({ id, name, nameNow }) => {
    const own = students.filter((student) => student.classId === id);
    const unscored = parts.flatMap((part) => part.unscored).filter((paper) => paper.classId === id);
    const progress = {
      scored: attempts.filter((attempt) => attempt.classroom_id === id && attempt.state === 'scored').length,
      unscored: unscored.length,
      inArbitration: unscored.filter((paper) => paper.isInArbitration).length,
    };
    return {
      id,
      name: classLabel(name, nameNow),
      releasedAt: releasedAtFor(exam, id),
      students: own.length,
      ...(isHidden ? { scored: null, unscored: null, inArbitration: null } : progress),
      absent: own.filter(({ studentId }) =>
        parts.every((part) => part.absent.some((one) => one.studentId === studentId)),
      ).length,
    };
  });
}

async function releaseObstacle(
  exam: ExamView,
  parts: { part: Part; inProgress: Person[] }[],
  now: number,
): Promise<string | null> {
  if (exam.status === 'draft') return `「${exam.name}」还是草稿，没有成绩可以公布。`;
  if (exam.status === 'released') return null;
  // Also for one class alone: who has the answers must not know somebody who is still writing.
  const writing = parts.find((part) => part.inProgress.length > 0);
  if (writing) {
    return `「${exam.name}」还有 ${writing.inProgress.length} 人在答${PART_LABELS[writing.part]}，交卷后才能公布成绩。`;
  }
  if (exam.status === 'closed') return null;
  const grants = await db()
    .selectFrom('exam_grants')
    .select((select) => ['part', select.fn.max<number>('extra_minutes').as('minutes')])
    .where('exam_id', '=', exam.id)
    .groupBy('part')
    .execute();
  const longest = Object.fromEntries(grants.map((grant) => [grant.part, Number(grant.minutes)]));
  const end = lastDeadline(exam, longest);
  if (end !== null && now < end) {
    return `「${exam.name}」到 ${formatMinute(end)} 才结束，结束后才能公布成绩。要提前公布，请先在“我的考试”里关闭这场考试。`;
  }
  return null;
}
