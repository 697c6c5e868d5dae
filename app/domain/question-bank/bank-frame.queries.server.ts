import { isTeacher, type Actor } from '~/domain/actor/actor.rules';
import { countBasket } from './basket.queries.server';
import { listDirectories } from './directory.queries.server';
import { listNamedTypes } from './named-type.queries.server';
import type { Bank } from './question.schema';

/** What all pages of a bank show or offer: the actor's directories, the types, how much lies in the basket. */
export async function getBankFrame(actor: Actor, bank: Bank) {
  const [tree, types, basketCount] = await Promise.all([
    listDirectories(actor, bank),
    listQuestionTypes(),
    isTeacher(actor) ? countBasket(actor) : 0,
  ]);
  return { tree, types, basketCount };
}

/** Both lists of words that questions are filed under. */
export async function listQuestionTypes() {
  const [scene, exam] = await Promise.all([listNamedTypes('scene'), listNamedTypes('exam')]);
  return { scene, exam };
}
