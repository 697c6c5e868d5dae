import type { ReactNode } from 'react';
import type { AnswerValue } from '~/domain/question-bank/kinds/answer.schema';
import { optionKey } from '~/domain/question-bank/question.rules';
import type { ChoiceOption, QuestionSnapshot } from '~/domain/question-bank/question.schema';
import { RichText } from '../rich-text';

/** What the kinds of questions have in common where they are answered. */

/** The names of the fields that take the answer. */
export type AnswerNames = { keys: string; text: string; blank: (index: number) => string };

export type SittingProps<Body> = {
  question: Pick<QuestionSnapshot, 'imageIds'> & { body: Body };
  /** The id of the stem, so that the section around it can be named by it. */
  titleId: string;
  /** With names the question can be answered; without it is only read, as on paper. */
  names?: AnswerNames;
  answer?: AnswerValue;
  /** Oral: ms since reading began, for the highlighting. */
  time?: number | null;
};

/** How a kind is shown to who answers it; nothing of what is right is drawn. */
export interface KindSitting<Body> {
  /** The stem, where it is more than the question's text. */
  stem?(props: SittingProps<Body>): ReactNode;
  /** Below the stem: where the answer goes. */
  answer(props: SittingProps<Body>): ReactNode;
}

/** Options to choose from, lettered unless they are words. */
export function Options({
  question: { imageIds },
  options,
  isMultiple = false,
  hasLetters = true,
  titleId,
  names,
  answer,
}: SittingProps<unknown> & { options: ChoiceOption[]; isMultiple?: boolean; hasLetters?: boolean }) {
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
      {!isMultiple && (
        // Nothing is chosen by it; a radio cannot be let go of otherwise.
        <label className="opt__none">
          <input type="radio" name={names.keys} value="" />
          清除选择
        </label>
      )}
    </div>
  );
}

/** Room for a text. */
export function TextAnswer({ titleId, names, answer }: SittingProps<unknown>) {
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
