import { db, transaction } from '~/db/db.server';
import { toJson } from '~/db/json';
import { once } from '~/db/once.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import type { ActionOn } from '~/domain/audit/audit.rules';
import { parsePoints, POINTS_RULE, type FormValues } from '~/domain/exam/exam.schema';
import { kindPointsField } from '~/domain/exam/paper-mix.rules';
import { getReadableQuestions } from '~/domain/question-bank/question-access.server';
import { BANKS, KIND_LABELS, kindOf } from '~/domain/question-bank/question.schema';
import type { Actor } from '~/domain/actor/actor.rules';
import { AppError, invalid, notFound } from '~/lib/errors';
import { listBasket, toCartItem, type BasketItem, type CartItem } from '~/domain/question-bank/basket.queries.server';
import { basketPointsField, movedOrder, type BasketMove } from './basket.rules';
import { MAX_BASKET, type CartUpdateInput } from './basket.schema';

/** What is laid aside with a question; each left out has its default. */
type Details = {
  quantity?: number;
  /** By question, where they differ. */
  points?: ReadonlyMap<number, number>;
  size?: number[];
  length?: number[];
};

/**
 * Puts questions that the actor may read at the end of the basket; one that is in it already stays as it is.
 * Returns how many are new.
 * @throws AppError not_found when one may not be read, conflict when the basket would hold too many
 */
export async function addToBasket(
  actor: Actor,
  input: { questionIds: number[] } & Details,
  now: number,
): Promise<number> {
  return transaction(async () => {
    const questions = await getReadableQuestions(actor, BANKS, input.questionIds);
    const rows = await ownRows(actor);
    const missing = questions.filter((question) => rows.every((row) => row.question_id !== question.id));
    if (missing.length === 0) return 0;
    if (rows.length + missing.length > MAX_BASKET) {
      throw new AppError(
        'conflict',
        `试题篮最多放 ${MAX_BASKET} 题，已有 ${rows.length} 题。请先组卷，或移出不用的题。`,
      );
    }
    const last = Math.max(0, ...rows.map((row) => row.position));
    const made = await db()
      .insertInto('basket_items')
      .values(
        missing.map((question, index) => ({
          owner_id: actor.id,
          question_id: question.id,
          position: last + index + 1,
          points: input.points?.get(question.id) ?? input.quantity ?? question.points,
          size: toJson(input.size ?? []),
          length: toJson(input.length ?? []),
          created_at: now,
        })),
      )
      // Two tabs at once: the first stays.
      .onConflict((conflict) => conflict.columns(['owner_id', 'question_id']).doNothing())
      .returning('question_id')
      .execute();
    await record(actor, 'basket.add', { questionIds: made.map((row) => row.question_id) }, now);
    return made.length;
  });
}

/** Puts one question in and returns its item; already there, the item as it is. The same key again: the first answer. */
export async function addBasketItem(
  actor: Actor,
  { requestId, ...input }: { questionId: number; requestId?: string } & Details,
  now: number,
): Promise<CartItem> {
  return once(actor.id, requestId ? `cart.add:${requestId}` : '', now, async () => {
    await addToBasket(actor, { ...input, questionIds: [input.questionId] }, now);
    const item = (await listBasket(actor)).find((one) => one.questionId === input.questionId);
    if (!item) throw notFound('题目');
    return toCartItem(item);
  });
}

/**
 * Changes an item; what is left out stays.
 * @throws AppError not_found unless it is in the own basket, conflict when its question is gone
 */
export async function updateBasketItem(actor: Actor, input: CartUpdateInput): Promise<BasketItem> {
  return transaction(async () => {
    const item = await getItem(actor, input.id);
    if (item.state !== 'ready') throw new AppError('conflict', '这道题已不能使用，只能移出试题篮。');
    await db()
      .updateTable('basket_items')
      .set({
        points: input.quantity ?? item.points,
        size: toJson(input.size ?? item.size),
        length: toJson(input.length ?? item.length),
      })
      .where('id', '=', item.id)
      .where('owner_id', '=', actor.id)
      .execute();
    return getItem(actor, item.id);
  });
}

async function getItem(actor: Actor, id: number): Promise<BasketItem> {
  const item = (await listBasket(actor)).find((one) => one.id === id);
  if (!item) throw notFound('试题篮中的题');
  return item;
}

/** Takes items out, all or none. Returns how many. */
export async function removeFromBasket(actor: Actor, ids: number[], now: number): Promise<number> {
  return transaction(async () => {
    const rows = await ownRows(actor);
    if (ids.some((id) => rows.every((row) => row.id !== id))) throw notFound('试题篮中的题');
    return removeRows(actor, ids, now);
  });
}

/** Takes everything out. Returns how many items there were. */
export async function clearBasket(actor: Actor, now: number): Promise<number> {
  return transaction(async () => {
    const rows = await ownRows(actor);
    return removeRows(
      actor,
      rows.map((row) => row.id),
      now,
    );
  });
}

async function removeRows(actor: Actor, ids: number[], now: number): Promise<number> {
  if (ids.length === 0) return 0;
  const removed = await db()
    .deleteFrom('basket_items')
    .where('owner_id', '=', actor.id)
    .where('id', 'in', ids)
    .returning('question_id')
    .execute();
  await record(actor, 'basket.remove', { questionIds: removed.map((row) => row.question_id) }, now);
  return removed.length;
}

/**
 * Saves the basket as its form was sent: the order, everybody's points, and what the pressed button asks for.
 * Items another window added meanwhile stay at the end; those it took out stay out.
 * @throws AppError invalid at the points that break the rule; nothing is saved then
 */
export async function arrangeBasket(
  actor: Actor,
  input: { order: number[]; values: FormValues; move: BasketMove },
  now: number,
): Promise<void> {
  const { move, values } = input;
  await transaction(async () => {
    const items = await listBasket(actor);
    const sent = movedOrder(input.order, move).flatMap((id) => items.find((item) => item.id === id) ?? []);
    const staying = sent.filter((item) => move.kind !== 'remove' || item.id !== move.itemId);
    const points = readPoints(staying, values, move);
    if (move.kind === 'remove' && items.some((item) => item.id === move.itemId)) {
      await removeRows(actor, [move.itemId], now);
    }
    const others = items.filter((item) => !sent.includes(item));
    for (const [index, item] of [...staying, ...others].entries()) {
      await db()
        .updateTable('basket_items')
        .set({ position: index + 1, points: points.get(item.id) ?? item.points })
        .where('id', '=', item.id)
        .where('owner_id', '=', actor.id)
        .execute();
    }
  });
}

function readPoints(items: BasketItem[], values: FormValues, move: BasketMove): Map<number, number> {
  const problems: Record<string, string> = {};
  const points = new Map<number, number>();
  const read = (field: string, what: string): number | undefined => {
    const parsed = parsePoints(String(values[field] ?? ''));
    if (parsed === undefined) problems[field] = `${what}的${POINTS_RULE}`;
    return parsed;
  };
  const isOfKind = (item: BasketItem) => move.kind === 'points' && kindOf(item) === move.of;
  const ofKind = move.kind === 'points' ? read(kindPointsField(move.of), `${KIND_LABELS[move.of]}题`) : undefined;
  for (const item of items) {
    const field = basketPointsField(item.id);
    // A question that can no longer be used has no field.
    if (item.state !== 'ready' || !(field in values)) continue;
    const value = isOfKind(item) ? ofKind : read(field, `第 ${item.position} 题`);
    if (value !== undefined) points.set(item.id, value);
  }
  if (Object.keys(problems).length > 0) throw invalid(problems);
  return points;
}

function ownRows(actor: Actor) {
  return db()
    .selectFrom('basket_items')
    .select(['id', 'question_id', 'position'])
    .where('owner_id', '=', actor.id)
    .execute();
}

function record(actor: Actor, action: ActionOn<'basket'>, detail: Record<string, unknown>, now: number) {
  return recordAudit(actor, { action, entity: 'basket', entityId: actor.id, detail }, now);
}
