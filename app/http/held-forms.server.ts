import { holdForm } from '~/domain/user/held-form.commands.server';
import { sessionState } from './guards.server';
import { assertSameOrigin } from './origin.server';
import { requestTime } from './request.server';

/**
 * For a page whose form must not be lost: when the session has ended, the form's texts are kept for its user
 * under `path`. Call it before the guard, which then leads to /login and back to the page.
 */
export async function keepFormOfEndedSession(
  request: Request,
  readForm: () => Promise<{ path: string; form: FormData }>,
): Promise<void> {
  assertSameOrigin(request);
  const session = await sessionState(request);
  if (session.state !== 'expired') return;
  const { path, form } = await readForm();
  const fields = [...form.entries()].flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  if (fields.length > 0) await holdForm(session.userId, path, fields, requestTime(request));
}
