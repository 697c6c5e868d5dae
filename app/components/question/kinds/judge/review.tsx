import { formatKeys, formatRightKeys } from '~/domain/question-bank/question.rules';
import type { TheoryBody } from '~/domain/question-bank/question.schema';
import { KeyWithAnalysis, type KindReview } from '../review-parts';

export const judge: KindReview<TheoryBody> = {
  given: (_, answer) => formatKeys('judge', answer.keys ?? [], []),
  keyRows: (question) => (
    <KeyWithAnalysis term="正确答案" question={question}>
      {formatRightKeys('judge', question.body)}
    </KeyWithAnalysis>
  ),
};
