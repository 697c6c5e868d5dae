import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import type { Actor } from '~/domain/actor/actor.rules';
import { randomFrom, shuffled, type Seed } from '~/lib/shuffle';
import { listDirectoryIds } from './directory.queries.server';
import { allotPools, MAX_POOL, type DrawFilter, type DrawRule, type DrawSupply } from './draw.rules';
import { duplicateKey } from './import.rules';
import { isReadableBy } from './question-access.server';
import type { BankedBody } from './question.schema';

/** The questions a rule would draw from, the own ones first, ids in order; directories are the actor's own. */
async function findCandidates(actor: Actor, rule: DrawFilter): Promise<number[]> {
  let query = db()
    .selectFrom('questions')
    .select('questions.id')
    .where('questions.bank', '=', rule.bank)
    .where('questions.deleted_at', 'is', null)
    .orderBy((eb) => eb.case().when('questions.owner_id', '=', actor.id).then(0).else(1).end())
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

// Values bound in one statement are limited on both databases.
const SLICE = 500;

/**
 * By id what a question asks, the same for two that a student could not tell apart: one's own and a colleague's of the
 * same title, text and pictures.
 */
async function readWhatIsAsked(ids: number[]): Promise<Map<number, string>> {
  const asked = new Map<number, string>();
  for (let start = 0; start < ids.length; start += SLICE) {
    const rows = await db()
      .selectFrom('questions')
      .select(['id', 'title', 'bank', 'kind', 'body', 'image_ids'])
      .where('id', 'in', ids.slice(start, start + SLICE))
      .execute();
    for (const { id, title, bank, kind, body, image_ids } of rows) {
      const text = duplicateKey({ bank, kind, body: fromJson(body) } as BankedBody);
      asked.set(id, JSON.stringify([title, text, image_ids]));
    }
  }
  return asked;
}

/** Of questions that ask the same only the first, the actor's own before others'; none that asks what is `taken`. */
function withoutRepeats(candidates: number[][], asked: Map<number, string>, taken: ReadonlySet<number>): number[][] {
  const first = new Map<string, number>();
  for (const id of taken) first.set(asked.get(id) ?? '', id);
  for (const id of candidates.flat()) {
    const key = asked.get(id) ?? '';
    if (!first.has(key)) first.set(key, id);
  }
  return candidates.map((own) => own.filter((id) => first.get(asked.get(id) ?? '') === id && !taken.has(id)));
}

/** Per rule the questions it draws from, and how that came about. */
export type Pool = DrawSupply & { questionIds: number[] };

/**
 * The pools of rules that make one paper together: no question in two of them, none that is `excluded` (in the paper
 * already), none that asks the same as another of either. The seed decides which questions stay where there are more than MAX_POOL.
 */
export async function findPools(
  actor: Actor,
  rules: DrawRule[],
  excluded: ReadonlySet<number>,
  seed: Seed,
): Promise<Pool[]> {
  const found: number[][] = [];
  for (const rule of rules) found.push(await findCandidates(actor, rule));
  const asked = await readWhatIsAsked([...new Set([...found.flat(), ...excluded])]);
  const candidates = withoutRepeats(found, asked, excluded);
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
