import { choice, MAP_RESPONSE, rightOnly } from '../../formats/qti-parts.server';
import type { KindFormats, TheoryOutgoing } from '../kind-formats';

export const judge: KindFormats<TheoryOutgoing> = {
  moodleType: 'truefalse',
  moodleAnswers: ({ body }) =>
    ['true', 'false'].map((word) => {
      const fraction = (word === 'true') === (body.keys[0] === 'T') ? 100 : 0;
      return `<answer fraction="${fraction}" format="moodle_auto_format"><text>${word}</text></answer>`;
    }),
  gift: ({ body: { keys, analysis } }, pen) => pen.rows([keys[0] === 'T' ? 'TRUE' : 'FALSE'], analysis),
  qtiInteraction: 'choiceInteraction',
  qtiDeclarations: ({ body, points }) => rightOnly(body.keys[0] === 'T' ? 'true' : 'false', points),
  qtiAnswerPart: () =>
    choice(1, [
      ['true', '正确'],
      ['false', '错误'],
    ]),
  qtiProcessing: () => MAP_RESPONSE,
};
