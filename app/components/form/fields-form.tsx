import { Form, type FormProps } from '@remix-run/react';
import { useMemo, type ReactNode } from 'react';
import type { FormProblem } from '~/http/form-problem';
import { ErrorSummary } from './error-summary';
import { FormContext, type FormState } from './form-context';

export type FieldsFormProps = {
  /** Sent as the hidden `_intent`; one form per intent. */
  intent?: string;
  /** What the action answered (`useActionData()`); a problem of another intent or formKey is not this form's. */
  problem?: FormProblem | null | undefined;
  /** Tells apart several forms of one intent on a page (sent as `_form`, stands before the ids). */
  formKey?: string;
  /** For files. The page's action then reads with readMultipart. */
  multipart?: boolean;
  /** False where the page shows the errors its own way. */
  summary?: boolean;
  children: ReactNode;
} & Omit<FormProps, 'method' | 'encType' | 'children'>;

/**
 * A form with fields that posts to the page's action and works without script. The fields inside show the problem's
 * errors and keep what was sent; the browser's own bubbles are off. The server alone checks it: for pages of students,
 * whose script has no room for more, for forms whose rules only the server knows, and for one button with more to say
 * than IntentButton. Every other form with fields is
 * a CheckedForm (decision 0052).
 */
export function FieldsForm({
  intent,
  problem,
  formKey,
  multipart = false,
  summary = true,
  draw,
  children,
  ...rest
}: FieldsFormProps & { draw?: (form: FormProps) => ReactNode }) {
  const own = isOwnProblem(problem, intent, formKey) ? problem : null;
  const state = useMemo<FormState>(
    () => ({
      idPrefix: formKey ? `${formKey}-` : '',
      intent,
      formKey,
      errors: own?.fieldErrors ?? {},
      kept: own?.values ?? null,
      isPartial: own?.isPartial,
    }),
    [own, intent, formKey],
  );
  const form: FormProps = {
    method: 'post',
    encType: multipart ? 'multipart/form-data' : undefined,
    noValidate: true,
    ...rest,
    children: (
      <>
        {intent ? <input type="hidden" name="_intent" value={intent} /> : null}
        {formKey ? <input type="hidden" name="_form" value={formKey} /> : null}
        {children}
      </>
    ),
  };
  return (
    <FormContext.Provider value={state}>
      {summary && own ? (
        <ErrorSummary errors={own.fieldErrors} message={own.message} idPrefix={state.idPrefix} />
      ) : null}
      {draw ? draw(form) : <Form {...form} />}
    </FormContext.Provider>
  );
}

function isOwnProblem(
  problem: FormProblem | null | undefined,
  intent: string | undefined,
  formKey: string | undefined,
): problem is FormProblem {
  if (!problem || typeof problem !== 'object' || !('fieldErrors' in problem)) return false;
  const { _intent: sentIntent, _form: sentKey } = problem.values;
  if (sentIntent !== undefined && intent !== undefined && sentIntent !== intent) return false;
  return sentKey === formKey;
}
