import { once } from '~/db/once.server';
import { assertEnough, type DrawRow } from '~/domain/exam/draw.commands.server';
import { drawFrom, findPools } from '~/domain/question-bank/draw.queries.server';
import { givenPoints } from '~/domain/question-bank/draw.rules';
import type { Actor } from '~/domain/actor/actor.rules';
import type { Seed } from '~/lib/shuffle';
import { addToBasket } from './basket.commands.server';
import { listBasket } from '~/domain/question-bank/basket.queries.server';

/**
 * Draws once and lays what was drawn into the basket: never a question that is in it already. The same `requestId`
 * twice draws once. Returns how many were put in.
 * @throws AppError invalid at the rows that have too few to draw from; nothing is drawn then
 */
export async function drawIntoBasket(
  actor: Actor,
  input: { rows: DrawRow[]; requestId: string },
  seed: Seed,
  now: number,
): Promise<number> {
  return once(actor.id, input.requestId && `basket.draw:${input.requestId}`, now, async () => {
    const rules = input.rows.map((row) => row.rule);
    const pools = await findPools(actor, rules, await questionsInBasket(actor), seed);
    assertEnough(input.rows, pools);
    const drawn = drawFrom(rules, pools, seed);
    const questionIds = drawn.map(({ questionId }) => questionId);
    return addToBasket(actor, { questionIds, points: givenPoints(drawn) }, now);
  });
}

/** What is in the basket: no draw into it takes these again. */
export async function questionsInBasket(actor: Actor): Promise<Set<number>> {
  return new Set((await listBasket(actor)).map((item) => item.questionId));
}
