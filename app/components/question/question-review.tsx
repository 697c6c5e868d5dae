import type { ReactNode } from 'react';
import type { AnswerValue } from '~/domain/attempt/answer.schema';
import { scaledMarkingPoints } from '~/domain/exam/paper-key.rules';
import { formatKeys, formatRightKeys } from '~/domain/question-bank/question.rules';
import type { QuestionSnapshot, TheoryKind, TheoryBody, WrittenBody } from '~/domain/question-bank/question.schema';
import { JUDGE_OPTIONS, QuestionView } from './question-view';
import { RichText } from './rich-text';

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
  if (question.bank === 'oral') return null;
  return (
    <dl className="key key--given">
      <dt>作答</dt>
      <dd>{describeGiven(question, answer) || <span className="quiet">未作答</span>}</dd>
    </dl>
  );
}

function describeGiven(question: QuestionSnapshot, answer: AnswerValue): ReactNode {
  if (question.kind === 'cloze') {
    const blanks = answer.blanks ?? [];
    if (blanks.every((blank) => blank.trim() === '')) return '';
    return <BlankList blanks={question.body.blanks.map((_, index) => blanks[index] || '（空）')} />;
  }
  if (question.bank === 'theory' && question.kind !== 'short')
    return formatKeys(question.kind, answer.keys ?? [], question.body.options);
  return answer.text?.trim() ? <span className="whitespace-pre-wrap">{answer.text}</span> : '';
}

/** What is right about a question: key, analysis, reference, marking points, key words. */
export function AnswerKey({ question, points }: { question: QuestionSnapshot; points?: number }) {
  return (
    <dl className="key">
      {question.bank === 'theory' ? (
        <TheoryKey kind={question.kind} body={question.body} imageIds={question.imageIds} />
      ) : null}
      {question.bank === 'written' ? (
        <WrittenKey body={question.body} points={points} imageIds={question.imageIds} />
      ) : null}
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

function KeyRow({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </>
  );
}

function TheoryKey({ kind, body, imageIds }: { kind: TheoryKind; body: TheoryBody; imageIds: string[] }) {
  return (
    <>
      {kind === 'short' ? (
        body.reference ? (
          <KeyRow term="参考答案">
            <LongText text={body.reference} imageIds={imageIds} />
          </KeyRow>
        ) : null
      ) : (
        <KeyRow term="正确答案">
          {kind === 'cloze' ? (
            <BlankList blanks={body.blanks.map((alternatives) => alternatives.join(' 或 '))} />
          ) : kind === 'judge' ? (
            [body.keys, ...(body.alsoRight ?? [])]
              .map(([key]) => JUDGE_OPTIONS.find((option) => option.key === key)?.text ?? '')
              .join(' 或 ')
          ) : (
            <strong>{formatRightKeys(kind, body)}</strong>
          )}
        </KeyRow>
      )}
      {body.analysis ? (
        <KeyRow term="解析">
          <LongText text={body.analysis} imageIds={imageIds} />
        </KeyRow>
      ) : null}
    </>
  );
}

function LongText({ text, imageIds }: { text: string; imageIds: string[] }) {
  return (
    <span className="whitespace-pre-wrap">
      <RichText text={text} imageIds={imageIds} />
    </span>
  );
}

function BlankList({ blanks }: { blanks: string[] }) {
  if (blanks.length === 1) return <RichText text={blanks[0] ?? ''} />;
  return (
    <ol className="key__blanks">
      {blanks.map((blank, index) => (
        <li key={index}>
          <span className="quiet">第 {index + 1} 空</span> <RichText text={blank} />
        </li>
      ))}
    </ol>
  );
}

function WrittenKey({ body, points, imageIds }: { body: WrittenBody; points?: number; imageIds: string[] }) {
  return (
    <>
      {body.referenceAnswer ? (
        <KeyRow term="参考答案">
          <LongText text={body.referenceAnswer} imageIds={imageIds} />
        </KeyRow>
      ) : null}
      {body.markingPoints.length > 0 ? (
        <KeyRow term="评分要点">
          <ol className="key__points">
            {scaledMarkingPoints(body.markingPoints, points).map((point, index) => (
              <li key={index}>
                <span>
                  <RichText text={point.text} imageIds={imageIds} />
                </span>
                <span className="num nowrap">{point.points} 分</span>
              </li>
            ))}
          </ol>
        </KeyRow>
      ) : null}
    </>
  );
}
