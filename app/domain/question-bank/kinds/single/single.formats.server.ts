import { MAP_RESPONSE, rightOnly } from '../../formats/qti-parts.server';
import type { KindFormats, TheoryOutgoing } from '../kind-formats';
import { choiceFormats } from '../shared/choice.formats.server';

export const single: KindFormats<TheoryOutgoing> = {
  ...choiceFormats(true),
  gift: ({ body: { options, keys, analysis } }, pen) =>
    pen.rows(
      options.map(({ key, text }) => `${keys.includes(key) ? '=' : wrong(text)}${pen.text(text)}`),
      analysis,
    ),
  qtiDeclarations: ({ body, points }) => rightOnly(body.keys[0] ?? '', points),
  qtiProcessing: () => MAP_RESPONSE,
};

/** A text that looks as if it began with a weight needs one of its own before it. */
const wrong = (text: string) => (text.startsWith('%') ? '~%0%' : '~');
