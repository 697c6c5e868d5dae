import type { ReactNode } from 'react';
import type { AnswerValue } from '~/domain/attempt/answer.schema';
import { fileUrl } from '~/domain/file/file.rules';
import { optionKey, splitStem } from '~/domain/question-bank/question.rules';
import type { ChoiceOption, QuestionSnapshot, TheoryBody } from '~/domain/question-bank/question.schema';
import { unplacedPictures } from '~/domain/question-bank/rich-text.rules';
import { ListeningAudio } from './listening-audio';
import { Pictures } from './pictures';
import { ReadingText } from './reading-text';
import { RichText } from './rich-text';

/** The names of the fields that take the answer. */
export type AnswerNames = { keys: string; text: string; blank: (index: number) => string };

type HeadingLevel = 'h1' | 'h2' | 'h3';

export type QuestionViewProps = {
  question: QuestionSnapshot;
  /** The id of the stem, so that the section around it can be named by it. */
  titleId: string;
  heading?: HeadingLevel;
  /** With names the question can be answered; without it is only read, as on paper. */
  names?: AnswerNames;
  answer?: AnswerValue;
  /** Oral: ms since reading began, for the highlighting. */
  time?: number | null;
  /** After the question: photo slots, a recorder. */
  children?: ReactNode;
};

/** A question as its answerer sees it. Nothing of what is right is drawn. */
export function QuestionView(props: QuestionViewProps) {
  const { question, children } = props;
  return (
    <>
      <Stem {...props} />
      <Pictures imageIds={unplacedPictures(question)} />
      {question.bank !== 'oral' && question.body.musicUrl ? (
        <ListeningAudio url={fileUrl(question.body.musicUrl)} />
      ) : null}
      <AnswerPart {...props} />
      {children}
    </>
  );
}

function Stem({ question, titleId, heading: Heading = 'h2', names, answer }: QuestionViewProps) {
  const text =
    question.bank === 'oral' ? question.title : question.bank === 'written' ? question.body.prompt : question.body.stem;
  return (
    <Heading id={titleId} className="stem">
      {question.kind === 'cloze' ? (
        <ClozeStem body={question.body} imageIds={question.imageIds} names={names} answer={answer} />
      ) : (
        <RichText text={text} imageIds={question.imageIds} />
      )}
    </Heading>
  );
}

function ClozeStem({
  body,
  imageIds,
  names,
  answer,
}: {
  body: TheoryBody;
  imageIds: string[];
  names?: AnswerNames;
  answer?: AnswerValue;
}) {
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

function AnswerPart({ question, titleId, names, answer, time }: QuestionViewProps) {
  switch (question.bank) {
    case 'oral':
      return <ReadingText text={question.body.examContent} time={time} />;
    case 'written':
      return question.body.answerBy === 'photo' ? null : <TextAnswer titleId={titleId} names={names} answer={answer} />;
    case 'theory':
      if (question.kind === 'cloze') return null;
      if (question.kind === 'short') return <TextAnswer titleId={titleId} names={names} answer={answer} />;
      return (
        <Options
          options={question.kind === 'judge' ? JUDGE_OPTIONS : question.body.options}
          imageIds={question.imageIds}
          isMultiple={question.kind === 'multiple'}
          hasLetters={question.kind !== 'judge'}
          titleId={titleId}
          names={names}
          answer={answer}
        />
      );
  }
}

/** The two options of a true/false question. */
export const JUDGE_OPTIONS: ChoiceOption[] = [
  { key: 'T', text: '正确' },
  { key: 'F', text: '错误' },
];

function Options({
  options,
  imageIds,
  isMultiple,
  hasLetters,
  titleId,
  names,
  answer,
}: Pick<QuestionViewProps, 'titleId' | 'names' | 'answer'> & {
  options: ChoiceOption[];
  imageIds: string[];
  isMultiple: boolean;
  hasLetters: boolean;
}) {
  if (!names) {
    return (
      <ul className="opts opts--paper">
        {options.map((option, index) => (
          <li key={option.key}>
            <b>{hasLetters ? optionKey(index) : '○'}</b>
            <span>
              <RichText text={option.text} imageIds={imageIds} />
            </span>
          </li>
        ))}
      </ul>
    );
  }
  const chosen = answer?.keys ?? [];
  return (
    <div className="opts" role={isMultiple ? 'group' : 'radiogroup'} aria-labelledby={titleId}>
      {options.map((option, index) => (
        <label key={option.key} className={`opt${hasLetters ? '' : ' opt--word'}`}>
          <input
            type={isMultiple ? 'checkbox' : 'radio'}
            name={names.keys}
            value={option.key}
            defaultChecked={chosen.includes(option.key)}
          />
          {hasLetters ? <b>{optionKey(index)}</b> : null}
          <span>
            <RichText text={option.text} imageIds={imageIds} isLinked={false} />
          </span>
        </label>
      ))}
    </div>
  );
}

function TextAnswer({ titleId, names, answer }: Pick<QuestionViewProps, 'titleId' | 'names' | 'answer'>) {
  if (!names) return null;
  return (
    <textarea
      className="input"
      name={names.text}
      rows={6}
      defaultValue={answer?.text ?? ''}
      aria-labelledby={titleId}
      placeholder="在这里作答"
    />
  );
}
