import type { AutoMark } from '~/domain/question-bank/kinds/kind.schema';
import { KIND_FACTS } from '~/domain/question-bank/kinds/kind-facts.rules';
import { kindOf, type QuestionSnapshot } from '~/domain/question-bank/question.schema';
import type { ItemCorrection } from './correction.rules';

/** What a person has to mark. Pure. */

/** True when no key decides such a question; in a paper ask needsHand, which knows of credits to everybody. */
export function isMarkedByHand(item: Pick<QuestionSnapshot, 'bank' | 'kind'>): boolean {
  return KIND_FACTS[kindOf(item)].isMarkedByHand;
}

/** True when a teacher has to give this item of a paper its points: no key does, and not everybody is given them. */
export function needsHand(item: {
  snapshot: Pick<QuestionSnapshot, 'bank' | 'kind'>;
  auto?: AutoMark | null;
  correction?: Pick<ItemCorrection, 'kind'> | null;
}): boolean {
  return isMarkedByHand(item.snapshot) && !item.auto && item.correction?.kind !== 'credit';
}
