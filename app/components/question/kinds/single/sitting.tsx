import type { TheoryBody } from '~/domain/question-bank/question.schema';
import { Options, type KindSitting } from '../sitting-parts';

export const single: KindSitting<TheoryBody> = {
  answer: (props) => <Options {...props} options={props.question.body.options} />,
};
