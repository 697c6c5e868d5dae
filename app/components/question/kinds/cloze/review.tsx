import type { TheoryBody } from '~/domain/question-bank/question.schema';
import { RichText } from '../../rich-text';
import { KeyWithAnalysis, type KindReview } from '../review-parts';

export const cloze: KindReview<TheoryBody> = {
  given: ({ body }, answer) => {
    const blanks = answer.blanks ?? [];
    if (blanks.every((blank) => blank.trim() === '')) return '';
    return <BlankList blanks={body.blanks.map((_, index) => blanks[index] || '（空）')} />;
  },
  keyRows: (question) => (
    <KeyWithAnalysis term="正确答案" question={question}>
      <BlankList blanks={question.body.blanks.map((alternatives) => alternatives.join(' 或 '))} />
    </KeyWithAnalysis>
  ),
};

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
