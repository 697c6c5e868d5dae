import { fromReceipt } from '~/domain/attempt/attempt.queries.server';
import { closedHow } from '~/domain/attempt/closing.rules';
import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import type { ExamView } from '~/domain/exam/exam.queries.server';
import { listAllGrants } from '~/domain/exam/grants.queries.server';
import { isOverFor } from '~/domain/exam/times.rules';
import { isExamOwner } from '~/domain/exam/people.rules';
import { releasedAtFor } from '~/domain/exam/states.rules';
import type { Part } from '~/domain/exam/parts.rules';
import { paperLock } from '~/domain/exam/released.queries.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { listTeacherNames } from '~/domain/exam/people.queries.server';
import { listArbitersOnly, listAssignments, reachesSitting } from './assignments.queries.server';
import { blindName, byBlindCode, seesNames, type NamedView } from '~/domain/exam/blind.rules';
import { expectedExaminers, isFirstCome, isOthersTurn } from './expected.rules';
import { listMarkedByKeyAlone } from './scoring-items.queries.server';
import { scoringState, type ScoringState } from './scoring.rules';
import { sealOf } from './sealed.queries.server';
import { listStudentsOf } from './students-of.queries.server';
import { groupBy } from '~/lib/group-by';
import type { ScoreKind, Settlement } from './settlement.rules';
import {
  awaitsReader,
  isHandedIn,
  isKnownTo,
  isLeftToDecide,
  isOpenToReader,
  pileOf,
  type Share,
  type Turn,
} from './share-out.rules';

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
  /** It takes no mark of the reader: others have settled it, or the owner is to (see isLeftToDecide). */
  isLeftToDecide: boolean;
  /** One of the papers that the reader goes through: what awaits them, and for the owner what awaits the others. */
  isOpen: boolean;
  /** Of the reader's own pile, and whether it waits for their mark; null: it is of nobody's in particular. */
  pile: 'open' | 'done' | null;
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
  /** How many papers without names are still being written: they have no row (see isWrittenBlind). */
  writing: number;
  /** How many papers without names are handed in and sealed, and until when the last of them; null: none is. */
  sealed: { count: number; until: number } | null;
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
      'fixed_examiners',
    ])
    .where('exam_id', '=', exam.id)
    .where('part', '=', part)
    .orderBy('number')
    .execute();
  const students = await listStudentsOf(exam, part);
  const isLocked = await paperLock(exam.id);
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
  const fixedOf = (row: (typeof attempts)[number]) => fromJson<number[] | null>(row.fixed_examiners ?? 'null');
  const askedIds = [...exam.examinerIds[part], ...attempts.flatMap((row) => fixedOf(row) ?? [])];
  const names = await listTeacherNames(isOwner ? [...new Set(askedIds)] : []);
  // Who only arbitrates has no other papers either.
  const hasOwnPile = isSharedOut || arbiters.has(actor.id);
  const isOthers = isOthersTurn(exam.ownerId, { active: await listActive(exam.examinerIds[part]), arbiters });
  const isNamed = exam.examinerIds[part].includes(actor.id);
  const grantOf = await listAllGrants(exam.id);
  const isBlind = !seesNames(exam, { isOwner, view });

  const rows = students.flatMap((student): ScoringRow[] => {
    const ofStudent = assignments.get(student.id) ?? [];
    if (hasOwnPile && !isOwner && !ofStudent.some((one) => one.examinerId === actor.id)) return [];
    const base = {
      studentId: student.id,
      studentName: student.name,
      account: student.account,
      classId: student.classroom_id,
      className: student.class_name ?? '',
      isReleased: releasedAtFor(exam, student.classroom_id, student.id) !== null,
    };
    const own = attemptsOf.get(student.id) ?? [];
    const isPartOver = isOverFor(exam, part, grantOf(student.id, part).extraMinutes, now);
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
          task: ofStudent.find((one) => one.examinerId === actor.id)?.kind ?? null,
          awaitsMe: false,
          isTaken: false,
          isLeftToDecide: false,
          isOpen: false,
          pile: null,
          examiners: [],
        },
      ];
    }
    return own.flatMap((attempt, index): ScoringRow[] => {
      const scored = scoresOf.get(attempt.id) ?? [];
      const finalIds = scored.filter((score) => score.state === 'final').map((score) => score.examiner_id);
      const settlement = attempt.settlement as Settlement;
      const sitting = {
        finalIds,
        submittedAt: attempt.submitted_at,
        nextSubmittedAt: own[index + 1]?.submitted_at ?? null,
        settlement,
      };
      const given = ofStudent.filter((one) => reachesSitting(one, sitting));
      const task = given.find((one) => one.examinerId === actor.id)?.kind ?? null;
      const stateOf = (examinerId: number): PaperExaminer['score'] => {
        const score = scored.find((one) => one.examiner_id === examinerId);
        return score ? (score.state === 'final' ? 'final' : 'draft') : 'none';
      };
      const mine = scored.find((score) => score.examiner_id === actor.id);
      const isOut = isLocked({ studentId: student.id, part, number: attempt.number });
      // The draft of somebody whose paper it no longer is says nothing.
      const isTheirs = (examinerId: number) =>
        examinerId === exam.ownerId ||
        given.some((one) => one.examinerId === examinerId) ||
        (!isSharedOut && exam.examinerIds[part].includes(examinerId));
      const state = scoringState({
        attemptState: attempt.state,
        hasDraft: scored.some((score) => score.state === 'draft' && isTheirs(score.examiner_id)),
        settlement,
        isPartOver,
      });
      const ownScore = stateOf(actor.id);
      const expectation = {
        named: exam.examinerIds[part],
        arbiters,
        given: given.filter((one) => one.kind === 'examiner').map((one) => one.examinerId),
        isSharedOut,
        markedBy: exam.settings.markedBy,
        fixed: isOut ? fixedOf(attempt) : null,
      };
      const share: Share = {
        ...{ settlement, ownScore, task, isOut, isBlind: exam.settings.isBlind },
        isScored: state === 'scored',
        hasOwnPile: hasOwnPile && !isOwner,
        isExpected: !isSharedOut && expectedExaminers({ ...expectation, isByKeyAlone: false }).includes(actor.id),
      };
      if (!isKnownTo(share)) return [];
      const expected = expectedExaminers({ ...expectation, isByKeyAlone: byKeyAlone.has(attempt.id) });
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
      const others = scored.filter(
        ({ examiner_id: id, state: own }) =>
          !asked.some((one) => one.examinerId === id) && (own === 'final' || isTheirs(id)),
      );
      const turn: Turn = {
        state,
        settlement,
        ownScore,
        task,
        isSharedOut,
        hasArbiter: given.some((one) => one.kind === 'arbiter' && one.isActive),
        reader,
        expected,
        isTaken,
        isOthersTurn: isOthers,
      };
      const row: ScoringRow = {
        ...base,
        isReleased: isOut,
        attemptId: attempt.id,
        number: attempt.number,
        state,
        submittedAt: attempt.submitted_at,
        closedBy: attempt.closed_by,
        closedHow: closedHow(attempt.closed_by, fromReceipt(attempt.receipt)),
        receiptCode: attempt.receipt_code,
        ownScore,
        finals: finalIds.length,
        settlement,
        percent: isOwner ? attempt.percent : mine?.state === 'final' ? mine.percent : null,
        task,
        // What a released class has is locked: it awaits nobody.
        awaitsMe: !isOut && awaitsReader(turn),
        isOpen: !isOut && isOpenToReader(turn),
        pile: isHandedIn({ state }) ? pileOf(share) : null,
        isTaken,
        isLeftToDecide:
          !isOut && !isTaken && isLeftToDecide({ isOwner, ownerId: exam.ownerId, ownScore, settlement, finalIds }),
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
      return [row];
    });
  });
  const isHidden = (row: ScoringRow) =>
    row.attemptId !== null && !seesNames(exam, { isOwner, view, isOut: row.isReleased });
  // Who sits and writes is known by name (监考, 成绩单): the code of what is being written would be theirs.
  const isWrittenBlind = (row: ScoringRow) => isHidden(row) && row.state === 'in_progress';
  const sealedUntil = await sealOf(exam, part, now);
  const sealed = rows.flatMap((row) => (isHidden(row) && !isWrittenBlind(row) ? (sealedUntil(row) ?? []) : []));
  const isSealed = (row: ScoringRow) => isHidden(row) && sealedUntil(row) !== null;
  const listed = rows.filter((row) => !isWrittenBlind(row) && !isSealed(row));
  const hidden = listed.filter(isHidden);
  // Beside papers that are out what is still marked without names comes last: its place in a class would tell, and so
  // would who is absent, of whom it is one the less.
  const isNamedBeside = (row: ScoringRow) => !isHidden(row) && (hidden.length === 0 || row.attemptId !== null);
  const shown = isBlind
    ? withoutNames(listed)
    : [...listed.filter(isNamedBeside), ...withoutNames(hidden, { isAgain: true })];
  return {
    ...{ rows: shown, isSharedOut, hasOwnPile: hasOwnPile && !isOwner, isBlind },
    writing: rows.filter(isWrittenBlind).length,
    sealed: sealed.length === 0 ? null : { count: sealed.length, until: Math.max(...sealed) },
  };
}

/** The papers alone, by their codes: who is absent would say who of a small class is not. */
export function withoutNames(rows: ScoringRow[], { isAgain = false } = {}): (ScoringRow & { attemptId: number })[] {
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
      number: isAgain ? row.number : 1,
      // Whoever watched the room has seen who handed in when, and for whom that was done.
      submittedAt: null,
      closedBy: null,
      closedHow: '',
      receiptCode: null,
      // Before anybody marks it is shared out by class too: whose a code is to mark would say of which class it is. 分卷 says
      // it by code from then on.
      examiners: row.examiners.filter(({ kind, score }) => kind === 'arbiter' || score !== 'none'),
    }));
}

/** Of these teachers those whose accounts are in use. */
async function listActive(ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await db()
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [...ids])
    .where('is_disabled', '=', 0)
    .where('deleted_at', 'is', null)
    .execute();
  return rows.map((row) => row.id);
}
