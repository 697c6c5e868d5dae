import type { OutgoingQuestion } from '../formats/format.rules';
import { cloze } from './cloze/cloze.formats.server';
import { judge } from './judge/judge.formats.server';
import type { AllFormats, KindFormats } from './kind-formats';
import { kindOf } from './kinds.schema';
import { multiple } from './multiple/multiple.formats.server';
import { oral } from './oral/oral.formats.server';
import { short } from './short/short.formats.server';
import { single } from './single/single.formats.server';
import { written } from './written/written.formats.server';

/** What each kind of question is in the formats of other systems; a kind without its entry does not compile. */
const FORMATS: AllFormats = { single, multiple, judge, cloze, short, written, oral };

/** How a question's own kind is said in other systems. */
export function formatsOf(question: OutgoingQuestion): KindFormats<OutgoingQuestion> {
  return FORMATS[kindOf(question)];
}
