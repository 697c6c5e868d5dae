import { useNavigation, type FormProps } from '@remix-run/react';
import { useEffect, useMemo, useRef, useState, type FormEvent, type MouseEvent } from 'react';
import { ValidatedForm, type Validator } from 'remix-validated-form';
import type { z } from 'zod';
import type { FormProblem } from '~/http/form-problem';
import { FieldsForm, type FieldsFormProps } from './fields-form';
import { problemOf, rulesOf, valuesOf, type Pressed } from './form-check';
import { REFUSED } from './stored-form';

export type CheckedFormProps = Omit<FieldsFormProps, 'onSubmit'> & {
  /** The very schema that the action reads the form by. */
  schema: z.ZodTypeAny;
};

/**
 * A FieldsForm that the browser checks too before it sends it, by the schema of the action: 27 KB of script. What the
 * browser finds is shown as if the server had answered it, until the server has. Only sending checks: nothing moves
 * while it is filled in. A button with `formNoValidate` (a draft, a search) sends the form as it is. Never give it a
 * fetcher: without script the errors would be lost.
 */
export function CheckedForm({ schema, problem, reloadDocument, ...rest }: CheckedFormProps) {
  const [found, setFound] = useState<FormProblem | null>(null);
  const element = useRef<HTMLFormElement>(null);
  const clicked = useRef<Pressed>(null);
  const pressed = useRef<Pressed>(null);
  const validator = useMemo<Validator<Record<string, unknown>>>(() => {
    const rules = rulesOf(schema);
    return {
      ...rules,
      validate: async (sent) => {
        const values = valuesOf(sent as FormData, pressed.current);
        const result = pressed.current?.formNoValidate ? null : await rules.validate({ values });
        const errors = result?.error?.fieldErrors;
        const names = Array.from(fieldsOf(element.current), ({ name }) => name);
        setFound((now) => (errors ? problemOf(errors, values, names) : now && emptied(now)));
        return result ?? { data: {}, error: undefined, submittedData: {} };
      },
    };
  }, [schema]);
  useEffect(() => {
    if (!found || hasNothing(found)) return;
    focusFirst(found.fieldErrors, element.current);
    element.current?.dispatchEvent(new CustomEvent(REFUSED, { bubbles: true }));
  }, [found]);
  const { state } = useNavigation();
  useEffect(() => {
    if (state === 'idle') setFound((now) => (now && hasNothing(now) ? null : now));
  }, [state]);
  const note = ({ target }: MouseEvent) => {
    clicked.current = (target as Element).closest('button');
  };
  const begin = ({ nativeEvent, currentTarget }: FormEvent<HTMLFormElement>) => {
    // Chrome 80 does not say by which button.
    pressed.current =
      ((nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null | undefined) ?? clicked.current;
    clicked.current = null;
    if (!reloadDocument) return;
    const values = valuesOf(new FormData(currentTarget), pressed.current);
    if (pressed.current?.formNoValidate || schema.safeParse(values).success) leaveToBrowser(nativeEvent);
  };
  const draw = (form: FormProps) => (
    <ValidatedForm
      {...form}
      method="post"
      validator={validator}
      formRef={element}
      disableFocusOnError
      reloadDocument={reloadDocument}
      onClickCapture={note}
      onSubmitCapture={begin}
      // What the browser itself is to send is on its way already.
      onSubmit={reloadDocument ? (_, event) => event.preventDefault() : undefined}
    />
  );
  return <FieldsForm {...rest} problem={found ?? problem} draw={draw} />;
}

/** Nothing is wrong any more: what was wrong before is not said again while the form is on its way. */
const emptied = (problem: FormProblem): FormProblem => ({ ...problem, fieldErrors: {}, message: '' });

const hasNothing = ({ fieldErrors, message }: FormProblem) => message === '' && Object.keys(fieldErrors).length === 0;

const fieldsOf = (form: HTMLFormElement | null) => Array.from(form?.elements ?? []) as HTMLInputElement[];

/** The first field that is wrong; what belongs to none is read in the summary, which has the focus then. */
function focusFirst(errors: Record<string, string>, form: HTMLFormElement | null): void {
  const isOpen = ({ type, disabled }: HTMLInputElement) => type !== 'hidden' && !disabled;
  fieldsOf(form)
    .find((field) => field.name in errors && isOpen(field))
    ?.focus();
}

/**
 * The browser sends the form by itself, as `reloadDocument` asks: remix-validated-form holds every form back, once and
 * first of all, until it has looked at it; who holds it back after that (no line) still may.
 */
function leaveToBrowser(event: Event): void {
  event.preventDefault = () => {
    Reflect.deleteProperty(event, 'preventDefault');
  };
}
