import type { ReactNode } from 'react';
import type { AnswerValue } from '~/domain/question-bank/kinds/answer.schema';
import { levelLabel, questionKindLabel } from '~/domain/question-bank/question.rules';
import { PRACTICE_FIELDS } from '~/domain/practice/practice.rules';
import type { getPracticePage } from '~/domain/practice/practice.queries.server';
import type { WorkOffer } from '~/domain/work/publish.queries.server';
import type { FormProblem } from '~/http/form-problem';
import { sourceWord } from './tries';
import { FieldError } from '~/components/form/field-error';
import { FormOwner } from '~/components/form/submit';

export type PracticePage = Awaited<ReturnType<typeof getPracticePage>> & {
  /** By the id of the try. */
  offers: Record<number, WorkOffer>;
};

/** Kind, level and origin above a question. */
export function PracticeHead({ page, children }: { page: PracticePage; children?: ReactNode }) {
  return (
    <div className="item__head">
      <span className="quiet small">
        {questionKindLabel(page.question)}，{levelLabel(page.question.level)}，{sourceWord(page.source)}
      </span>
      {children}
    </div>
  );
}

/** What was sent last time, for the fields of a form that came back. */
export function keptAnswer(problem: FormProblem | null | undefined): AnswerValue | undefined {
  if (!problem) return undefined;
  const all = (name: string) => [problem.values[name] ?? []].flat();
  const blanks = Array.from({ length: 50 }, (_, index) => all(PRACTICE_FIELDS.blank(index))[0] ?? '');
  return { keys: all(PRACTICE_FIELDS.keys), text: all(PRACTICE_FIELDS.text)[0] ?? '', blanks };
}

/** The fields every answering form sends along. */
export function AnswerMeta({ requestId, now }: { requestId: string; now: number }) {
  return (
    <>
      <FormOwner />
      <input type="hidden" name="requestId" value={requestId} />
      <input type="hidden" name="begunAt" value={now} />
      <input type="hidden" name={PRACTICE_FIELDS.revision} value="0" />
    </>
  );
}

/** The sentence at the question when nothing was answered. */
export function AnswerError({ problem }: { problem: FormProblem | null | undefined }) {
  return <FieldError id="f-answer" text={problem?.fieldErrors.answer ?? problem?.fieldErrors.value} />;
}
