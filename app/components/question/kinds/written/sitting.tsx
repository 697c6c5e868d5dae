import type { WrittenBody } from '~/domain/question-bank/question.schema';
import { TextAnswer, type KindSitting } from '../sitting-parts';

export const written: KindSitting<WrittenBody> = {
  answer: (props) => (props.question.body.answerBy === 'photo' ? null : <TextAnswer {...props} />),
};
