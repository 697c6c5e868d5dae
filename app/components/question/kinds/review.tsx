import { kindOf } from '~/domain/question-bank/kinds/kinds.schema';
import type { BankedBody, BodyOf, QuestionKind } from '~/domain/question-bank/question.schema';
import { cloze } from './cloze/review';
import { judge } from './judge/review';
import { multiple } from './multiple/review';
import { oral } from './oral/review';
import type { KindReview } from './review-parts';
import { short } from './short/review';
import { single } from './single/review';
import { written } from './written/review';

/** How each kind shows what was given and what is right; a kind without its entry does not compile. */
const REVIEW: { [K in QuestionKind]: KindReview<BodyOf<K>> } = {
  single,
  multiple,
  judge,
  cloze,
  short,
  oral,
  written,
};

/** How a question's own kind shows what was given and what is right. */
export function reviewOf(question: Pick<BankedBody, 'bank' | 'kind'>): KindReview<BankedBody['body']> {
  return REVIEW[kindOf(question)];
}
