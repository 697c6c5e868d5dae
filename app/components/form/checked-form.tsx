import { useActionData, type FormProps } from '@remix-run/react';
import { useMemo, type ReactNode } from 'react';
import { useFormContext, ValidatedForm, type Validator } from 'remix-validated-form';
import type { FormProblem } from '~/http/form-problem';
import { ErrorSummary } from './error-summary';
import { FormContext, type FormState } from './form-context';

const NO_ERRORS: Record<string, string> = {};

export type CheckedFormProps<T> = {
  /** `withZod(schema)`: the same schema the action uses. */
  validator: Validator<T>;
  intent?: string;
  /** What is wrong before anything was sent (a kept draft); shown until the form is sent. */
  initialErrors?: Record<string, string>;
  /** Needed when the page has another form. */
  id?: string;
  multipart?: boolean;
  children: ReactNode;
} & Omit<FormProps, 'method' | 'encType' | 'children' | 'onSubmit' | 'id'>;

/**
 * A form that is also checked in the browser before it is sent, by the schema the server uses. It costs 27 KB of
 * script, so it is for long forms only; the fields are those of PostForm. Never give it a fetcher: without script
 * the errors would be lost. Errors stay until the form is sent again: nothing moves while it is filled in.
 */
export function CheckedForm<T extends Record<string, unknown>>({
  validator,
  intent,
  initialErrors = NO_ERRORS,
  id,
  multipart = false,
  children,
  ...rest
}: CheckedFormProps<T>) {
  return (
    <ValidatedForm
      validator={validator}
      id={id}
      method="post"
      encType={multipart ? 'multipart/form-data' : undefined}
      noValidate
      {...rest}
    >
      {intent ? <input type="hidden" name="_intent" value={intent} /> : null}
      <CheckedState intent={intent} id={id} initialErrors={initialErrors}>
        {children}
      </CheckedState>
    </ValidatedForm>
  );
}

function CheckedState({
  intent,
  id,
  initialErrors,
  children,
}: {
  intent: string | undefined;
  id: string | undefined;
  initialErrors: Record<string, string>;
  children: ReactNode;
}) {
  const { fieldErrors, hasBeenSubmitted } = useFormContext();
  const answer = useActionData<FormProblem | undefined>();
  const problem =
    answer && typeof answer === 'object' && 'fieldErrors' in answer && (!id || !answer.formId || answer.formId === id)
      ? answer
      : null;
  const errors = useMemo(
    () => (hasBeenSubmitted || problem ? fieldErrors : { ...initialErrors, ...fieldErrors }),
    [hasBeenSubmitted, problem, fieldErrors, initialErrors],
  );
  const state = useMemo<FormState>(
    () => ({
      idPrefix: '',
      intent,
      formKey: undefined,
      errors,
      kept: problem?.values ?? null,
    }),
    [intent, errors, problem],
  );
  return (
    <FormContext.Provider value={state}>
      <ErrorSummary errors={errors} message={problem?.message ?? ''} focus={false} />
      {children}
    </FormContext.Provider>
  );
}
