import { formatMarkingPoints } from '../../formats/words.rules';
import { ANSWER_BY_LABELS, type WrittenBody } from '../../question.schema';
import type { KindRules } from '../kind.schema';
import { BLANK, lines } from '../shared/texts.rules';
import { scaledMarkingPoints } from './marking-points.rules';

/** 笔试: a text, photos of paper, or both; marked by a person, point by point where it has marking points. */
export const written: KindRules<WrittenBody> = {
  clean: ({ answerBy }, value) => (answerBy === 'photo' ? {} : { text: lines(value.text ?? '') }),
  insteadOfText: ({ answerBy }) => (answerBy === 'photo' ? '照片' : null),
  mark: () => null,
  keyRows: ({ referenceAnswer, markingPoints }, points) => [
    { term: '参考答案', texts: [referenceAnswer] },
    {
      term: '评分要点',
      texts: scaledMarkingPoints(markingPoints, points).map(
        (mark, index) => `${index + 1}. ${mark.text}（${mark.points} 分）`,
      ),
    },
  ],
  answerColumns: ({ answerBy }) => [
    ...(answerBy === 'photo' ? [] : ['作答']),
    ...(answerBy === 'text' ? [] : ['照片（张）']),
  ],
  answerCells: ({ answerBy }, { value, photos }) => [
    ...(answerBy === 'photo' ? [] : [value?.text?.trim() ? value.text : BLANK]),
    ...(answerBy === 'text' ? [] : [photos]),
  ],
  keyCell: ({ body }) => body.referenceAnswer,
  fileFields: ({ prompt, referenceAnswer, markingPoints, answerBy }, withAnswers) => {
    const key = withAnswers ? { referenceAnswer, markingPoints } : { referenceAnswer: '', markingPoints: [] };
    return { prompt, ...key, answerBy };
  },
  paperRows: ({ referenceAnswer, markingPoints, answerBy }) => [
    ['参考答案', referenceAnswer],
    ['评分要点', formatMarkingPoints(markingPoints)],
    ['作答方式', ANSWER_BY_LABELS[answerBy]],
  ],
  typedFields: ({ stem, answer, analysis, more }) => ({ ...more, prompt: stem, referenceAnswer: answer, analysis }),
};
