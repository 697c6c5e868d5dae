import { splitStem } from '~/domain/question-bank/question.rules';
import type { TheoryBody } from '~/domain/question-bank/question.schema';
import { RichText } from '../../rich-text';
import type { KindSitting, SittingProps } from '../sitting-parts';

export const cloze: KindSitting<TheoryBody> = {
  stem: (props) => <ClozeStem {...props} />,
  answer: () => null,
};

function ClozeStem({ question: { body, imageIds }, names, answer }: SittingProps<TheoryBody>) {
  const parts = splitStem(body.stem);
  return (
    <>
      {parts.map((part, index) => (
        <span key={index}>
          <RichText text={part} imageIds={imageIds} />
          {index === parts.length - 1 ? null : names ? (
            <label className="blank">
              <span className="vh">第 {index + 1} 空</span>
              <input
                className="input"
                name={names.blank(index)}
                defaultValue={answer?.blanks?.[index] ?? ''}
                autoComplete="off"
              />
            </label>
          ) : (
            <span className="blank-line">
              <span className="vh">第 {index + 1} 空</span>
            </span>
          )}
        </span>
      ))}
    </>
  );
}
