import { db } from '~/db/db.server';
import { closedQuestionIds } from '~/domain/exam/closed-questions.queries.server';
import { BANKS, type Bank } from '~/domain/question-bank/question.schema';
import type { Actor } from '~/domain/actor/actor.rules';
import { pageOffset, type Page, type PageInput } from '~/lib/page';
import { isTryClosed } from './closed-tries.queries.server';
import { targetKey, targetOf } from './practice.rules';
import { countPeriods, periodsBegin, type Period } from './progress.rules';
import { describeTargets, type TargetHead } from './target.queries.server';

export type BankTotal = {
  bank: Bank;
  tries: number;
  /** Different questions. */
  questions: number;
  judged: number;
  right: number;
};

/** What the actor has practised in each bank so far. No verdict on what is in an exam to sit is counted. */
export async function listBankTotals(actor: Actor, now: number): Promise<BankTotal[]> {
  const isClosed = isTryClosed(await closedQuestionIds(actor, now));
  const rows = await db()
    .selectFrom('practices')
    .where('student_id', '=', actor.id)
    .where('deleted_at', 'is', null)
    .groupBy('bank')
    .select((eb) => [
      'bank',
      eb.fn.countAll<number>().as('tries'),
      eb.fn.count<number>('question_id').distinct().as('questions'),
      eb.fn.count<number>('item_id').distinct().as('items'),
      eb.fn
        .count<number>(
          eb
            .case()
            .when(eb.not(isClosed(eb)))
            .then(eb.ref('is_right'))
            .end(),
        )
        .as('judged'),
      eb.fn
        .sum<number | null>(
          eb
            .case()
            .when(eb.not(isClosed(eb)))
            .then(eb.ref('is_right'))
            .end(),
        )
        .as('right'),
    ])
    .execute();
  return BANKS.map((bank) => {
    const row = rows.find((one) => one.bank === bank);
    return {
      bank,
      tries: row?.tries ?? 0,
      questions: (row?.questions ?? 0) + (row?.items ?? 0),
      judged: row?.judged ?? 0,
      right: Number(row?.right ?? 0),
    };
  });
}

/** The actor's practice by week or day, for the chart and its table; no verdict on what is in an exam to sit. */
export async function listPeriods(
  actor: Actor,
  input: { unit: 'week' | 'day'; count: number; now: number; timeZone: string },
): Promise<Period[]> {
  const isClosed = isTryClosed(await closedQuestionIds(actor, input.now));
  const rows = await db()
    .selectFrom('practices')
    .select(['bank', 'created_at'])
    .select((eb) =>
      eb
        .case()
        .when(eb.not(isClosed(eb)))
        .then(eb.ref('is_right'))
        .end()
        .as('is_right'),
    )
    .where('student_id', '=', actor.id)
    .where('deleted_at', 'is', null)
    .where('created_at', '>=', periodsBegin(input.now, input.unit, input.count))
    .execute();
  return countPeriods(
    rows.map((row) => ({
      bank: row.bank as Bank,
      isRight: row.is_right === null ? null : row.is_right === 1,
      createdAt: row.created_at,
    })),
    input,
  );
}

export type RecentTry = {
  id: number;
  head: TargetHead | null;
  bank: Bank;
  isRight: boolean | null;
  score: number | null;
  selfRating: number | null;
  durationMs: number;
  createdAt: number;
};

/** The actor's tries, newest first, by page; of a question that is in an exam to sit only that it was practised. */
export async function listRecentTries(
  actor: Actor,
  input: PageInput & { bank?: Bank },
  now: number,
): Promise<Page<RecentTry>> {
  const own = db()
    .selectFrom('practices')
    .where('student_id', '=', actor.id)
    .where('deleted_at', 'is', null)
    .$if(input.bank !== undefined, (query) => query.where('bank', '=', input.bank ?? ''));
  const { totalCount } = await own.select((eb) => eb.fn.countAll<number>().as('totalCount')).executeTakeFirstOrThrow();
  const rows = await own
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(input.pageSize)
    .offset(pageOffset(input))
    .execute();
  const heads = await describeTargets(actor, rows.map(targetOf), now);
  return {
    rows: rows.map((row) => {
      const head = heads.get(targetKey(targetOf(row))) ?? null;
      const isOpen = !head?.isClosed;
      return {
        id: row.id,
        head,
        bank: row.bank as Bank,
        isRight: row.is_right === null || !isOpen ? null : row.is_right === 1,
        score: isOpen ? row.score : null,
        selfRating: isOpen ? row.self_rating : null,
        durationMs: row.duration_ms,
        createdAt: row.created_at,
      };
    }),
    totalCount,
    pageSize: input.pageSize,
    currentPage: input.currentPage,
  };
}

/** How often a question was practised and what the last try came to. */
export type QuestionProgress = {
  tries: number;
  last: { isRight: boolean | null; score: number | null; selfRating: number | null };
};

/** The actor's progress with questions, for lists; those never practised are missing. */
export async function progressOf(actor: Actor, questionIds: number[]): Promise<Map<number, QuestionProgress>> {
  const found = new Map<number, QuestionProgress>();
  if (questionIds.length === 0) return found;
  const rows = await db()
    .selectFrom('practices')
    .select(['question_id', 'is_right', 'score', 'self_rating'])
    .where('student_id', '=', actor.id)
    .where('question_id', 'in', questionIds)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  for (const row of rows) {
    const id = row.question_id ?? 0;
    found.set(id, {
      tries: (found.get(id)?.tries ?? 0) + 1,
      last: {
        isRight: row.is_right === null ? null : row.is_right === 1,
        score: row.score,
        selfRating: row.self_rating,
      },
    });
  }
  return found;
}
