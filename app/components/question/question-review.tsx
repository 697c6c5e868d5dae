import type { ReactNode } from 'react';
import type { AnswerValue } from '~/domain/question-bank/kinds/answer.schema';
import type { QuestionSnapshot } from '~/domain/question-bank/question.schema';
import { reviewOf } from './kinds/review';
import { KeyRow } from './kinds/review-parts';
import { QuestionView } from './question-view';

export type QuestionReviewProps = {
  question: QuestionSnapshot;
  titleId: string;
  heading?: 'h1' | 'h2' | 'h3';
  /** What the student gave; leave out where only the question and its key are shown. */
  answer?: AnswerValue | null;
  /** The full mark the item has in its exam; marking points are shown as their share of it. */
  points?: number;
  /** Between the answer and the key: photos, a player. */
  children?: ReactNode;
};

/** A question with what was answered and what is right: for preview, scoring and results. */
export function QuestionReview({ question, titleId, heading, answer, points, children }: QuestionReviewProps) {
  return (
    <>
      <QuestionView question={question} titleId={titleId} heading={heading} />
      {answer ? <GivenAnswer question={question} answer={answer} /> : null}
      {children}
      <AnswerKey question={question} points={points} />
    </>
  );
}

/** What a student gave, in words. */
export function GivenAnswer({ question, answer }: { question: QuestionSnapshot; answer: AnswerValue }) {
  const kind = reviewOf(question);
  if (!kind.given) return null;
  return (
    <dl className="key key--given">
      <dt>作答</dt>
      <dd>{kind.given(question, answer) || <span className="quiet">未作答</span>}</dd>
    </dl>
  );
}

/** What is right about a question: key, analysis, reference, marking points, key words. */
export function AnswerKey({ question, points }: { question: QuestionSnapshot; points?: number }) {
  return (
    <dl className="key">
      {reviewOf(question).keyRows(question, points)}
      {question.keyPoints.length > 0 ? (
        <KeyRow term="关键词">
          <span className="key__words">
            {question.keyPoints.map((word) => (
              <span key={word} className="chip">
                {word}
              </span>
            ))}
          </span>
        </KeyRow>
      ) : null}
    </dl>
  );
}
