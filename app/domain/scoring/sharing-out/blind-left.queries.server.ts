import type { Selectable } from 'kysely';
import { db } from '~/db/db.server';
import { classroomThen } from '~/domain/classroom/members-then.server';
import { fromJson } from '~/db/json';
import type { ExamsTable } from '~/db/tables/exams';
import type { Actor } from '~/domain/actor/actor.rules';
import { READ_BY_NAME } from '~/domain/exam/blind.rules';
import { partsOf, type TestType } from '~/domain/exam/parts.rules';
import type { ExamStatus } from '~/domain/exam/states.rules';
import { AppError } from '~/lib/errors';
import { listMarkedByKeyAlone } from '../paper/scoring-items.queries.server';
import { awaitingCount, countAwaiting, countOpenPapers } from './awaiting.queries.server';

type BlindExam = { id: number; testType: TestType; settings: { isBlind: boolean } };
type OwnedExam = BlindExam & { ownerId: number; status: ExamStatus };

/** What is asked here of an exam, from its row. */
export function asOwnedExam(
  row: Pick<Selectable<ExamsTable>, 'id' | 'owner_id' | 'status' | 'test_type' | 'settings'>,
): OwnedExam {
  return {
    ...{ id: row.id, ownerId: row.owner_id, status: row.status as ExamStatus, testType: row.test_type as TestType },
    settings: fromJson<{ isBlind: boolean }>(row.settings),
  };
}

/** Why how far papers of a blind exam are, and what they came to, stands beside no name. */
export type BlindHold = {
  /**
   * How many papers have no result yet, whoever is to mark them; after the release those of re-sits. Every one may still
   * come before the owner, who arbitrates and decides by the code, and would know it by what was read by name before.
   */
  left: number;
  /** The owner marks papers too, and may change those marks until the release: until then that is theirs by code alone. */
  isMarker: boolean;
};

/** Whether names and marks of an exam are kept apart from its owner now, and why. Asks no rights. */
export async function findBlindHold(exam: OwnedExam): Promise<BlindHold> {
  if (!exam.settings.isBlind) return { left: 0, isMarker: false };
  const left = (await countEachLeft([exam])).get(exam.id) ?? 0;
  return { left, isMarker: exam.status !== 'released' && (await isOwnerMarking(exam)) };
}

export const isHeld = ({ left, isMarker }: BlindHold) => left > 0 || isMarker;

/**
 * Whether the owner is an examiner of papers that need a hand, or has marked one, if only in a draft. What keys mark
 * alone bears the owner's name and is nobody's mark.
 */
async function isOwnerMarking(exam: OwnedExam): Promise<boolean> {
  const named = await db()
    .selectFrom('exam_examiners')
    .select('part')
    .where('exam_id', '=', exam.id)
    .where('teacher_id', '=', exam.ownerId)
    .execute();
  const rows = await db()
    .selectFrom('attempts')
    .leftJoin('scores', (join) =>
      join.onRef('scores.attempt_id', '=', 'attempts.id').on('scores.examiner_id', '=', exam.ownerId),
    )
    .select(['attempts.id', 'attempts.part', 'scores.id as score_id'])
    .where('attempts.exam_id', '=', exam.id)
    .where('attempts.state', '!=', 'in_progress')
    .execute();
  const isOwn = (row: (typeof rows)[number]) => row.score_id !== null || named.some(({ part }) => part === row.part);
  for (const part of partsOf(exam.testType)) {
    const own = rows.filter((row) => row.part === part && isOwn(row));
    if (own.length === 0) continue;
    const byKeyAlone = await listMarkedByKeyAlone(exam.id, part);
    if (own.some(({ id }) => !byKeyAlone.has(id))) return true;
  }
  return false;
}

/**
 * An owner who does not mark reads marks by name once every paper has its result, and from then on neither marks nor
 * rules: only what comes to wait again is theirs to decide, and closes the lists again.
 */
export async function isReadByName(actor: Pick<Actor, 'id'>, exam: OwnedExam): Promise<boolean> {
  if (!exam.settings.isBlind || exam.ownerId !== actor.id || exam.status === 'released') return false;
  return !isHeld(await findBlindHold(exam));
}

/**
 * Whether the owner of a blind exam has had this paper's result before them by name: it was out, and was taken back
 * since. From then on they mark it no more.
 */
export async function wasReadByName(
  actor: Pick<Actor, 'id'>,
  exam: OwnedExam,
  paper: { studentId: number; submittedAt: number | null },
): Promise<boolean> {
  if (!exam.settings.isBlind || exam.ownerId !== actor.id) return false;
  const takenBack = await db()
    .selectFrom('audit_entries')
    .select(['at', 'detail'])
    .where('entity', '=', 'exam')
    .where('entity_id', '=', String(exam.id))
    .where('action', '=', 'exam.unrelease')
    .where('at', '>=', paper.submittedAt ?? Infinity)
    .execute();
  if (takenBack.length === 0) return false;
  const { classroomId } = await db()
    .selectFrom('users')
    .select(classroomThen(exam.id).as('classroomId'))
    .where('users.id', '=', paper.studentId)
    .executeTakeFirstOrThrow();
  return takenBack.some(({ detail }) => {
    const { classIds } = fromJson<{ classIds?: number[] }>(detail);
    return classIds === undefined || classIds.includes(classroomId ?? 0);
  });
}

/** @throws AppError conflict for an owner who may read marks by name (isReadByName) */
export async function refuseReadByName(actor: Pick<Actor, 'id'>, exam: OwnedExam): Promise<void> {
  if (await isReadByName(actor, exam)) throw new AppError('conflict', READ_BY_NAME);
}

/** How many papers of several exams have no result, those that are not blind left out; one query, however many there are. */
async function countEachLeft(exams: BlindExam[]): Promise<Map<number, number>> {
  const blind = exams.filter(({ settings }) => settings.isBlind);
  if (blind.length === 0) return new Map();
  const open = await countOpenPapers(blind.map(({ id }) => id));
  return new Map(
    blind.map(({ id, testType }) => [
      id,
      partsOf(testType).reduce((sum, part) => sum + (open.get(`${id}.${part}`) ?? 0), 0),
    ]),
  );
}

/**
 * Of which exams it is held back from a reader what they came to, class by class or as a whole, until they are released.
 * A blind exam's figures move with every mark, and say of a paper's code in which class it is and what others gave it:
 * its owner reads them once every paper has its result, unless they mark too (see findBlindHold). Of any other an examiner reads what their marks and those
 * of others have settled once nothing awaits their mark, nor that of whoever comes first among them: nobody is told how
 * others mark what they may still mark.
 */
export async function listFiguresHeldBack(actor: Pick<Actor, 'id'>, exams: OwnedExam[]): Promise<Set<number>> {
  const closed = exams.filter(({ status }) => status !== 'released');
  const isOwn = ({ ownerId }: OwnedExam) => ownerId === actor.id;
  const blind = closed.filter(({ settings }) => settings.isBlind);
  const left = await countEachLeft(blind.filter(isOwn));
  const others = closed.filter((exam) => !exam.settings.isBlind && !isOwn(exam));
  const unmarked = await listStillMarked(actor, others);
  const held = [];
  for (const exam of blind) {
    if (!isOwn(exam) || (left.get(exam.id) ?? 0) > 0 || (await isOwnerMarking(exam))) held.push(exam);
  }
  return new Set([...held, ...unmarked].map(({ id }) => id));
}

/**
 * The exams in which papers wait for the reader's mark: of their own pile, to arbitrate, or for whoever comes first of
 * those who mark their part.
 */
async function listStillMarked(actor: Pick<Actor, 'id'>, exams: OwnedExam[]): Promise<OwnedExam[]> {
  const ids = exams.map(({ id }) => id);
  if (ids.length === 0) return [];
  const named = await db()
    .selectFrom('exam_examiners')
    .select(['exam_id', 'part'])
    .where('teacher_id', '=', actor.id)
    .where('exam_id', 'in', ids)
    .execute();
  const own = new Set(named.map((row) => `${row.exam_id}.${row.part}`));
  const [awaiting, open] = [await countAwaiting(actor, ids), await countOpenPapers(ids)];
  return exams.filter(({ id, testType }) =>
    partsOf(testType).some((part) => {
      const key = `${id}.${part}`;
      return own.has(key) && awaitingCount(awaiting.get(key), { open: open.get(key) ?? 0, isOwner: false }) > 0;
    }),
  );
}
