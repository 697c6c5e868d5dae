import { optionColumns } from '~/domain/question-bank/kinds/shared/options.rules';
import { hasLetteredOptions } from '~/domain/question-bank/kinds/kind-facts.rules';
import { AnswerKey } from '~/components/question/question-review';
import { QuestionView } from '~/components/question/question-view';
import { RichText } from '~/components/question/rich-text';
import { placeForLetter } from '~/domain/question-bank/place-for-letter.rules';
import {
  answerLineCount,
  LAST_LINES,
  paperSections,
  staysWhole,
  type LineChoice,
  type PaperPool,
} from '~/domain/exam/paper-parts.rules';
import type { StoredSection } from '~/domain/exam/paper-sections.rules';
import { paperFacts } from '~/domain/exam/print.rules';
import { kindOf, type QuestionSnapshot } from '~/domain/question-bank/question.schema';

export type PaperQuestion = QuestionSnapshot & { points: number; section?: number | null };

export type PrintPaperProps = {
  /** Tells it from another paper on the page. */
  name?: string;
  title: string;
  schoolName: string;
  questions: PaperQuestion[];
  /** 大题; none: by kind. */
  sections?: StoredSection[];
  /** Whole pools of what is drawn for each student. */
  pools?: PaperPool<PaperQuestion>[];
  /** How many questions each student answers. */
  count?: number;
  points: number;
  /** When it is written. */
  time?: string;
  instructions?: string;
  withAnswers: boolean;
  /** How many lines there are to write on; '' is by the points. */
  lines?: LineChoice;
  /** Names stand at the sealing line and each part has its place for points. */
  isSealed?: boolean;
};

/** A paper as it is printed: head, parts by kind, room for the answers or (with answers) the keys. */
export function PrintPaper(props: PrintPaperProps) {
  const {
    name = 'paper',
    questions,
    pools = [],
    sections: stored = [],
    withAnswers,
    lines = '',
    isSealed = false,
  } = props;
  const sections = paperSections(questions, pools, stored);
  return (
    <article
      className={`paper paper--${name}${isSealed ? ' paper--sealed' : ''}${withAnswers ? ' paper--key' : ''}`}
      aria-labelledby={`${name}-title`}
    >
      <PaperHead
        {...props}
        name={name}
        isSealed={isSealed}
        ordinals={sections.map(({ ordinal }) => ordinal).filter((ordinal) => ordinal !== '')}
      />
      {sections.map((section) => (
        <section key={section.key} className="paper__part" aria-labelledby={`${name}-${section.key}`}>
          <h2 id={`${name}-${section.key}`}>{section.heading}</h2>
          {withAnswers || section.instructions === '' ? null : (
            <p className="paper__about">
              <RichText text={section.instructions} />
            </p>
          )}
          {section.note === '' ? null : <p className="paper__note small">{section.note}</p>}
          <ol>
            {section.items.map((question, index) => (
              <li key={index} className={staysWhole(question, lines) ? 'paper__whole' : undefined}>
                <div className="paper__item">
                  <span className="paper__no num">{question.label}</span>
                  <div className={optionsClass(question)}>
                    <QuestionView
                      question={withAnswers ? question : withPlace(question)}
                      titleId={`${name}-${section.key}-q${index + 1}`}
                      heading="h3"
                      points={section.isEven ? undefined : `（${question.points} 分）`}
                    />
                    {withAnswers ? <AnswerKey question={question} points={question.points} /> : null}
                  </div>
                </div>
                {withAnswers ? null : <AnswerLines count={answerLineCount(question, lines)} />}
              </li>
            ))}
          </ol>
        </section>
      ))}
    </article>
  );
}

/** A letter to write; options that are words are ticked where they stand. */
const takesLetter = (question: PaperQuestion) => hasLetteredOptions(kindOf(question));

/** The question as it is asked on paper, in the file for Word too. */
function withPlace(question: PaperQuestion): PaperQuestion {
  if (question.bank !== 'theory' || !takesLetter(question)) return question;
  return { ...question, body: { ...question.body, stem: question.body.stem + placeForLetter(question) } };
}

/** Options that are told apart by letters stand four, two or one to a line, whichever all of them have room for. */
function optionsClass(question: PaperQuestion): string | undefined {
  if (question.bank !== 'theory' || !takesLetter(question)) return undefined;
  return `paper__opts${optionColumns(question.body.options.map(({ text }) => text))}`;
}

function PaperHead({
  name = '',
  title,
  schoolName,
  questions,
  count = questions.length,
  points,
  time = '',
  instructions = '',
  withAnswers,
  isSealed = false,
  ordinals,
}: PrintPaperProps & { ordinals: string[] }) {
  return (
    <header className="paper__head">
      <p>{schoolName}</p>
      <p className="paper__title" id={`${name}-title`}>
        {title}
        {withAnswers ? '（答案）' : ''}
      </p>
      <p>{paperFacts({ time, count, points })}</p>
      {withAnswers ? null : isSealed ? (
        <PartPoints ordinals={ordinals} />
      ) : (
        <p className="paper__who">
          <span>班级</span>
          <span>姓名</span>
          <span>学号</span>
          <span>得分</span>
        </p>
      )}
      {withAnswers || instructions === '' ? null : (
        <p className="paper__rules">
          考试须知：
          <RichText text={instructions} />
        </p>
      )}
    </header>
  );
}

/** Where the marker writes what each part came to. */
function PartPoints({ ordinals }: { ordinals: string[] }) {
  // One part is the total.
  const numbers = ordinals.length < 2 ? [] : ordinals;
  return (
    <table className="paper__points">
      <caption className="vh">得分</caption>
      <thead>
        <tr>
          <th scope="col">题号</th>
          {numbers.map((number) => (
            <th key={number} scope="col">
              {number}
            </th>
          ))}
          <th scope="col">总分</th>
          <th scope="col">评卷人</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">得分</th>
          {numbers.map((number) => (
            <td key={number} />
          ))}
          <td />
          <td />
        </tr>
      </tbody>
    </table>
  );
}

/** The sealing line at the left of every sheet: whose paper it is, folded away while it is marked. */
export function SealingLine() {
  return (
    <div className="seal">
      <p className="seal__who">
        <span>班级</span>
        <span>姓名</span>
        <span>学号</span>
      </p>
      <p className="seal__line">
        <span>密封线内不要答题</span>
      </p>
    </div>
  );
}

function AnswerLines({ count }: { count: number }) {
  if (count === 0) return null;
  const last = Math.min(count, LAST_LINES);
  return (
    <div className="paper__lines" aria-hidden="true">
      {Array.from({ length: count - last }, (_, index) => (
        <i key={index} />
      ))}
      <div className="paper__last">
        {Array.from({ length: last }, (_, index) => (
          <i key={index} />
        ))}
      </div>
    </div>
  );
}
