import { Authenticator } from 'remix-auth';
import { FormStrategy } from 'remix-auth-form';
import { signInSchema } from '~/domain/user/account.schema';
import { signIn } from '~/domain/user/sign-in.commands.server';
import type { UserRow } from '~/domain/user/user.queries.server';
import { env } from '~/lib/env.server';
import { AppError, invalid } from '~/lib/errors';
import { fieldErrorsOf, formDataToObject } from '~/lib/form-values';
import { isLoopback } from '~/lib/loopback.mjs';
import { knownAccounts } from './known-browser.server';
import { clientAddress, requestOrigin, requestTime } from './request.server';

/** remix-auth lives in this file alone: the form strategy reads account and password and answers the user row. */
const authenticator = new Authenticator<UserRow>();

authenticator.use(
  new FormStrategy(async ({ form, request }) => {
    const parsed = signInSchema.safeParse(formDataToObject(form));
    if (!parsed.success) throw invalid(fieldErrorsOf(parsed.error));
    return signIn(parsed.data, clientAddress(request), requestTime(request), await knownAccounts(request));
  }),
  'form',
);

/**
 * A browser keeps the cookie of a school under https for no address without it (but for its own machine's): whoever signs
 * in there would come back to the form for ever.
 */
function assertSessionStays(request: Request): void {
  const { isSecure, publicUrl } = env();
  const origin = requestOrigin(request);
  if (!isSecure || !origin?.startsWith('http:') || isLoopback(new URL(origin).hostname)) return;
  throw new AppError('conflict', `这个网址没有加密，在这里登录不了。请打开 ${publicUrl} 再登录。`);
}

/**
 * Signs in by a form that was read already: the library would read the body once more, with no limit on its size.
 * @throws AppError conflict where the browser would not keep the session
 */
export function signInByForm(request: Request, form: FormData): Promise<UserRow> {
  assertSessionStays(request);
  const headers = new Headers(request.headers);
  headers.delete('Content-Type');
  headers.delete('Content-Length');
  const fields = Object.entries(formDataToObject(form)).flatMap(([name, value]) =>
    [value].flat().map((one) => [name, one]),
  );
  const body = new URLSearchParams(fields);
  return authenticator.authenticate('form', new Request(request.url, { method: 'POST', headers, body }));
}
