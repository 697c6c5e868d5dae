import { useEffect, useRef } from 'react';
import { FieldsForm } from '~/components/form/fields-form';
import { SubmitButton } from '~/components/form/submit';
import { AnswerKey, GivenAnswer } from '~/components/question/question-review';
import { QuestionView } from '~/components/question/question-view';
import { Verdict } from '~/components/scoring/verdict';
import { ButtonLink } from '~/components/ui/button';
import { Chip } from '~/components/ui/chip';
import { CheckIcon, CloseIcon } from '~/components/ui/icons';
import { useHydrated } from '~/components/ui/use-hydrated';
import { practicePath, PRACTICE_FIELDS, SHORT_RATING_LABELS } from '~/domain/practice/practice.rules';
import type { FormProblem } from '~/http/form-problem';
import { toThreads } from '~/lib/addresses/works';
import { RatingForm } from './rating-form';
import { AgainLink } from './gone';
import { AnswerError, AnswerMeta, keptAnswer, PracticeHead, type PracticePage } from './practice-parts';

/** A theory question to answer; it is judged when it is sent. */
export function TheoryForm({
  page,
  requestId,
  now,
  problem,
}: {
  page: PracticePage;
  requestId: string;
  now: number;
  problem: FormProblem | null | undefined;
}) {
  return (
    <section className="card item" aria-labelledby="stem">
      <PracticeHead page={page} />
      <FieldsForm intent="answer" problem={problem} summary={false}>
        <AnswerMeta requestId={requestId} now={now} />
        <AnswerError problem={problem} />
        <QuestionView
          question={page.question}
          titleId="stem"
          heading="h1"
          names={PRACTICE_FIELDS}
          answer={keptAnswer(problem)}
        />
        <p className="mt-4">
          <SubmitButton size="l" busyText="正在判题…">
            提交
          </SubmitButton>
        </p>
      </FieldsForm>
    </section>
  );
}

/** An answered theory question: right or wrong, blank by blank, the key and the analysis; a short answer's rating. */
export function TheoryResult({
  page,
  runId,
  problem,
}: {
  page: PracticePage & { done: NonNullable<PracticePage['done']> };
  runId: number | null;
  problem: FormProblem | null | undefined;
}) {
  const { question, done, auto, target } = page;
  const verdict = useRef<HTMLSpanElement>(null);
  const isAnswered = useRef(useHydrated());
  // The button that was pressed is gone: what it led to is told. Not where the page itself was opened.
  useEffect(() => {
    if (isAnswered.current) verdict.current?.focus();
  }, []);
  return (
    <section className="card item" aria-labelledby="stem">
      <PracticeHead page={page}>
        <span role="status" tabIndex={-1} ref={verdict}>
          {auto ? (
            <Verdict auto={auto} />
          ) : (
            <Chip tone={done.isRight ? 'good' : 'plain'}>
              {done.selfRating === null ? '请对照参考答案自评' : `自评：${SHORT_RATING_LABELS[done.selfRating] ?? ''}`}
            </Chip>
          )}
        </span>
      </PracticeHead>
      <QuestionView question={question} titleId="stem" heading="h1" />
      {auto && auto.blanks.length > 0 ? (
        <BlankVerdicts given={done.value.blanks ?? []} right={auto.blanks} />
      ) : (
        <GivenAnswer question={question} answer={done.value} />
      )}
      <AnswerKey question={question} />
      {auto === null && done.selfRating === null ? (
        <div className="mt-4">
          <RatingForm
            id={done.id}
            rating={null}
            note=""
            labels={SHORT_RATING_LABELS}
            hint="4 分以上算答对，其余进错题本；保存后不能再改"
            problem={problem}
          />
        </div>
      ) : null}
      <p className="mt-4">
        <AgainLink page={page} href={practicePath('theory', target, { run: runId })} />
        <ButtonLink className="ml-3" to={toThreads({ ask: 1, subject: 'practice', practiceId: done.id })}>
          向老师提问
        </ButtonLink>
      </p>
    </section>
  );
}

function BlankVerdicts({ given, right }: { given: string[]; right: boolean[] }) {
  return (
    <dl className="key key--given">
      <dt>作答</dt>
      <dd>
        <ol className="key__blanks">
          {right.map((isRight, index) => (
            <li key={index} className={isRight ? 'band-high' : 'band-low'}>
              {isRight ? <CheckIcon small /> : <CloseIcon small />} <span className="quiet">第 {index + 1} 空</span>{' '}
              {given[index] || '（空）'} <span className="vh">{isRight ? '正确' : '错误'}</span>
            </li>
          ))}
        </ol>
      </dd>
    </dl>
  );
}
