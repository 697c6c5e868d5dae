import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import { isReadableBy } from './question-access.server';
import { toQuestion } from './question.queries.server';
import { questionNumber } from './question-name.rules';
import type { Bank, Question, TheoryKind } from './question.schema';
import type { Actor } from '~/domain/actor/actor.rules';

/** `deleted`: from its bank; `unshared`: its owner no longer shares it. Such a question can only be taken out. */
export type BasketState = 'ready' | 'deleted' | 'unshared';

/** A question laid aside, with its points in the paper being composed. */
export type BasketItem = {
  id: number;
  questionId: number;
  /** From 1, as shown. */
  position: number;
  points: number;
  size: number[];
  length: number[];
  bank: Bank;
  kind: '' | TheoryKind;
  level: number;
  /** What is known of a question that may no longer be read is its number. */
  title: string;
  state: BasketState;
  /** The question as it is now; null unless it is ready. */
  question: Question | null;
};

/** The actor's basket in order. */
export async function listBasket(actor: Actor): Promise<BasketItem[]> {
  const rows = await db()
    .selectFrom('basket_items')
    .innerJoin('questions', 'questions.id', 'basket_items.question_id')
    .selectAll('basket_items')
    .select(['questions.bank', 'questions.kind', 'questions.level', 'questions.title', 'questions.deleted_at'])
    .select('questions.owner_id as question_owner_id')
    .where('basket_items.owner_id', '=', actor.id)
    .orderBy('basket_items.position')
    .orderBy('basket_items.id')
    .execute();
  const readable = await readQuestions(
    actor,
    rows.map((row) => row.question_id),
  );
  return rows.map((row, index) => {
    const question = readable.get(row.question_id) ?? null;
    const isOwn = row.question_owner_id === actor.id;
    return {
      id: row.id,
      questionId: row.question_id,
      position: index + 1,
      points: row.points,
      size: fromJson<number[]>(row.size),
      length: fromJson<number[]>(row.length),
      bank: row.bank as Bank,
      kind: row.kind as '' | TheoryKind,
      level: row.level,
      title: question || isOwn ? row.title : questionNumber({ bank: row.bank, id: row.question_id }),
      state: question ? 'ready' : row.deleted_at === null ? 'unshared' : 'deleted',
      question,
    };
  });
}

async function readQuestions(actor: Actor, ids: number[]): Promise<Map<number, Question>> {
  if (ids.length === 0) return new Map();
  const rows = await db()
    .selectFrom('questions')
    .selectAll()
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .where(isReadableBy(actor))
    .execute();
  return new Map(rows.map((row) => [row.id, toQuestion(row)]));
}

/** The questions of these banks in the actor's basket that can be used, with their points there. */
export async function getUsableBasket(actor: Actor, banks: readonly Bank[]): Promise<Map<number, number>> {
  const ready = (await listBasket(actor)).filter((item) => item.state === 'ready' && banks.includes(item.bank));
  return new Map(ready.map((item) => [item.questionId, item.points]));
}

/** How many questions the actor has laid aside: the number at the link 试题篮. */
export async function countBasket(actor: Actor): Promise<number> {
  const { count } = await db()
    .selectFrom('basket_items')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('owner_id', '=', actor.id)
    .executeTakeFirstOrThrow();
  return count;
}

/** What the page shows of an item; the question's body stays here. */
export function toBasketRow({ question, ...item }: BasketItem) {
  void question;
  return item;
}

export type CartItem = ReturnType<typeof toCartItem>;

/** An item as the cart API answers it. */
export function toCartItem(item: BasketItem) {
  return {
    id: item.id,
    type: 'wrapped' as const,
    questionId: item.questionId,
    quantity: item.points,
    size: item.size,
    length: item.length,
    position: item.position,
    title: item.title,
    bank: item.bank,
    kind: item.kind,
    level: item.level,
    state: item.state,
  };
}
