import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import { examSettingsSchema } from '~/domain/exam/exam-settings.schema';
import type { Part } from '~/domain/exam/exam.rules';
import { isOutForAttempt } from '~/domain/exam/released.queries.server';
import type { Actor } from '~/domain/user/user.rules';
import { listArbitersOnly } from './assignments.queries.server';
import { expectedExaminers } from './expected.rules';

/** What awaits one person in the parts of exams, counted by the database; the rule for a single paper is awaitsReader. */

/** Of one part of an exam. */
export type Awaiting = {
  /** The part's papers were given to examiners, each their own. */
  isSharedOut: boolean;
  /** Several are expected to mark every paper, or were asked to arbitrate: papers are nobody else's. */
  isForNamed: boolean;
  /** The reader's own pile: given papers of a shared out part, every paper for one of several examiners; null: none. */
  mine: { done: number; total: number } | null;
  /** To arbitrate, for the reader who was asked. */
  toArbitrate: number;
  /** In arbitration, all of them: for the owner. */
  contested: number;
  /** Only the owner can settle them, or nobody who still can was asked to arbitrate. */
  toDecide: number;
  /** Handed in and given to nobody in a shared out part: for the owner. */
  unshared: number;
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
      mine: null,
      toArbitrate: 0,
      contested: 0,
      toDecide: 0,
      unshared: 0,
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
  await addUnsharedPiles(actor, examIds, of);
  const contested = await db()
    .selectFrom('attempts')
    .select((select) => [
      'exam_id',
      'part',
      'settlement',
      select
        .exists(
          select
            .selectFrom('score_assignments as asked')
            .innerJoin('users as arbiter', 'arbiter.id', 'asked.examiner_id')
            .select('asked.student_id')
            .whereRef('asked.exam_id', '=', 'attempts.exam_id')
            .whereRef('asked.part', '=', 'attempts.part')
            .whereRef('asked.student_id', '=', 'attempts.student_id')
            .where('asked.kind', '=', 'arbiter')
            // The owner asks somebody else in place of one whose account is disabled.
            .where('arbiter.is_disabled', '=', 0),
        )
        .as('has_arbiter'),
    ])
    .where('exam_id', 'in', examIds)
    .where('settlement', 'in', ['arbitration', 'owner'])
    .where((where) => where.not(isOutForAttempt()))
    .execute();
  for (const row of contested) {
    const one = of(row);
    one.contested += 1;
    if (row.settlement === 'owner' || !row.has_arbiter) one.toDecide += 1;
  }
  const unshared = await db()
    .selectFrom('attempts')
    .select((select) => ['exam_id', 'part', select.fn.countAll<number>().as('count')])
    .where('exam_id', 'in', examIds)
    .where('state', 'in', OPEN)
    .where((where) => where.not(isOutForAttempt()))
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('score_assignments as given')
            .select('given.student_id')
            .whereRef('given.exam_id', '=', 'attempts.exam_id')
            .whereRef('given.part', '=', 'attempts.part')
            .whereRef('given.student_id', '=', 'attempts.student_id')
            .where('given.kind', '=', 'examiner'),
        ),
      ),
    )
    .groupBy(['exam_id', 'part'])
    .execute();
  for (const row of unshared) {
    const one = of(row);
    if (one.isSharedOut) one.unshared = Number(row.count);
  }
  return found;
}

/** Where nothing was shared out and several are expected, every paper is each one's. */
async function addUnsharedPiles(
  actor: Pick<Actor, 'id'>,
  examIds: number[],
  of: (row: { exam_id: number; part: string }) => Awaiting,
): Promise<void> {
  const named = await db()
    .selectFrom('exam_examiners')
    .innerJoin('exams', 'exams.id', 'exam_examiners.exam_id')
    .select(['exam_examiners.exam_id', 'exam_examiners.part', 'exam_examiners.teacher_id', 'exams.settings'])
    .where('exam_examiners.exam_id', 'in', examIds)
    .execute();
  const parts = new Map<string, { exam_id: number; part: string; settings: string; named: number[] }>();
  for (const { teacher_id: id, ...row } of named) {
    const key = `${row.exam_id}.${row.part}`;
    const known = parts.get(key);
    if (known) known.named.push(id);
    else parts.set(key, { ...row, named: [id] });
  }
  const mine: { exam_id: number; part: string }[] = [];
  for (const part of parts.values()) {
    if (part.named.length < 2 || of(part).isSharedOut) continue;
    const arbiters = await listArbitersOnly(part.exam_id, part.part);
    const expected = expectedExaminers({
      named: part.named,
      arbiters,
      given: [],
      isSharedOut: false,
      markedBy: examSettingsSchema.parse(fromJson<unknown>(part.settings)).markedBy,
      isByKeyAlone: false,
    });
    of(part).isForNamed = expected.length > 0 || arbiters.has(actor.id);
    if (expected.includes(actor.id)) mine.push(part);
  }
  if (mine.length === 0) return;
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
      // What is scored or out, or waits for an arbiter, waits for none of its examiners.
      select.fn
        .sum<number>(
          select
            .case()
            .when(
              select.or([
                select('scores.id', 'is not', null),
                select('attempts.state', '=', 'scored'),
                select('attempts.settlement', 'in', ['arbitration', 'owner']),
                isOutForAttempt(),
              ]),
            )
            .then(1)
            .else(0)
            .end(),
        )
        .as('done'),
    ])
    .where('attempts.exam_id', 'in', [...new Set(mine.map((row) => row.exam_id))])
    .where('attempts.state', 'in', HANDED_IN)
    .groupBy(['attempts.exam_id', 'attempts.part'])
    .execute();
  for (const row of rows) {
    if (!mine.some((one) => one.exam_id === row.exam_id && one.part === row.part)) continue;
    of(row).mine = { done: Number(row.done), total: Number(row.total) };
  }
}

/** How many papers of a part await the reader. `open`: see countOpenPapers; everybody's where nobody has a pile. */
export function awaitingCount(awaiting: Awaiting | undefined, part: { open: number; isOwner: boolean }): number {
  if (!awaiting || (!awaiting.isSharedOut && !awaiting.isForNamed && !awaiting.mine)) {
    return part.open - (part.isOwner ? (awaiting?.contested ?? 0) - (awaiting?.toDecide ?? 0) : 0);
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
