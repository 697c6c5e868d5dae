import { withZod } from '@remix-validated-form/with-zod';
import type { Validator } from 'remix-validated-form';
import { z } from 'zod';
import type { FormProblem } from '~/http/form-problem';
import { formDataToObject } from '~/lib/form-values';

/** What a CheckedForm finds before it is sent, in the shape that the action would answer. */

type Values = FormProblem['values'];

/** A button as far as a form cares which one sent it. */
export type Pressed = Pick<HTMLButtonElement, 'name' | 'value' | 'formNoValidate'> | null;

/** The schema over `{ values }`, so that they stay flat, whatever their names look like: as the action reads them. */
export function rulesOf(schema: z.ZodTypeAny): Validator<Record<string, unknown>> {
  const rules: unknown = withZod(z.preprocess((sent) => (sent as { values: Values }).values, schema));
  return rules as Validator<Record<string, unknown>>;
}

/** What the action gets; the pressed button's own value among it, which old browsers leave out. */
export function valuesOf(form: FormData, button: Pressed): Values {
  const values = formDataToObject(form);
  if (button?.name && !(button.name in values)) values[button.name] = button.value;
  return values;
}

/** What was found as the action would answer it, in the order of the form's fields. */
export function problemOf(found: Record<string, string>, values: Values, names: string[]): FormProblem {
  const place = (name: string) => (names.includes(name) ? names.indexOf(name) : names.length);
  const { '': message = '', ...errors } = found;
  // The library writes `row[0]` where our fields are called `row.0`.
  const entries = Object.entries(errors).map(([name, text]): [string, string] => [
    name.replace(/\[(\d+)\]/g, '.$1').replace(/^\./, ''),
    text,
  ]);
  entries.sort(([one], [other]) => place(one) - place(other));
  return { fieldErrors: Object.fromEntries(entries), message, values };
}
