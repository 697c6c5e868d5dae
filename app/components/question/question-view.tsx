import type { ReactNode } from 'react';
import type { QuestionSnapshot } from '~/domain/question-bank/question.schema';
import { unplacedPictures } from '~/domain/question-bank/rich-text.rules';
import { toFile } from '~/lib/addresses/files';
import { sittingOf } from './kinds/sitting';
import type { SittingProps } from './kinds/sitting-parts';
import { ListeningAudio } from './listening-audio';
import { Pictures } from './pictures';
import { RichBlock } from './rich-text';

export type { AnswerNames } from './kinds/sitting-parts';

type HeadingLevel = 'h1' | 'h2' | 'h3';

export type QuestionViewProps = Omit<SittingProps<unknown>, 'question'> & {
  question: QuestionSnapshot;
  heading?: HeadingLevel;
  /** Behind the last words of the stem, never on a line without them. */
  points?: string;
  /** After the question: photo slots, a recorder. */
  children?: ReactNode;
};

/** A question as its answerer sees it. Nothing of what is right is drawn. */
export function QuestionView({ heading: Heading = 'h2', points, children, ...props }: QuestionViewProps) {
  const { question } = props;
  const kind = sittingOf(question);
  return (
    <>
      <Heading id={props.titleId} className="stem">
        {kind.stem ? kind.stem(props) : <RichBlock text={textOf(question)} imageIds={question.imageIds} />}
        {points ? <span className="whitespace-nowrap">{`\u2060${points}`}</span> : null}
      </Heading>
      <Pictures imageIds={unplacedPictures(question)} />
      {question.bank !== 'oral' && question.body.musicUrl ? (
        <ListeningAudio url={toFile(question.body.musicUrl)} />
      ) : null}
      {kind.answer(props)}
      {children}
    </>
  );
}

/** An oral question is called by its title; its text is what is read. */
function textOf(question: QuestionSnapshot): string {
  return question.bank === 'oral'
    ? question.title
    : question.bank === 'written'
      ? question.body.prompt
      : question.body.stem;
}
