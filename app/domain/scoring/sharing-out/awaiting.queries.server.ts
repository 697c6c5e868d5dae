import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import { examSettingsSchema } from '~/domain/exam/exam-settings.schema';
import type { Part } from '~/domain/exam/parts.rules';
import { isOutForAttempt } from '~/domain/exam/released.queries.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { givenOfAttempt, givenReaches, listArbitersOnly } from '../paper/assignments.queries.server';
import { expectedExaminers, isOthersTurn } from '../paper/expected.rules';

/** What awaits one person in the parts of exams, counted by the database; the rule for a single paper is awaitsReader. */

/** Of one part of an exam. */
export type Awaiting = {
  /** The part's papers were given to examiners, each their own. */
  isSharedOut: boolean;
  /** Several are expected to mark every paper, or were asked to arbitrate: papers are nobody else's. */
  isForNamed: boolean;
  /** Whoever comes first marks it, and the owner is none of those who do. */
  isOthersTurn: boolean;
  /** The reader's own pile: given papers of a shared out part, every paper for one of several examiners; null: none. */
  mine: { done: number; total: number } | null;
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
      mine: null,
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
  const given = await db()
    .selectFrom(
      db()
        .selectFrom('score_assignments as given')
        .innerJoin('attempts', (join) =>
          join
            .onRef('attempts.exam_id', '=', 'given.exam_id')
            .onRef('attempts.part', '=', 'given.part')
            .onRef('attempts.student_id', '=', 'given.student_id'),
        )
        .leftJoin('scores', (join) =>
          join.onRef('scores.attempt_id', '=', 'attempts.id').on('scores.examiner_id', '=', actor.id),
        )
        .select(['given.exam_id', 'given.part', 'given.kind', 'attempts.settlement', 'scores.state as own'])
        .select((select) =>
          select
            .case()
            .when(select.or([select('attempts.state', '=', 'scored'), isOutForAttempt()]))
            .then(1)
            .else(0)
            .end()
            .as('is_done'),
        )
        .where('given.exam_id', 'in', examIds)
        .where('given.examiner_id', '=', actor.id)
        .where('attempts.state', 'in', HANDED_IN)
        .where(givenReaches)
        .as('given'),
    )
    .selectAll()
    .select((select) => select.fn.countAll<number>().as('count'))
    .groupBy(['exam_id', 'part', 'kind', 'settlement', 'own', 'is_done'])
    .execute();
  for (const row of given) {
    const one = of(row);
    const count = Number(row.count);
    if (row.kind === 'arbiter') {
      if (row.own !== 'final' && row.settlement === 'arbitration' && row.is_done === 0) one.toArbitrate += count;
      continue;
    }
    one.mine ??= { done: 0, total: 0 };
    one.mine.total += count;
    if (row.own === 'final' || row.is_done === 1) one.mine.done += count;
  }
  const { markedByOne, several } = await addUnsharedPiles(actor, examIds, of);
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
  exam_id: number;
  part: string;
  owner_id: number;
  settings: string;
  named: number[];
  active: number[];
};

/**
 * Where nothing was shared out and several are expected, every paper is each one's. Returns the exams where one
 * examiner marks each paper, and the parts (`examId.part`) where several do.
 */
async function addUnsharedPiles(
  actor: Pick<Actor, 'id'>,
  examIds: number[],
  of: (row: { exam_id: number; part: string }) => Awaiting,
): Promise<{ markedByOne: Set<number>; several: Set<string> }> {
  const named = await db()
    .selectFrom('exam_examiners')
    .innerJoin('exams', 'exams.id', 'exam_examiners.exam_id')
    .innerJoin('users', 'users.id', 'exam_examiners.teacher_id')
    .select(['exam_examiners.exam_id', 'exam_examiners.part', 'exam_examiners.teacher_id', 'exams.settings'])
    .select(['exams.owner_id', 'users.is_disabled', 'users.deleted_at'])
    .where('exam_examiners.exam_id', 'in', examIds)
    .execute();
  const parts = new Map<string, NamedPart>();
  for (const { teacher_id: id, is_disabled: isDisabled, deleted_at: deletedAt, ...row } of named) {
    const key = `${row.exam_id}.${row.part}`;
    const known = parts.get(key) ?? { ...row, named: [], active: [] };
    parts.set(key, known);
    known.named.push(id);
    if (isDisabled === 0 && deletedAt === null) known.active.push(id);
  }
  const mine: { exam_id: number; part: string }[] = [];
  const markedByOne = new Set<number>();
  const several = new Set<string>();
  for (const part of parts.values()) {
    const { markedBy } = examSettingsSchema.parse(fromJson<unknown>(part.settings));
    if (markedBy === 'one') markedByOne.add(part.exam_id);
    if (of(part).isSharedOut) continue;
    const arbiters = await listArbitersOnly(part.exam_id, part.part);
    of(part).isOthersTurn = isOthersTurn(part.owner_id, { active: part.active, arbiters });
    if (part.named.length < 2) continue;
    const expected = expectedExaminers({
      named: part.named,
      arbiters,
      given: [],
      isSharedOut: false,
      markedBy,
      isByKeyAlone: false,
    });
    if (expected.length > 0) several.add(`${part.exam_id}.${part.part}`);
    of(part).isForNamed = expected.length > 0 || arbiters.has(actor.id);
    if (expected.includes(actor.id)) mine.push(part);
  }
  if (mine.length === 0) return { markedByOne, several };
  const rows = await db()
    .selectFrom('attempts')
    .leftJoin('scores', (join) =>
      join
        .onRef('scores.attempt_id', '=', 'attempts.id')
        .on('scores.examiner_id', '=', actor.id)
        .on('scores.state', '=', 'final'),
    )
    .select((select) => [
      'attempts.exam_id',
      'attempts.part',
      select.fn.countAll<number>().as('total'),
      select.fn.sum<number>(select.case().when('scores.id', 'is not', null).then(1).else(0).end()).as('done'),
    ])
    .where('attempts.exam_id', 'in', [...new Set(mine.map((row) => row.exam_id))])
    .where('attempts.state', 'in', HANDED_IN)
    // What was settled without the reader, as before they were named, or came to arbitration, is none of theirs.
    .where((where) =>
      where.or([
        where('scores.id', 'is not', null),
        where.and([
          where('attempts.state', '!=', 'scored'),
          where('attempts.settlement', 'not in', ['arbitration', 'owner']),
          where.not(isOutForAttempt()),
        ]),
      ]),
    )
    .groupBy(['attempts.exam_id', 'attempts.part'])
    .execute();
  for (const row of rows) {
    if (!mine.some((one) => one.exam_id === row.exam_id && one.part === row.part)) continue;
    of(row).mine = { done: Number(row.done), total: Number(row.total) };
  }
  return { markedByOne, several };
}

/** How many papers of a part await the reader. `open`: see countOpenPapers; everybody's where nobody has a pile. */
export function awaitingCount(awaiting: Awaiting | undefined, part: { open: number; isOwner: boolean }): number {
  if (!awaiting || (!awaiting.isSharedOut && !awaiting.isForNamed && !awaiting.mine)) {
    if (!part.isOwner) return part.open - (awaiting?.closed ?? 0);
    if (awaiting?.isOthersTurn) return awaiting.toDecide;
    return part.open - (awaiting?.contested ?? 0) + (awaiting?.toDecide ?? 0);
  }
  const pile = awaiting.mine ? awaiting.mine.total - awaiting.mine.done : 0;
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
