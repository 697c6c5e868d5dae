import { Form, type FormProps } from '@remix-run/react';
import { useMemo, type ReactNode } from 'react';
import type { FormProblem } from '~/http/form-problem';
import { ErrorSummary } from './error-summary';
import { FormContext, type FormState } from './form-context';

export type PostFormProps = {
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
 * A form that posts to the page's action and works without script. The fields inside show the problem's errors
 * and keep what was sent. The server checks everything: the browser's own bubbles are off.
 */
export function PostForm({
  intent,
  problem,
  formKey,
  multipart = false,
  summary = true,
  children,
  ...rest
}: PostFormProps) {
  const own = isOwnProblem(problem, intent, formKey) ? problem : null;
  const state = useMemo<FormState>(
    () => ({
      idPrefix: formKey ? `${formKey}-` : '',
      intent,
      formKey,
      errors: own?.fieldErrors ?? {},
      kept: own?.values ?? null,
    }),
    [own, intent, formKey],
  );
  return (
    <FormContext.Provider value={state}>
      {summary && own ? (
        <ErrorSummary errors={own.fieldErrors} message={own.message} idPrefix={state.idPrefix} />
      ) : null}
      <Form method="post" encType={multipart ? 'multipart/form-data' : undefined} noValidate {...rest}>
        {intent ? <input type="hidden" name="_intent" value={intent} /> : null}
        {formKey ? <input type="hidden" name="_form" value={formKey} /> : null}
        {children}
      </Form>
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
