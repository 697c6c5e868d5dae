import type { TheoryBody } from '~/domain/question-bank/question.schema';
import { givenText, KeyWithAnalysis, LongText, type KindReview } from '../review-parts';

export const short: KindReview<TheoryBody> = {
  given: givenText,
  keyRows: (question) => (
    <KeyWithAnalysis term="参考答案" question={question}>
      {question.body.reference ? <LongText text={question.body.reference} imageIds={question.imageIds} /> : null}
    </KeyWithAnalysis>
  ),
};
