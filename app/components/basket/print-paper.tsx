import { AnswerKey } from '~/components/question/question-review';
import { QuestionView } from '~/components/question/question-view';
import { paperSections } from '~/domain/basket/basket.rules';
import type { PaperKind } from '~/domain/exam/paper-mix.rules';
import type { QuestionSnapshot } from '~/domain/question-bank/question.schema';

type PaperQuestion = QuestionSnapshot & { points: number };

/** How much room a kind leaves for the answer, in lines for every point; choices and blanks need none. */
const LINES_PER_POINT: Partial<Record<PaperKind, number>> = { short: 0.8, written: 1 };

/** A paper as it is printed: head, parts by kind, room for the answers or (with answers) the keys. */
export function PrintPaper({
  title,
  schoolName,
  questions,
  points,
  withAnswers,
}: {
  title: string;
  schoolName: string;
  questions: PaperQuestion[];
  points: number;
  withAnswers: boolean;
}) {
  return (
    <article className="paper" aria-labelledby="paper-title">
      <header className="paper__head">
        <p>{schoolName}</p>
        <p className="paper__title" id="paper-title">
          {title}
          {withAnswers ? '（答案）' : ''}
        </p>
        <p>
          共 {questions.length} 题，满分 {points} 分
        </p>
        {withAnswers ? null : (
          <p className="paper__who">
            <span>班级</span>
            <span>姓名</span>
            <span>学号</span>
            <span>得分</span>
          </p>
        )}
      </header>
      {paperSections(questions).map((section) => (
        <section key={section.kind} className="paper__part" aria-labelledby={`part-${section.kind}`}>
          <h2 id={`part-${section.kind}`}>{section.heading}</h2>
          <ol>
            {section.items.map((question) => (
              <li key={question.number} className="paper__item">
                <span className="paper__no num">
                  {question.number}.{section.kind === 'single' || section.kind === 'multiple' ? '（　　）' : ''}
                </span>
                <div>
                  <QuestionView question={question} titleId={`q-${question.number}`} heading="h3" />
                  {section.isEven ? null : <p className="small">（{question.points} 分）</p>}
                  {withAnswers ? (
                    <AnswerKey question={question} points={question.points} />
                  ) : (
                    <AnswerLines count={Math.ceil((LINES_PER_POINT[section.kind] ?? 0) * question.points)} />
                  )}
                </div>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </article>
  );
}

/** At least three and at most a page of lines to write on; none where there is nothing to write. */
function AnswerLines({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <div className="paper__lines" aria-hidden="true">
      {Array.from({ length: Math.min(24, Math.max(3, count)) }, (_, index) => (
        <i key={index} />
      ))}
    </div>
  );
}
