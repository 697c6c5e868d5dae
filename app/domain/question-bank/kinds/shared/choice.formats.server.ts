import { choice } from '../../formats/qti-parts.server';
import type { KindFormats, TheoryOutgoing } from '../kind-formats';

/** What the options of both kinds of choice are in other systems; `wrong` is what a wrong one costs in Moodle. */
export function choiceFormats(
  isOneOnly: boolean,
): Pick<KindFormats<TheoryOutgoing>, 'moodleType' | 'moodleAnswers' | 'qtiInteraction' | 'qtiAnswerPart'> {
  return {
    moodleType: 'multichoice',
    moodleAnswers: ({ body: { options, keys } }, pen) => {
      const right = isOneOnly ? 100 : Number((100 / keys.length).toFixed(5));
      return [
        `<single>${isOneOnly}</single>`,
        '<shuffleanswers>false</shuffleanswers>',
        '<answernumbering>ABCD</answernumbering>',
        ...options.map(({ key, text }) => pen.answer(keys.includes(key) ? right : isOneOnly ? 0 : -100, text)),
      ];
    },
    qtiInteraction: 'choiceInteraction',
    qtiAnswerPart: ({ body }, pen) =>
      choice(
        isOneOnly ? 1 : 0,
        body.options.map(({ key, text }) => [key, pen.html(text)]),
      ),
  };
}
