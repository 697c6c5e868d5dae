import { classroomThen, isMemberOf } from '~/domain/exam/members-then.server';
import { classNameThen, studentNameThen, withLabels } from '~/domain/exam/names-then.server';
import { fromReceipt } from '~/domain/attempt/attempt.queries.server';
import { closedHow } from '~/domain/attempt/closing.rules';
import { db } from '~/db/db.server';
import { findExamView, type ExamView } from '~/domain/exam/exam.queries.server';
import { isExamOwner, phaseOf, releasedAtFor, scorableParts, type Part, type Phase } from '~/domain/exam/exam.rules';
import { requirePart } from '~/domain/exam/part.rules';
import type { Actor } from '~/domain/user/user.rules';
import { AppError, notFound } from '~/lib/errors';
import { pageOf, type Page } from '~/lib/page';
import { listTeacherNames } from '~/domain/exam/people.queries.server';
import { listArbitersOnly, listAssignments } from './assignments.queries.server';
import { blindName, byBlindCode, seesNames, type NamedView } from './blind.rules';
import { expectedExaminers, isFirstCome } from './expected.rules';
import { getScorableAttempt, listMarkedByKeyAlone } from './scoring-items.queries.server';
import { scoringState, type ScoringState } from './scoring.rules';
import type { ScoringFilter } from './scoring.schema';
import type { ScoreKind, Settlement } from './settlement.rules';
import { awaitsReader, isHandedIn } from './share-out.rules';

/** An examiner of a paper: expected to mark it, or having scored it. */
export type PaperExaminer = { id: number; name: string; kind: ScoreKind; score: 'none' | 'draft' | 'final' };

/**
 * One student in one part of an exam, for those who score it; a granted second attempt is a row of its own. Where
 * names are hidden the name is the paper's code and everything else that tells whose it is, is empty.
 */
export type ScoringRow = {
  studentId: number;
  studentName: string;
  account: string;
  classId: number | null;
  className: string;
  /** The results are out for this student. */
  isReleased: boolean;
  /** Null for a student without an attempt. */
  attemptId: number | null;
  number: number;
  state: ScoringState;
  submittedAt: number | null;
  closedBy: string | null;
  /** The same in words; '' while it is open. */
  closedHow: string;
  receiptCode: string | null;
  /** What the reader's own score is. */
  ownScore: 'none' | 'draft' | 'final';
  /** How many examiners have handed in a final score. */
  finals: number;
  settlement: Settlement;
  /** The owner sees what is settled, an examiner only what they gave; null while there is none. */
  percent: number | null;
  /** As what the paper was given to the reader; null: it was not. */
  task: ScoreKind | null;
  /** The reader's turn. */
  awaitsMe: boolean;
  /** Another has marked what one examiner marks: not for the reader any more. */
  isTaken: boolean;
  /** Whose paper it is to score; for the owner only. */
  examiners: PaperExaminer[];
};

/** The rows of a part for one reader. */
export type ScoringRows = {
  rows: ScoringRow[];
  isSharedOut: boolean;
  /** The reader has those papers alone that were given to them. */
  hasOwnPile: boolean;
  /** Names are hidden and the rows stand in the order of their codes. */
  isBlind: boolean;
};

/**
 * Every row of a part that the reader may know of, by class and account: the papers, and the students who have none.
 * Where the part was shared out an examiner has only the papers given to them. Asks no other rights.
 */
export async function scoringRows(
  actor: Actor,
  exam: ExamView,
  part: Part,
  now: number,
  view: NamedView,
): Promise<ScoringRows> {
  const attempts = await db()
    .selectFrom('attempts')
    .select([
      'id',
      'student_id',
      'number',
      'state',
      'submitted_at',
      'closed_by',
      'receipt',
      'receipt_code',
      'percent',
      'settlement',
    ])
    .where('exam_id', '=', exam.id)
    .where('part', '=', part)
    .orderBy('number')
    .execute();
  const students = await db()
    .selectFrom('users')
    .leftJoin('classrooms', (join) => join.on('classrooms.id', '=', classroomThen(exam.id)))
    .select(['users.id', 'users.account', classroomThen(exam.id).as('classroom_id'), 'users.deleted_at'])
    .select([studentNameThen(exam.id).as('name'), classNameThen(exam.id).as('class_name')])
    .where((where) => {
      const sat = where.exists(
        where
          .selectFrom('attempts')
          .select('attempts.id')
          .whereRef('attempts.student_id', '=', 'users.id')
          .where('attempts.exam_id', '=', exam.id)
          .where('attempts.part', '=', part),
      );
      return where.or([
        where.and([
          isMemberOf(exam.id, exam.classroomIds),
          where('users.user_type', '!=', 1),
          where('users.deleted_at', 'is', null),
        ]),
        sat,
      ]);
    })
    .orderBy('classrooms.name')
    .orderBy('users.account_key')
    .orderBy('users.id')
    .execute();
  const scores = await db()
    .selectFrom('scores')
    .innerJoin('attempts', 'attempts.id', 'scores.attempt_id')
    .innerJoin('users', 'users.id', 'scores.examiner_id')
    .select(['scores.attempt_id', 'scores.examiner_id', 'scores.state', 'scores.percent', 'scores.kind', 'users.name'])
    .where('attempts.exam_id', '=', exam.id)
    .where('attempts.part', '=', part)
    .orderBy('scores.id')
    .execute();
  const assignments = groupBy(await listAssignments(exam.id, part), (one) => one.studentId);
  const scoresOf = groupBy(scores, (score) => score.attempt_id);
  const attemptsOf = groupBy(attempts, (attempt) => attempt.student_id);
  const isSharedOut = [...assignments.values()].flat().some((one) => one.kind === 'examiner');
  const isOwner = isExamOwner(actor, exam);
  const reader = { id: actor.id, isOwner };
  const arbiters = await listArbitersOnly(exam.id, part);
  const byKeyAlone = await listMarkedByKeyAlone(exam.id, part);
  const names = await listTeacherNames(isOwner ? exam.examinerIds[part] : []);
  // Who only arbitrates has no other papers either.
  const hasOwnPile = isSharedOut || arbiters.has(actor.id);
  const isNamed = exam.examinerIds[part].includes(actor.id);
  const isPartOver = phaseOf(exam, part, now) === 'ended';

  const rows = students.flatMap((student): ScoringRow[] => {
    const given = assignments.get(student.id) ?? [];
    const task = given.find((one) => one.examinerId === actor.id)?.kind ?? null;
    if (hasOwnPile && !isOwner && task === null) return [];
    const base = {
      studentId: student.id,
      studentName: student.name,
      account: student.account,
      classId: student.classroom_id,
      className: student.class_name ?? '',
      isReleased: releasedAtFor(exam, student.classroom_id, student.id) !== null,
    };
    const own = attemptsOf.get(student.id) ?? [];
    if (own.length === 0) {
      return [
        {
          ...base,
          attemptId: null,
          number: 0,
          state: scoringState({ attemptState: null, hasDraft: false, settlement: '', isPartOver }),
          submittedAt: null,
          closedBy: null,
          closedHow: '',
          receiptCode: null,
          ownScore: 'none',
          finals: 0,
          settlement: '',
          percent: null,
          task,
          awaitsMe: false,
          isTaken: false,
          examiners: [],
        },
      ];
    }
    return own.map((attempt) => {
      const scored = scoresOf.get(attempt.id) ?? [];
      const stateOf = (examinerId: number): PaperExaminer['score'] => {
        const score = scored.find((one) => one.examiner_id === examinerId);
        return score ? (score.state === 'final' ? 'final' : 'draft') : 'none';
      };
      const mine = scored.find((score) => score.examiner_id === actor.id);
      // The draft of somebody whose paper it no longer is says nothing.
      const isTheirs = (examinerId: number) =>
        !isSharedOut || examinerId === exam.ownerId || given.some((one) => one.examinerId === examinerId);
      const settlement = attempt.settlement as Settlement;
      const state = scoringState({
        attemptState: attempt.state,
        hasDraft: scored.some((score) => score.state === 'draft' && isTheirs(score.examiner_id)),
        settlement,
        isPartOver,
      });
      const ownScore = stateOf(actor.id);
      const expected = expectedExaminers({
        named: exam.examinerIds[part],
        arbiters,
        given: given.filter((one) => one.kind === 'examiner').map((one) => one.examinerId),
        isSharedOut,
        markedBy: exam.settings.markedBy,
        isByKeyAlone: byKeyAlone.has(attempt.id),
      });
      const isTaken =
        ownScore !== 'final' &&
        scored.some((score) => score.state === 'final') &&
        isFirstCome({ markedBy: exam.settings.markedBy, isSharedOut: hasOwnPile, task, isOwner, isNamed });
      const asked = [
        ...given,
        ...expected
          .filter((id) => !given.some((one) => one.examinerId === id))
          .map((id) => ({ examinerId: id, examinerName: names.get(id) ?? '', kind: 'examiner' as const })),
      ];
      const others = scored.filter((score) => !asked.some((one) => one.examinerId === score.examiner_id));
      return {
        ...base,
        attemptId: attempt.id,
        number: attempt.number,
        state,
        submittedAt: attempt.submitted_at,
        closedBy: attempt.closed_by,
        closedHow: closedHow(attempt.closed_by, fromReceipt(attempt.receipt)),
        receiptCode: attempt.receipt_code,
        ownScore,
        finals: scored.filter((score) => score.state === 'final').length,
        settlement,
        percent: isOwner ? attempt.percent : mine?.state === 'final' ? mine.percent : null,
        task,
        // What a released class has is locked: it awaits nobody.
        awaitsMe:
          releasedAtFor(exam, student.classroom_id, student.id) === null &&
          awaitsReader({
            state,
            settlement,
            ownScore,
            task,
            isSharedOut,
            hasArbiter: given.some((one) => one.kind === 'arbiter' && one.isActive),
            reader,
            expected,
            isTaken,
          }),
        isTaken,
        examiners: !isOwner
          ? []
          : [
              ...asked.map((one) => ({
                id: one.examinerId,
                name: one.examinerName,
                kind: one.kind,
                score: stateOf(one.examinerId),
              })),
              ...others.map((score) => ({
                id: score.examiner_id,
                name: score.name,
                kind: score.kind === 'arbiter' ? ('arbiter' as const) : ('examiner' as const),
                score: stateOf(score.examiner_id),
              })),
            ],
      };
    });
  });
  const isBlind = !seesNames(exam, { isOwner, view });
  return { rows: isBlind ? withoutNames(rows) : rows, isSharedOut, hasOwnPile: hasOwnPile && !isOwner, isBlind };
}

/** The papers alone, by their codes: who is absent would say who of a small class is not. */
function withoutNames(rows: ScoringRow[]): ScoringRow[] {
  return rows
    .flatMap((row) => (row.attemptId === null ? [] : [{ ...row, attemptId: row.attemptId }]))
    .sort(byBlindCode)
    .map((row) => ({
      ...row,
      studentId: 0,
      studentName: blindName(row.attemptId),
      account: '',
      classId: null,
      className: '',
      number: 1,
      receiptCode: null,
    }));
}

function groupBy<T>(rows: T[], keyOf: (row: T) => number): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}

/**
 * The exam for someone who scores, and the parts that are theirs.
 * @throws AppError not_found: the existence of other exams is private
 */
export async function getScoringExam(actor: Actor, examId: number): Promise<{ exam: ExamView; parts: Part[] }> {
  const exam = await findExamView(examId);
  const parts = exam && exam.status !== 'draft' ? scorableParts(actor, exam) : [];
  // Its owner knows that it is there.
  if (exam?.status === 'draft' && isExamOwner(actor, exam)) {
    throw new AppError('conflict', '考试还没有发布，发布后再来看评分和设置。');
  }
  if (!exam || parts.length === 0) throw notFound('考试');
  return { exam, parts };
}

export type ScoringList = Page<ScoringRow> & {
  exam: Pick<ExamView, 'id' | 'name' | 'status' | 'testType' | 'releasedAt' | 'releases' | 'ownerName' | 'settings'>;
  isOwner: boolean;
  /** True while students may still sit the part or add photos. */
  phase: Phase;
  parts: Part[];
  part: Part;
  /** Names are hidden: codes stand for them, and there are no classes to choose from. */
  isBlind: boolean;
  isSharedOut: boolean;
  classes: { id: number; name: string }[];
  stateCounts: Record<ScoringState, number>;
  /** Of the papers handed in: settled ones; of an examiner's own pile those that no longer await them. */
  done: number;
  total: number;
  /** Where 开始评分 leads. */
  firstOpenId: number | null;
  /** More than one examiner is named for the part. */
  hasSeveralExaminers: boolean;
  /** Papers waiting that their keys alone could score. */
  autoScorable: number;
};

/** The papers of one part of an exam, with the absent students among them. Page size: the exam's own unless given. */
export async function listScoring(
  actor: Actor,
  input: ScoringFilter & { keyword: string; currentPage: number; pageSize: number | null },
  now: number,
): Promise<ScoringList> {
  const { exam, parts } = await getScoringExam(actor, input.examId);
  requirePart(exam, input.part);
  const part = input.part !== null && parts.includes(input.part) ? input.part : (parts[0] ?? 'oral');
  const { rows: all, isSharedOut, hasOwnPile, isBlind } = await scoringRows(actor, exam, part, now, 'results');
  const keyword = input.keyword.toLowerCase();
  const isWanted = (row: ScoringRow) =>
    (input.classId === 0 || isBlind || row.classId === input.classId) &&
    (keyword === '' ||
      row.studentName.toLowerCase().includes(keyword) ||
      row.account.toLowerCase().includes(keyword) ||
      (row.receiptCode ?? '').toLowerCase() === keyword);
  const wanted = all.filter(isWanted);
  const hasState = (row: ScoringRow) =>
    input.state === '' || (input.state === 'mine' ? row.awaitsMe : row.state === input.state);
  const stateCounts = { absent: 0, not_started: 0, in_progress: 0, waiting: 0, marking: 0, arbitration: 0, scored: 0 };
  for (const row of wanted) stateCounts[row.state] += 1;
  const byKeyAlone = await listMarkedByKeyAlone(exam.id, part);
  const classes = new Map(all.flatMap((row) => (row.classId === null ? [] : [[row.classId, row.className]])));
  return {
    ...pageOf(wanted.filter(hasState), {
      currentPage: input.currentPage,
      pageSize: input.pageSize ?? exam.settings.rowsPerPage,
    }),
    exam,
    isOwner: isExamOwner(actor, exam),
    phase: phaseOf(exam, part, now),
    parts,
    part,
    isBlind,
    isSharedOut,
    classes: await withLabels(
      exam.id,
      [...classes].map(([id, name]) => ({ id, name })),
    ),
    stateCounts,
    ...progressOf(all, hasOwnPile),
    firstOpenId: wanted.find((row) => row.awaitsMe)?.attemptId ?? null,
    hasSeveralExaminers: exam.examinerIds[part].length > 1 || isSharedOut,
    autoScorable: all.filter(
      (row) => isHandedIn(row) && row.state !== 'scored' && byKeyAlone.has(row.attemptId ?? 0) && !row.isReleased,
    ).length,
  };
}

/** How far the papers of a reader are: of an own pile what no longer awaits the reader counts. */
export function progressOf(rows: ScoringRow[], isOwnPile: boolean): { done: number; total: number } {
  const handedIn = rows.filter(isHandedIn);
  const done = handedIn.filter((row) => (isOwnPile ? !row.awaitsMe : row.state === 'scored'));
  return { done: done.length, total: handedIn.length };
}

/** The papers a reader goes through while marking, in their order; of one class where classes are known. */
export async function listPapersToMark(
  actor: Actor,
  exam: ExamView,
  input: { part: Part; classId: number },
  now: number,
): Promise<ScoringRows> {
  const all = await scoringRows(actor, exam, input.part, now, 'marking');
  return {
    ...all,
    rows: all.rows.filter(
      (row) => isHandedIn(row) && (input.classId === 0 || all.isBlind || row.classId === input.classId),
    ),
  };
}

/** Where 保存并下一份 leads: the next paper in the list that awaits the reader, from the start again; or null. */
export async function findNextToScore(
  actor: Actor,
  input: { attemptId: number; classId: number },
  now: number,
): Promise<number | null> {
  const { exam, attempt } = await getScorableAttempt(actor, input.attemptId);
  const { rows } = await listPapersToMark(actor, exam, { part: attempt.part, classId: input.classId }, now);
  const index = rows.findIndex((row) => row.attemptId === attempt.id);
  const inOrder = [...rows.slice(index + 1), ...rows.slice(0, Math.max(0, index))];
  return inOrder.find((row) => row.awaitsMe)?.attemptId ?? null;
}
