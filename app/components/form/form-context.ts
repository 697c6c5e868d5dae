import { createContext, useContext } from 'react';

/** What a form tells the fields inside it; FieldsForm and CheckedForm both provide it. */
export type FormState = {
  /** Stands before every id, so that two forms on a page do not clash. */
  idPrefix: string;
  intent: string | undefined;
  formKey: string | undefined;
  errors: Record<string, string>;
  /** What was sent last time, or null when there is nothing to keep. */
  kept: Record<string, string | string[]> | null;
  /** What is not kept was not sent either: the page's own default stands. */
  isPartial?: boolean | undefined;
};

/** Outside of any form (a filter bar): nothing wrong, nothing kept. */
export const OUTSIDE: FormState = { idPrefix: '', intent: undefined, formKey: undefined, errors: {}, kept: null };

export const FormContext = createContext<FormState>(OUTSIDE);

/** The state of the form around; outside of any form (a filter bar) there are no errors and nothing kept. */
export function useFormState(): FormState {
  return useContext(FormContext);
}

/** The element id of a field: error summaries link to it. */
export function fieldId(idPrefix: string, name: string): string {
  return idPrefix + name.replace(/[^\w-]+/g, '-');
}

export type FieldState = {
  id: string;
  hintId: string;
  errorId: string;
  error: string | undefined;
  /** The text to show at first: what was sent wins over the page's own default. */
  value: (fallback: string | number | null | undefined) => string | undefined;
  /** The chosen values of a group, in the same order of precedence. */
  values: (fallback: readonly (string | number)[]) => Set<string>;
};

/** One field's share of the form's state. */
export function useFieldState(name: string): FieldState {
  const form = useFormState();
  const id = fieldId(form.idPrefix, name);
  const sent = form.kept?.[name];
  const isSent = sent !== undefined || (form.kept && !form.isPartial);
  return {
    id,
    hintId: `${id}-hint`,
    errorId: `${id}-error`,
    error: form.errors[name],
    value: (fallback) => {
      if (isSent) return Array.isArray(sent) ? sent[0] : (sent ?? '');
      return fallback === null || fallback === undefined ? undefined : String(fallback);
    },
    values: (fallback) => {
      if (isSent) return new Set(sent === undefined ? [] : Array.isArray(sent) ? sent : [sent]);
      return new Set(fallback.map(String));
    },
  };
}
