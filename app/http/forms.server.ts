import { data } from '@remix-run/node';
import type { z } from 'zod';
import { AppError } from '~/lib/errors';
import { withComparedRepeats } from '~/lib/compared-repeats.server';
import { fieldErrorsOf, formDataToObject } from '~/lib/form-values';
import { echoOf, NOT_WHOLE } from './echo.server';
import { canShowPage, passingTrouble, SECRET, withTexts } from './kept-texts.server';
import { refusalOf } from './refusal.server';
import type { FormProblem } from './form-problem';

export type { FormProblem } from './form-problem';

async function problem(
  form: FormData,
  fields: Record<string, string>,
  message: string,
  status: number,
  extra?: unknown,
) {
  // Passwords are never sent back to a page.
  const sent = Object.fromEntries(Object.entries(formDataToObject(form)).filter(([name]) => !SECRET.test(name)));
  const { values, cut } = echoOf(sent);
  const { '': general, ...fieldErrors } = fields;
  const errors = { ...fieldErrors, ...Object.fromEntries(cut.map((name) => [name, NOT_WHOLE])) };
  const refusal = await refusalOf(form, errors, values, status);
  // What is said stands before what was sent, in the answer too.
  const body: FormProblem = {
    message: general ?? (Object.keys(fieldErrors).length === 0 ? message : ''),
    ...refusal,
    ...(extra === undefined ? {} : { extra }),
  };
  return data(body, { status });
}

const SHOWN_AT_FORM: Partial<Record<AppError['code'], number>> = {
  invalid: 422,
  conflict: 409,
  too_large: 413,
  unsupported_type: 415,
  too_many: 429,
  unavailable: 503,
};

export type FormAnswer<T> = { ok: true; value: T } | { ok: false; problem: Awaited<ReturnType<typeof problem>> };

/**
 * Parses a form and runs the command. What the user can mend (a field, a conflict, a file) or try again (a full disk,
 * a locked database) comes back as a problem for the same page with the input kept; every other refusal goes on to the
 * error page, which gives the input back when the page itself cannot be drawn.
 */
export async function answerForm<S extends z.ZodTypeAny, T>(
  form: FormData,
  schema: S,
  run: (input: z.output<S>) => Promise<T> | T,
): Promise<FormAnswer<T>> {
  const parsed = schema.safeParse(formDataToObject(form)) as z.SafeParseReturnType<unknown, z.output<S>>;
  if (!parsed.success) return { ok: false, problem: await problem(form, fieldErrorsOf(parsed.error), '', 422) };
  try {
    return { ok: true, value: await withComparedRepeats(() => run(parsed.data)) };
  } catch (thrown) {
    const trouble = passingTrouble(thrown);
    if (trouble && !canShowPage(trouble)) throw withTexts(trouble, form);
    const error = trouble ?? thrown;
    const status = error instanceof AppError ? SHOWN_AT_FORM[error.code] : undefined;
    if (!(error instanceof AppError) || status === undefined) throw error;
    return { ok: false, problem: await problem(form, error.fields ?? {}, error.message, status, error.data.extra) };
  }
}

/** The same page again with what was typed, some of it changed: a row added, a suggestion filled in. */
export function sameForm(form: FormData, changes: Record<string, string | string[]>, extra?: unknown) {
  const { values } = echoOf({ ...formDataToObject(form), ...changes });
  return data<FormProblem>({ fieldErrors: {}, message: '', values, extra });
}

/** Which button sent the form: its own name, or what script noted for browsers that lose it. */
export function pressedButton(form: FormData): string {
  return String(form.get('then') || form.get('thenByScript') || '');
}
