import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import type { Actor } from '~/domain/actor/actor.rules';
import { notFound } from '~/lib/errors';
import { practicePath, targetKey, targetOf, type Target } from './practice.rules';
import { describeTargets, type TargetHead } from './target.queries.server';

/** What the first try of a run at a target came to. */
export type RunResult = {
  practiceId: number;
  isRight: boolean | null;
  score: number | null;
  selfRating: number | null;
  createdAt: number;
};

export type RunItem = TargetHead & { position: number; result: RunResult | null };

export type RunView = {
  id: number;
  title: string;
  createdAt: number;
  endedAt: number | null;
  items: RunItem[];
};

/**
 * An own run with what became of each of its questions. The first try counts: a second one comes after the answer
 * was seen.
 * @throws AppError not_found for another student's
 */
export async function getRun(actor: Actor, id: number, now: number): Promise<RunView> {
  const row = await db()
    .selectFrom('practice_runs')
    .selectAll()
    .where('id', '=', id)
    .where('student_id', '=', actor.id)
    .executeTakeFirst();
  if (!row) throw notFound('练习');
  const targets = fromJson<Target[]>(row.targets);
  const [heads, results] = await Promise.all([describeTargets(actor, targets, now), firstResults(actor, id)]);
  return {
    id: row.id,
    title: row.title,
    createdAt: row.created_at,
    endedAt: row.ended_at,
    items: targets.flatMap((target, index) => {
      const head = heads.get(targetKey(target));
      if (!head) return [];
      const result = results.get(head.key) ?? null;
      return [{ ...head, position: index + 1, result: result && head.isClosed ? withoutVerdict(result) : result }];
    }),
  };
}

/** That it was tried, and nothing of what it came to. */
function withoutVerdict(result: RunResult): RunResult {
  return { ...result, isRight: null, score: null, selfRating: null };
}

async function firstResults(actor: Actor, runId: number): Promise<Map<string, RunResult>> {
  const rows = await db()
    .selectFrom('practices')
    .select(['id', 'question_id', 'item_id', 'is_right', 'score', 'self_rating', 'created_at'])
    .where('run_id', '=', runId)
    .where('student_id', '=', actor.id)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const first = new Map<string, RunResult>();
  for (const row of rows) {
    const key = targetKey(targetOf(row));
    if (first.has(key)) continue;
    first.set(key, {
      practiceId: row.id,
      isRight: row.is_right === null ? null : row.is_right === 1,
      score: row.score,
      selfRating: row.self_rating,
      createdAt: row.created_at,
    });
  }
  return first;
}

/** The next question of a run that can be practised and was not, from a place on and then from the start. */
export function nextOpen(run: RunView, after = 0): RunItem | null {
  const open = run.items.filter((item) => item.isAvailable && item.result === null);
  return open.find((item) => item.position > after) ?? open[0] ?? null;
}

/** The actor's runs that were not finished, newest first: the hub offers to go on. */
export async function listUnfinishedRuns(actor: Actor, now: number, limit = 3): Promise<RunView[]> {
  const rows = await db()
    .selectFrom('practice_runs')
    .select('id')
    .where('student_id', '=', actor.id)
    .where('ended_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return Promise.all(rows.map((row) => getRun(actor, row.id, now)));
}

/** Where a practice page stands in its run. */
export type RunPlace = {
  id: number;
  title: string;
  position: number;
  count: number;
  isEnded: boolean;
  items: {
    key: string;
    position: number;
    href: string;
    title: string;
    isAvailable: boolean;
    isInTrash: boolean;
    result: RunResult | null;
  }[];
  /** Null at the first and at the last question. */
  previousHref: string | null;
  nextHref: string | null;
};

/**
 * The place of a target in an own run; what was practised in it already is shown again, not asked again.
 * @throws AppError not_found for another student's run or a target that is not in it
 */
export async function getRunPlace(actor: Actor, runId: number, target: Target, now: number): Promise<RunPlace> {
  const run = await getRun(actor, runId, now);
  const own = run.items.find((item) => item.key === targetKey(target));
  if (!own) throw notFound('练习');
  const items = run.items.map(({ key, position, title, isAvailable, isInTrash, result, bank, target: each }) => ({
    key,
    position,
    title,
    isAvailable,
    isInTrash,
    result,
    href: practicePath(bank, each, { run: run.id, done: bank === 'oral' ? null : result?.practiceId }),
  }));
  const open = items.filter((item) => item.isAvailable);
  return {
    id: run.id,
    title: run.title,
    position: own.position,
    count: run.items.length,
    isEnded: run.endedAt !== null,
    items,
    previousHref: open.filter((item) => item.position < own.position).pop()?.href ?? null,
    nextHref: open.find((item) => item.position > own.position)?.href ?? null,
  };
}
