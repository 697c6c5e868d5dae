import type { ExpressionBuilder } from 'kysely';
import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import type { Database } from '~/db/schema';
import { examSettingsSchema } from '~/domain/exam/exam-settings.schema';
import type { Part } from '~/domain/exam/parts.rules';
import { isOutForAttempt } from '~/domain/exam/released.queries.server';
import { CONTESTED, isContested, type ScoreKind, type Settlement } from './settlement.rules';

/** Who was given whose papers (分卷). Asks no rights. Stands below everything that asks for rights on a paper. */

/** One examiner and one student of a part; who is not active has an account that is disabled. */
export type Assignment = {
  studentId: number;
  examinerId: number;
  examinerName: string;
  kind: ScoreKind;
  isActive: boolean;
  /** The exam's owner, or named for the part: who no longer is keeps those papers alone that they marked (see reaches). */
  isNamed: boolean;
  createdAt: number;
};

/**
 * Whether somebody who was given a student's papers to mark has to do with one of them: a re-sit waits for nobody who
 * has left.
 */
export function reaches(
  { isNamed, examinerId }: Pick<Assignment, 'isNamed' | 'examinerId'>,
  finalIds: readonly number[],
): boolean {
  return isNamed || finalIds.includes(examinerId);
}

/**
 * The same of whoever was given them as anything: who was asked to arbitrate a paper does not arbitrate its re-sit, and
 * who was asked to arbitrate the re-sit has nothing to do with the paper before, unless that is contested too.
 * `nextSubmittedAt`: when the student handed in the next sitting.
 */
export function reachesSitting(
  one: Pick<Assignment, 'isNamed' | 'examinerId' | 'kind' | 'createdAt'>,
  paper: {
    finalIds: readonly number[];
    submittedAt: number | null;
    nextSubmittedAt: number | null;
    settlement: Settlement;
  },
): boolean {
  const { finalIds, submittedAt, nextSubmittedAt, settlement } = paper;
  if (!reaches(one, finalIds)) return false;
  const isOfLater = nextSubmittedAt !== null && one.createdAt >= nextSubmittedAt && !isContested(settlement);
  const wasAskedFor = submittedAt !== null && one.createdAt >= submittedAt && !isOfLater;
  return one.kind !== 'arbiter' || wasAskedFor || finalIds.includes(one.examinerId);
}

/** The whole share-out of a part. */
export async function listAssignments(examId: number, part: Part): Promise<Assignment[]> {
  const rows = await db()
    .selectFrom('score_assignments')
    .innerJoin('users', 'users.id', 'score_assignments.examiner_id')
    .select(['score_assignments.student_id', 'score_assignments.examiner_id', 'score_assignments.kind', 'users.name'])
    .innerJoin('exams', 'exams.id', 'score_assignments.exam_id')
    .leftJoin('exam_examiners as named', (join) =>
      join
        .onRef('named.exam_id', '=', 'score_assignments.exam_id')
        .onRef('named.part', '=', 'score_assignments.part')
        .onRef('named.teacher_id', '=', 'score_assignments.examiner_id'),
    )
    .select(['users.is_disabled', 'users.deleted_at', 'exams.owner_id', 'named.teacher_id as named_id'])
    .select('score_assignments.created_at')
    .where('score_assignments.exam_id', '=', examId)
    .where('score_assignments.part', '=', part)
    .orderBy('score_assignments.created_at')
    .orderBy('score_assignments.examiner_id')
    .execute();
  return rows.map((row) => ({
    studentId: row.student_id,
    examinerId: row.examiner_id,
    examinerName: row.name,
    kind: toKind(row.kind),
    isActive: row.is_disabled === 0 && row.deleted_at === null,
    isNamed: row.named_id !== null || row.owner_id === row.examiner_id,
    createdAt: row.created_at,
  }));
}

/** For queries over `attempts`: whom the paper was given to, as an examiner or to arbitrate it. */
export function givenOfAttempt(eb: ExpressionBuilder<Database, 'attempts'>, kind: ScoreKind) {
  return eb
    .selectFrom('score_assignments as given')
    .select('given.examiner_id')
    .whereRef('given.exam_id', '=', 'attempts.exam_id')
    .whereRef('given.part', '=', 'attempts.part')
    .whereRef('given.student_id', '=', 'attempts.student_id')
    .where('given.kind', '=', kind)
    .where(givenReaches);
}

type WithGiven = Database & { given: Database['score_assignments'] };

/** For queries over `attempts` and rows of `score_assignments as given` of their students: see reachesSitting. */
export function givenReaches(where: ExpressionBuilder<WithGiven, 'attempts' | 'given'>) {
  const isNamed = where.exists(
    where
      .selectFrom('exam_examiners as named')
      .select('named.teacher_id')
      .whereRef('named.exam_id', '=', 'given.exam_id')
      .whereRef('named.part', '=', 'given.part')
      .whereRef('named.teacher_id', '=', 'given.examiner_id'),
  );
  const isOwner = where.exists(
    where
      .selectFrom('exams as given_exam')
      .select('given_exam.id')
      .whereRef('given_exam.id', '=', 'given.exam_id')
      .whereRef('given_exam.owner_id', '=', 'given.examiner_id'),
  );
  const hasScored = where.exists(
    where
      .selectFrom('scores as given_score')
      .select('given_score.id')
      .whereRef('given_score.attempt_id', '=', 'attempts.id')
      .whereRef('given_score.examiner_id', '=', 'given.examiner_id')
      .where('given_score.state', '=', 'final'),
  );
  const wasAskedFor = where('given.created_at', '>=', where.ref('attempts.submitted_at'));
  const isOfLater = where.exists(
    where
      .selectFrom('attempts as later')
      .select('later.id')
      .whereRef('later.exam_id', '=', 'attempts.exam_id')
      .whereRef('later.part', '=', 'attempts.part')
      .whereRef('later.student_id', '=', 'attempts.student_id')
      .whereRef('later.number', '>', 'attempts.number')
      .whereRef('later.submitted_at', '<=', 'given.created_at'),
  );
  const isContestedToo = where('attempts.settlement', 'in', CONTESTED);
  const isOfSitting = where.or([
    where('given.kind', '!=', 'arbiter'),
    where.and([wasAskedFor, where.or([where.not(isOfLater), isContestedToo])]),
  ]);
  return where.or([hasScored, where.and([where.or([isNamed, isOwner]), isOfSitting])]);
}

/**
 * Who was asked to arbitrate in a part without being an examiner of it: papers wait for nobody of them, and they read
 * those alone that they arbitrate.
 */
export async function listArbitersOnly(examId: number, part: string): Promise<Set<number>> {
  const rows = await db()
    .selectFrom('exam_examiners')
    .select('teacher_id')
    .where('exam_id', '=', examId)
    .where('part', '=', part)
    .where('only_arbitrates', '=', 1)
    .execute();
  return new Set(rows.map((row) => row.teacher_id));
}

/** What one examiner has to do with one student's papers of a part. */
export type Task = {
  /**
   * The part's papers were given to examiners, each their own, or this one only arbitrates. Without it every named
   * examiner scores them all.
   */
  isSharedOut: boolean;
  /** As what this paper was given to the examiner; null: it was not. */
  kind: ScoreKind | null;
};

/**
 * The task of an examiner at a paper. What is out in a blind exam shows its name: who is given a re-sit and never marked
 * the paper before would learn from it whose the re-sit is.
 */
export async function findTask(paper: { id: number; examId: number; part: string }, examinerId: number): Promise<Task> {
  const own = await db()
    .selectFrom('attempts')
    .innerJoin('score_assignments as given', (join) =>
      join
        .onRef('given.exam_id', '=', 'attempts.exam_id')
        .onRef('given.part', '=', 'attempts.part')
        .onRef('given.student_id', '=', 'attempts.student_id'),
    )
    .innerJoin('exams', 'exams.id', 'attempts.exam_id')
    .leftJoin('scores as mine', (join) =>
      join.onRef('mine.attempt_id', '=', 'attempts.id').onRef('mine.examiner_id', '=', 'given.examiner_id'),
    )
    .select(['given.kind', 'exams.settings', 'mine.id as score_id'])
    .select((select) => select.case().when(isOutForAttempt()).then(1).else(0).end().as('is_out'))
    .where('attempts.id', '=', paper.id)
    .where('given.examiner_id', '=', examinerId)
    .where(givenReaches)
    .executeTakeFirst();
  const isBlind = (settings: string) => examSettingsSchema.parse(fromJson<unknown>(settings)).isBlind;
  const isOwn = own !== undefined && (own.score_id !== null || own.is_out === 0 || !isBlind(own.settings));
  const any = await db()
    .selectFrom('score_assignments')
    .select('kind')
    .where('exam_id', '=', paper.examId)
    .where('part', '=', paper.part)
    .where('kind', '=', 'examiner')
    .limit(1)
    .executeTakeFirst();
  const isSharedOut = any !== undefined || (await listArbitersOnly(paper.examId, paper.part)).has(examinerId);
  return { isSharedOut, kind: own && isOwn ? toKind(own.kind) : null };
}

/** True when an examiner who is named for the part reads and scores this paper of it. */
export function isGivenTo(task: Task): boolean {
  return !task.isSharedOut || task.kind !== null;
}

function toKind(kind: string): ScoreKind {
  return kind === 'arbiter' ? 'arbiter' : 'examiner';
}
