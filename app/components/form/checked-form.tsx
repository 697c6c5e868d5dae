import { useActionData, type FormProps } from '@remix-run/react';
import { useMemo, type ReactNode } from 'react';
import { useFormContext, ValidatedForm, type Validator } from 'remix-validated-form';
import type { FormProblem } from '~/http/form-problem';
import { ErrorSummary } from './error-summary';
import { FormContext, type FormState } from './form-context';

export type CheckedFormProps<T> = {
  /** `withZod(schema)`: the same schema the action uses. */
  validator: Validator<T>;
  intent?: string;
  /** Needed when the page has another form. */
  id?: string;
  multipart?: boolean;
  children: ReactNode;
} & Omit<FormProps, 'method' | 'encType' | 'children' | 'onSubmit' | 'id'>;

/**
 * A form that is also checked in the browser before it is sent, by the schema the server uses. It costs 27 KB of
 * script, so it is for long forms only; the fields are those of PostForm. Never give it a fetcher: without script
 * the errors would be lost.
 */
export function CheckedForm<T extends Record<string, unknown>>({
  validator,
  intent,
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
      <CheckedState intent={intent} id={id}>
        {children}
      </CheckedState>
    </ValidatedForm>
  );
}

function CheckedState({
  intent,
  id,
  children,
}: {
  intent: string | undefined;
  id: string | undefined;
  children: ReactNode;
}) {
  const { fieldErrors, validateField, clearError } = useFormContext();
  const answer = useActionData<FormProblem | undefined>();
  const problem =
    answer && typeof answer === 'object' && 'fieldErrors' in answer && (!id || !answer.formId || answer.formId === id)
      ? answer
      : null;
  const state = useMemo<FormState>(
    () => ({
      idPrefix: '',
      intent,
      formKey: undefined,
      errors: fieldErrors,
      kept: problem?.values ?? null,
      onFieldBlur: (name) => {
        // Only a field already shown as wrong is checked while the form is filled in.
        if (!(name in fieldErrors)) return;
        void validateField(name).then((error) => {
          if (!error) clearError(name);
        });
      },
    }),
    [intent, fieldErrors, problem, validateField, clearError],
  );
  return (
    <FormContext.Provider value={state}>
      <ErrorSummary errors={fieldErrors} message={problem?.message ?? ''} focus={false} />
      {children}
    </FormContext.Provider>
  );
}
