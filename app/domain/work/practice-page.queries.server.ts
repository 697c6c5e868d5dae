import type { Actor } from '~/domain/actor/actor.rules';
import { loadPractice, type PracticePlace } from '~/domain/practice/practice-form.server';
import type { Bank } from '~/domain/question-bank/question.schema';
import { offersOfTries } from './publish.queries.server';

/** A practice page (see loadPractice) with which of its tries may be published. */
export async function loadPracticeWithOffers(actor: Actor, bank: Bank, place: PracticePlace, now: number) {
  const page = await loadPractice(actor, bank, place, now);
  return { ...page, offers: await offersOfTries(page.tries) };
}
