import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import { examSettingsSchema } from '~/domain/exam/exam-settings.schema';
import type { Part } from '~/domain/exam/parts.rules';
import { isOutForAttempt } from '~/domain/exam/released.queries.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { groupBy } from '~/lib/group-by';
import { givenOfAttempt, givenReaches } from '../paper/assignments.queries.server';
import { expectedExaminers, isOthersTurn } from '../paper/expected.rules';
import type { Settlement } from '../paper/settlement.rules';
import { isKnownTo, pileOf, progressOf, type Progress } from '../paper/share-out.rules';

/** What awaits one person in the parts of exams, counted by the database; the rule for a single paper is awaitsReader. */

/** Of one part of an exam. */
export type Awaiting = {
  /** The part's papers were given to examiners, each their own. */
  isSharedOut: boolean;
  /** Several are expected to mark every paper, or were asked to arbitrate: papers are nobody else's. */
  isForNamed: boolean;
  /** Whoever comes first marks it, and the owner is none of those who do. */
  isOthersTurn: boolean;
  /** Of the papers that they have to do with, see progressOf. */
  progress: Progress;
  /** To arbitrate, for the reader who was asked. */
  toArbitrate: number;
  /** In arbitration, all of them: for the owner. */
  contested: number;
  /** Only the owner can settle them, or nobody was asked to arbitrate who still can. */
  toDecide: number;
  /** Handed in and given to nobody in a shared out part, or waiting for an account that is disabled: for the owner. */
  unshared: number;
  /** In arbitration without the reader: scored by them, or by others where one examiner marks each paper. */
  closed: number;
};

const OPEN = ['submitted', 'auto_submitted'];
const HANDED_IN = [...OPEN, 'scored'];

/**
 * Papers that can still be scored, by `examId.part`: handed in, not scored, and their results not out. After the
 * release those of re-sits. Asks no rights.
 */
export async function countOpenPapers(examIds: number[]): Promise<Map<string, number>> {
  if (examIds.length === 0) return new Map();
  const rows = await db()
    .selectFrom('attempts')
    .select((select) => ['exam_id', 'part', select.fn.countAll<number>().as('count')])
    .where('exam_id', 'in', examIds)
    .where('state', 'in', OPEN)
    .where((where) => where.not(isOutForAttempt()))
    .groupBy(['exam_id', 'part'])
    .execute();
  return new Map(rows.map((row) => [`${row.exam_id}.${row.part}`, Number(row.count)]));
}

/** What awaits the reader, by `examId.part`. Parts without papers are left out. Asks no rights. */
export async function countAwaiting(actor: Pick<Actor, 'id'>, examIds: number[]): Promise<Map<string, Awaiting>> {
  const found = new Map<string, Awaiting>();
  if (examIds.length === 0) return found;
  const of = (row: { exam_id: number; part: string }): Awaiting => {
    const key = `${row.exam_id}.${row.part}`;
    const one = found.get(key) ?? {
      isSharedOut: false,
      isForNamed: false,
      isOthersTurn: false,
      progress: { done: 0, total: 0, mine: null },
      toArbitrate: 0,
      contested: 0,
      toDecide: 0,
      unshared: 0,
      closed: 0,
    };
    found.set(key, one);
    return one;
  };
  const shared = await db()
    .selectFrom('score_assignments')
    .select(['exam_id', 'part'])
    .distinct()
    .where('exam_id', 'in', examIds)
    .where('kind', '=', 'examiner')
    .execute();
  for (const row of shared) of(row).isSharedOut = true;
  const parts = await listNamedParts(examIds);
  const markedByOne = new Set(parts.filter((part) => part.markedBy === 'one').map((part) => part.examId));
  const several = new Set<string>();
  const expecting = new Set<string>();
  for (const { examId, part, ownerId, named, active, arbiters, markedBy } of parts) {
    const key = `${examId}.${part}`;
    const one = of({ exam_id: examId, part });
    if (one.isSharedOut) continue;
    one.isOthersTurn = isOthersTurn(ownerId, { active, arbiters });
    if (named.length < 2) continue;
    const unshared = { given: [], isSharedOut: false, isByKeyAlone: false, fixed: null };
    const expected = expectedExaminers({ ...unshared, named, arbiters, markedBy });
    if (expected.length > 0) several.add(key);
    if (expected.includes(actor.id)) expecting.add(key);
    one.isForNamed = expected.length > 0 || arbiters.has(actor.id);
  }
  await addProgress(actor, examIds, { parts, expecting }, of);
  const contested = await db()
    .selectFrom('attempts')
    .select((select) => [
      'exam_id',
      'part',
      'settlement',
      select
        .exists(
          givenOfAttempt(select, 'arbiter')
            .innerJoin('users', 'users.id', 'given.examiner_id')
            .where('users.is_disabled', '=', 0)
            .where('users.deleted_at', 'is', null),
        )
        .as('has_arbiter'),
      select.exists(givenOfAttempt(select, 'arbiter').where('given.examiner_id', '=', actor.id)).as('is_asked'),
      select
        .exists(
          select
            .selectFrom('scores')
            .select('scores.id')
            .whereRef('scores.attempt_id', '=', 'attempts.id')
            .where('scores.examiner_id', '=', actor.id)
            .where('scores.state', '=', 'final'),
        )
        .as('has_own'),
    ])
    .where('exam_id', 'in', examIds)
    .where('settlement', 'in', ['arbitration', 'owner'])
    .where((where) => where.not(isOutForAttempt()))
    .execute();
  for (const row of contested) {
    const one = of(row);
    one.contested += 1;
    if (row.settlement === 'owner' || !row.has_arbiter) one.toDecide += 1;
    if (row.has_own || (markedByOne.has(row.exam_id) && !row.is_asked)) one.closed += 1;
  }
  await addUnshared(examIds, several, of);
  return found;
}

/** Papers that wait for somebody who is not there: given to nobody, or to an account that is disabled. */
async function addUnshared(
  examIds: number[],
  several: Set<string>,
  of: (row: { exam_id: number; part: string }) => Awaiting,
): Promise<void> {
  const unshared = await db()
    .selectFrom('attempts')
    .select((select) => ['exam_id', 'part', select.fn.countAll<number>().as('count')])
    .where('exam_id', 'in', examIds)
    .where('state', 'in', OPEN)
    .where((where) => where.not(isOutForAttempt()))
    .where((where) => where.not(where.exists(givenOfAttempt(where, 'examiner'))))
    .groupBy(['exam_id', 'part'])
    .execute();
  for (const row of unshared) {
    const one = of(row);
    if (one.isSharedOut) one.unshared = Number(row.count);
  }
  const gone = await db()
    .selectFrom('attempts')
    .innerJoin('exam_examiners as named', (join) =>
      join.onRef('named.exam_id', '=', 'attempts.exam_id').onRef('named.part', '=', 'attempts.part'),
    )
    .innerJoin('users', 'users.id', 'named.teacher_id')
    .leftJoin('score_assignments as given', (join) =>
      join
        .onRef('given.exam_id', '=', 'attempts.exam_id')
        .onRef('given.part', '=', 'attempts.part')
        .onRef('given.student_id', '=', 'attempts.student_id')
        .onRef('given.examiner_id', '=', 'named.teacher_id')
        .on('given.kind', '=', 'examiner'),
    )
    .select(['attempts.id', 'attempts.exam_id', 'attempts.part', 'given.examiner_id as given_to'])
    .where('attempts.exam_id', 'in', examIds)
    .where('attempts.state', 'in', OPEN)
    .where('attempts.settlement', 'not in', ['arbitration', 'owner'])
    .where('named.only_arbitrates', '=', 0)
    .where((where) => where.or([where('users.is_disabled', '=', 1), where('users.deleted_at', 'is not', null)]))
    .where((where) => where.not(isOutForAttempt()))
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('scores')
            .select('scores.id')
            .whereRef('scores.attempt_id', '=', 'attempts.id')
            .whereRef('scores.examiner_id', '=', 'named.teacher_id')
            .where('scores.state', '=', 'final'),
        ),
      ),
    )
    .execute();
  const counted = new Set<number>();
  for (const row of gone) {
    const one = of(row);
    const waits = one.isSharedOut ? row.given_to !== null : several.has(`${row.exam_id}.${row.part}`);
    if (waits && !counted.has(row.id)) one.unshared += 1;
    if (waits) counted.add(row.id);
  }
}

/** Who is named for a part of an exam, and which of their accounts are in use. */
type NamedPart = {
  examId: number;
  part: string;
  ownerId: number;
  markedBy: 'all' | 'one';
  named: number[];
  active: number[];
  /** Of those named the ones who only arbitrate. */
  arbiters: Set<number>;
};

async function listNamedParts(examIds: number[]): Promise<NamedPart[]> {
  const rows = await db()
    .selectFrom('exam_examiners')
    .innerJoin('exams', 'exams.id', 'exam_examiners.exam_id')
    .innerJoin('users', 'users.id', 'exam_examiners.teacher_id')
    .select(['exam_examiners.exam_id', 'exam_examiners.part', 'exam_examiners.teacher_id', 'exams.settings'])
    .select(['exam_examiners.only_arbitrates', 'exams.owner_id', 'users.is_disabled', 'users.deleted_at'])
    .where('exam_examiners.exam_id', 'in', examIds)
    .execute();
  const parts = groupBy(rows, (row) => `${row.exam_id}.${row.part}`);
  return [...parts.values()].flatMap(([first, ...others]): NamedPart[] => {
    if (!first) return [];
    const all = [first, ...others];
    const idsOf = (some: typeof all) => some.map((row) => row.teacher_id);
    return [
      {
        ...{ examId: first.exam_id, part: first.part, ownerId: first.owner_id },
        markedBy: examSettingsSchema.parse(fromJson<unknown>(first.settings)).markedBy,
        named: idsOf(all),
        active: idsOf(all.filter((row) => row.is_disabled === 0 && row.deleted_at === null)),
        arbiters: new Set(idsOf(all.filter((row) => row.only_arbitrates === 1))),
      },
    ];
  });
}

/**
 * How far the papers are that the reader has to do with, and how many they were asked to arbitrate. `expecting`: parts
 * (`examId.part`) where they are one of several who mark every paper.
 */
async function addProgress(
  actor: Pick<Actor, 'id'>,
  examIds: number[],
  { parts, expecting }: { parts: NamedPart[]; expecting: ReadonlySet<string> },
  of: (row: { exam_id: number; part: string }) => Awaiting,
): Promise<void> {
  const onlyArbitrates = new Set(
    parts.filter((one) => one.arbiters.has(actor.id)).map(({ examId, part }) => `${examId}.${part}`),
  );
  const rows = await db()
    .selectFrom(
      db()
        .selectFrom('attempts')
        .innerJoin('exams', 'exams.id', 'attempts.exam_id')
        .leftJoin('score_assignments as given', (join) =>
          join
            .onRef('given.exam_id', '=', 'attempts.exam_id')
            .onRef('given.part', '=', 'attempts.part')
            .onRef('given.student_id', '=', 'attempts.student_id')
            .on('given.examiner_id', '=', actor.id)
            .on(givenReaches),
        )
        .leftJoin('scores', (join) =>
          join.onRef('scores.attempt_id', '=', 'attempts.id').on('scores.examiner_id', '=', actor.id),
        )
        .select(['attempts.exam_id', 'attempts.part', 'attempts.state', 'attempts.settlement'])
        .select(['exams.owner_id', 'exams.settings', 'given.kind', 'scores.state as own'])
        .select((select) =>
          select
            .case()
            // Of what is scored and was not given it makes no difference.
            .when(select.or([select('attempts.state', '!=', 'scored'), select('given.kind', 'is not', null)]))
            .then(select.case().when(isOutForAttempt()).then(1).else(0).end())
            .else(0)
            .end()
            .as('is_out'),
        )
        .where('attempts.exam_id', 'in', examIds)
        .where('attempts.state', 'in', HANDED_IN)
        .as('papers'),
    )
    .selectAll()
    .select((select) => select.fn.countAll<number>().as('count'))
    .groupBy(['exam_id', 'part', 'state', 'settlement', 'owner_id', 'settings', 'kind', 'own', 'is_out'])
    .execute();
  for (const [key, some] of groupBy(rows, (row) => `${row.exam_id}.${row.part}`)) {
    const [first] = some;
    if (!first) continue;
    const one = of(first);
    const { isBlind } = examSettingsSchema.parse(fromJson<unknown>(first.settings));
    const hasOwnPile = first.owner_id !== actor.id && (one.isSharedOut || onlyArbitrates.has(key));
    const papers = some.map(({ own, kind, count, ...row }) => ({
      settlement: row.settlement as Settlement,
      ownScore: own === null ? ('none' as const) : own === 'final' ? ('final' as const) : ('draft' as const),
      task: kind === null ? null : kind === 'arbiter' ? ('arbiter' as const) : ('examiner' as const),
      isScored: row.state === 'scored',
      isOut: row.is_out === 1,
      ...{ hasOwnPile, isBlind, isExpected: expecting.has(key), count: Number(count) },
    }));
    const known = papers.filter(isKnownTo);
    one.progress = progressOf(known.map((paper) => ({ ...paper, pile: pileOf(paper) })));
    for (const { task, ownScore, settlement, isScored, isOut, count } of papers) {
      const isAsked = task === 'arbiter' && settlement === 'arbitration' && !isScored && !isOut;
      if (isAsked && ownScore !== 'final') one.toArbitrate += count;
    }
  }
}

/** How many papers of a part await the reader. `open`: see countOpenPapers; everybody's where nobody has a pile. */
export function awaitingCount(awaiting: Awaiting | undefined, part: { open: number; isOwner: boolean }): number {
  if (!awaiting || (!awaiting.isSharedOut && !awaiting.isForNamed && !awaiting.progress.mine)) {
    if (!part.isOwner) return part.open - (awaiting?.closed ?? 0);
    if (awaiting?.isOthersTurn) return awaiting.toDecide;
    return part.open - (awaiting?.contested ?? 0) + (awaiting?.toDecide ?? 0);
  }
  const { mine } = awaiting.progress;
  const pile = mine ? mine.total - mine.done : 0;
  return pile + awaiting.toArbitrate + (part.isOwner ? awaiting.toDecide : 0);
}

/** Of the open papers of an exam's parts those that await one of its examiners. Asks no rights. */
export async function countAwaitingExaminer(
  exam: { id: number },
  examinerId: number,
  open: { part: Part; count: number }[],
): Promise<{ part: Part; count: number }[]> {
  const awaiting = await countAwaiting({ id: examinerId }, [exam.id]);
  return open.map(({ part, count }) => ({
    part,
    count: awaitingCount(awaiting.get(`${exam.id}.${part}`), { open: count, isOwner: false }),
  }));
}
