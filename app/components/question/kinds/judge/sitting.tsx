import { JUDGE_OPTIONS } from '~/domain/question-bank/kinds/kinds.schema';
import { Options, type KindSitting } from '../sitting-parts';

export const judge: KindSitting<unknown> = {
  answer: (props) => <Options {...props} options={JUDGE_OPTIONS} hasLetters={false} />,
};
