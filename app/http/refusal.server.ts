import { validationError } from 'remix-validated-form';
import type { FormProblem } from './form-problem';

/**
 * A refused form in the words of remix-validated-form, and the one place that knows them (server/seams/seams.test.ts):
 * what of its answer a page reads is `fieldErrors`, `values` and, of several forms with an id, which one.
 */
export async function refusalOf(
  form: FormData,
  fieldErrors: Record<string, string>,
  submitted: FormProblem['values'],
  status: number,
): Promise<Pick<FormProblem, 'fieldErrors' | 'values' | 'formId'>> {
  const formId = form.get('__rvfInternalFormId');
  const error = { fieldErrors, ...(typeof formId === 'string' ? { formId } : {}) };
  const answer = await validationError(error, submitted, { status }).json();
  return {
    fieldErrors: answer.fieldErrors,
    values: answer.repopulateFields as FormProblem['values'],
    ...(answer.formId === undefined ? {} : { formId: answer.formId }),
  };
}
