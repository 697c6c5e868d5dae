import { declaration, entry, MAP_RESPONSE, shareOf } from '../../formats/qti-parts.server';
import type { KindFormats, TheoryOutgoing } from '../kind-formats';
import { choiceFormats } from '../shared/choice.formats.server';

export const multiple: KindFormats<TheoryOutgoing> = {
  ...choiceFormats(false),
  gift: ({ body: { options, keys, analysis } }, pen) => {
    const weight = Number((100 / keys.length).toFixed(5));
    return pen.rows(
      options.map(({ key, text }) => `~%${keys.includes(key) ? weight : -100}%${pen.text(text)}`),
      analysis,
    );
  },
  qtiDeclarations: ({ body: { keys, options }, points }) => {
    const entries = options.map(({ key }) => entry(key, keys.includes(key) ? shareOf(points, keys.length) : -points));
    const mapping = `<mapping lowerBound="0" upperBound="${points}" defaultValue="0">${entries.join('')}</mapping>`;
    return declaration('RESPONSE', 'multiple', 'identifier', keys, mapping);
  },
  qtiProcessing: () => MAP_RESPONSE,
};
