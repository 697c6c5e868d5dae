import type { OralBody } from '~/domain/question-bank/question.schema';
import { ReadingText } from '../../reading-text';
import type { KindSitting } from '../sitting-parts';

export const oral: KindSitting<OralBody> = {
  answer: ({ question, time }) => <ReadingText text={question.body.examContent} time={time} />,
};
