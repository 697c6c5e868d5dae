import { formatKeys, formatRightKeys } from '~/domain/question-bank/question.rules';
import type { TheoryBody } from '~/domain/question-bank/question.schema';
import { KeyWithAnalysis, type KindReview } from './review-parts';

/** Chosen letters, and those that are right: by their places, as in every question with options of its own. */
export const choice = {
  given: ({ body }, answer) => formatKeys('', answer.keys ?? [], body.options),
  keyRows: (question) => (
    <KeyWithAnalysis term="正确答案" question={question}>
      <strong>{formatRightKeys('', question.body)}</strong>
    </KeyWithAnalysis>
  ),
} satisfies KindReview<TheoryBody>;
