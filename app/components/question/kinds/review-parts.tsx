import type { ReactNode } from 'react';
import type { AnswerValue } from '~/domain/question-bank/kinds/answer.schema';
import type { QuestionSnapshot, TheoryBody } from '~/domain/question-bank/question.schema';
import { RichBlock } from '../rich-text';

/** What the kinds of questions have in common where an answer and its key are shown. */

export type Reviewed<Body> = Pick<QuestionSnapshot, 'imageIds'> & { body: Body };

/** How a kind shows what was given and what is right. */
export interface KindReview<Body> {
  /** What a student gave, '' for nothing; left out where answers are no text. */
  given?(question: Reviewed<Body>, answer: AnswerValue): ReactNode;
  /** The rows of its key; `points` is its full mark where that is another than the bank's. */
  keyRows(question: Reviewed<Body>, points?: number): ReactNode;
}

/** A word and what stands under it. */
export function KeyRow({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** What is right by a key, and the analysis. */
export function KeyWithAnalysis({
  term,
  question: { body, imageIds },
  children,
}: {
  term: string;
  question: Reviewed<TheoryBody>;
  children: ReactNode;
}) {
  return (
    <>
      {children ? <KeyRow term={term}>{children}</KeyRow> : null}
      {body.analysis ? (
        <KeyRow term="解析">
          <LongText text={body.analysis} imageIds={imageIds} />
        </KeyRow>
      ) : null}
    </>
  );
}

/** A text with its line breaks. */
export function LongText({ text, imageIds }: { text: string; imageIds: string[] }) {
  return (
    <span className="whitespace-pre-wrap">
      <RichBlock text={text} imageIds={imageIds} />
    </span>
  );
}

/** A typed answer as it was typed. */
export function givenText(_question: unknown, answer: AnswerValue): ReactNode {
  return answer.text?.trim() ? <span className="whitespace-pre-wrap">{answer.text}</span> : '';
}
