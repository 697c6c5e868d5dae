import { findHeldForm, holdForm } from '~/domain/user/held-form.commands.server';
import type { Actor } from '~/domain/user/user.rules';
import type { FormProblem } from './form-problem';
import { formDataToObject } from './forms.server';
import { sessionState } from './guards.server';
import { passingTrouble, withTexts, withUnreadTexts } from './kept-texts.server';
import { assertSameOrigin } from './origin.server';
import { requestTime } from './request.server';

/**
 * For a page whose form must not be lost: when the session has ended, the form's texts are kept for its user
 * under `path`. Call it before the guard, which then leads to /login and back to the page, and before anything reads
 * the form: the page of a passing trouble gives its texts back too.
 */
export async function keepFormOfEndedSession(
  request: Request,
  readForm: () => Promise<{ path: string; form: FormData }>,
): Promise<void> {
  assertSameOrigin(request);
  const session = await sessionState(request).catch(async (error: unknown) => {
    throw await withUnreadTexts(error, request);
  });
  if (session.state !== 'expired') return;
  const { path, form } = await readForm();
  const fields = [...form.entries()].flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  if (fields.length === 0) return;
  await holdForm(session.userId, path, fields, requestTime(request)).catch((error: unknown) => {
    const trouble = passingTrouble(error);
    throw trouble ? withTexts(trouble, form) : error;
  });
}

/**
 * What was kept for this user and page, as a form to be shown again; null when nothing was, or something was saved
 * since (`savedAt`).
 */
export async function findHeldProblem(
  actor: Actor,
  path: string,
  now: number,
  savedAt = 0,
): Promise<FormProblem | null> {
  const held = await findHeldForm(actor, path, now);
  if (!held || held.at < savedAt) return null;
  const form = new FormData();
  held.fields.forEach(([name, value]) => form.append(name, value));
  const values = formDataToObject(form);
  return { fieldErrors: {}, message: '', values, repopulateFields: values };
}
