import { escapeBraces, writeShortAnswer } from '../../formats/moodle-cloze.server';
import { declaration, entry, MAP_RESPONSE, shareOf } from '../../formats/qti-parts.server';
import { writeSections } from '../../formats/sections.server';
import { escapeXml } from '../../formats/xml.server';
import { splitStem } from '../../question.rules';
import { formatBlankLine } from './blank-line.rules';
import type { KindFormats, TheoryOutgoing } from '../kind-formats';

export const cloze: KindFormats<TheoryOutgoing> = {
  moodleType: 'cloze',
  moodleStem: ({ body: { stem, blanks } }, pen) =>
    splitStem(stem)
      .map(
        (piece, index) =>
          (index === 0 ? '' : writeShortAnswer(blanks[index - 1] ?? [])) +
          pen.html(piece, (text) => escapeBraces(escapeXml(text))),
      )
      .join(''),
  moodleAnswers: () => [],
  gift: ({ body: { blanks, analysis } }, pen) => {
    const [first = []] = blanks;
    if (blanks.length === 1)
      return pen.rows(
        first.map((text) => `=${/^%/.test(text) ? '%100%' : ''}${pen.typed(text)}`),
        analysis,
      );
    const numbered = blanks.map((each, index) => `${index + 1}. ${formatBlankLine(each)}`).join('\n');
    return pen.rows([], writeSections({ reference: numbered, markingPoints: [], analysis }));
  },
  qtiInteraction: 'textEntryInteraction',
  qtiDeclarations: ({ body: { blanks }, points }) =>
    blanks
      .map((alternatives, index) => {
        const share = shareOf(points, blanks.length);
        const entries = alternatives.map((text) => entry(text, share, ' caseSensitive="false"'));
        const mapping = `<mapping defaultValue="0">${entries.join('')}</mapping>`;
        return declaration(responseOf(blanks, index), 'single', 'string', alternatives.slice(0, 1), mapping);
      })
      .join('\n'),
  qtiStem: ({ body: { stem, blanks } }, pen) =>
    splitStem(stem)
      .map((piece, index) => {
        const response = responseOf(blanks, index - 1);
        const blank = index === 0 ? '' : `<textEntryInteraction responseIdentifier="${response}"/>`;
        return blank + pen.html(piece);
      })
      .join(''),
  qtiAnswerPart: () => '',
  qtiProcessing: ({ body: { blanks } }) => {
    if (blanks.length === 1) return MAP_RESPONSE;
    const sum = blanks.map((_, index) => `<mapResponse identifier="${responseOf(blanks, index)}"/>`).join('');
    return `  <responseProcessing><setOutcomeValue identifier="SCORE"><sum>${sum}</sum></setOutcomeValue></responseProcessing>\n`;
  },
};

/** The templates know one response only, by this name. */
function responseOf(blanks: string[][], index: number): string {
  return blanks.length === 1 ? 'RESPONSE' : `RESPONSE${index + 1}`;
}
