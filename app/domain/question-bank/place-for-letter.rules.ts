import { KIND_FACTS } from './kinds/kind-facts.rules';
import { mainText } from './question.rules';
import { kindOf, type BankedBody } from './question.schema';
import { splitTables } from './rich-text.rules';

/** Brackets to write a letter, √ or × into, behind a stem that has none; below a table, where the stem ends with one. */
export function placeForLetter(question: BankedBody): string {
  const stem = mainText(question);
  const isAsked = KIND_FACTS[kindOf(question)].answerPlace === 'letter';
  if (!isAsked || /[（(]\s*[)）]/.test(stem)) return '';
  const parts = splitTables(stem);
  return parts[parts.length - 1] === '' ? '\n（　　）' : '（　　）';
}
