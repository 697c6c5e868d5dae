import { db } from '~/db/db.server';
import type { Actor } from '~/domain/user/user.rules';
import { randomFrom, shuffled, type Seed } from '~/lib/shuffle';
import { listDirectoryIds } from './directory.queries.server';
import { allotPools, MAX_POOL, type DrawFilter, type DrawRule, type DrawSupply } from './draw.rules';
import { isReadableBy } from './question-access.server';

/** The questions a rule would draw from, ids in order; directories are the actor's own. */
async function findCandidates(actor: Actor, rule: DrawFilter): Promise<number[]> {
  let query = db()
    .selectFrom('questions')
    .select('questions.id')
    .where('questions.bank', '=', rule.bank)
    .where('questions.deleted_at', 'is', null)
    .orderBy('questions.id');
  query =
    rule.scope === 'mine'
      ? query.where('questions.owner_id', '=', actor.id)
      : query.where((eb) => isReadableBy(actor)(eb));
  if (rule.kind !== '') query = query.where('questions.kind', '=', rule.kind);
  if (rule.level !== null) query = query.where('questions.level', '=', rule.level);
  if (rule.directoryId !== null) {
    query = query.where('questions.directory_id', 'in', await listDirectoryIds(actor, rule.directoryId));
  }
  return (await query.execute()).map((row) => row.id);
}

/** Per rule the questions it draws from, and how that came about. */
export type Pool = DrawSupply & { questionIds: number[] };

/**
 * The pools of rules that make one paper together: no question in two of them, none that is `excluded` (in the paper
 * already). The seed decides which questions stay where there are more than MAX_POOL.
 */
export async function findPools(
  actor: Actor,
  rules: DrawRule[],
  excluded: ReadonlySet<number>,
  seed: Seed,
): Promise<Pool[]> {
  const candidates: number[][] = [];
  for (const rule of rules) {
    candidates.push((await findCandidates(actor, rule)).filter((id) => !excluded.has(id)));
  }
  const random = randomFrom(seed);
  return allotPools(
    candidates,
    rules.map((rule) => rule.count),
  ).map((pool, index) => ({
    questionIds: pool.length > MAX_POOL ? shuffled(pool, random).slice(0, MAX_POOL) : pool,
    candidates: candidates[index]?.length ?? 0,
    pool: pool.length,
  }));
}

/** One draw of every rule's count from its pool, in the order of the rules. Pools that are too small give what they have. */
export function drawFrom(rules: DrawRule[], pools: Pool[], seed: Seed): { questionId: number; points: number }[] {
  const random = randomFrom(seed);
  return rules.flatMap((rule, index) =>
    shuffled(pools[index]?.questionIds ?? [], random)
      .slice(0, rule.count)
      .map((questionId) => ({ questionId, points: rule.points })),
  );
}
