import { kindOf } from '~/domain/question-bank/kinds/kinds.schema';
import type { BodyOf, QuestionKind, QuestionSnapshot } from '~/domain/question-bank/question.schema';
import { cloze } from './cloze/sitting';
import { judge } from './judge/sitting';
import { multiple } from './multiple/sitting';
import { oral } from './oral/sitting';
import { short } from './short/sitting';
import { single } from './single/sitting';
import type { KindSitting } from './sitting-parts';
import { written } from './written/sitting';

/** How each kind of question is answered; a kind without its entry does not compile. */
const SITTING: { [K in QuestionKind]: KindSitting<BodyOf<K>> } = {
  single,
  multiple,
  judge,
  cloze,
  short,
  oral,
  written,
};

/** How a question's own kind is shown to who answers it. */
export function sittingOf(question: QuestionSnapshot): KindSitting<QuestionSnapshot['body']> {
  return SITTING[kindOf(question)];
}
