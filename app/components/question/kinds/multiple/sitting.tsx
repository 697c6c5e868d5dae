import type { TheoryBody } from '~/domain/question-bank/question.schema';
import { Options, type KindSitting } from '../sitting-parts';

export const multiple: KindSitting<TheoryBody> = {
  answer: (props) => <Options {...props} options={props.question.body.options} isMultiple />,
};
