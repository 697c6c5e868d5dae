import { Authenticator } from 'remix-auth';
import { FormStrategy } from 'remix-auth-form';
import { signInSchema } from '~/domain/user/account.schema';
import { signIn } from '~/domain/user/sign-in.commands.server';
import type { UserRow } from '~/domain/user/user.queries.server';
import { invalid } from '~/lib/errors';
import { fieldErrorsOf, formDataToObject } from '~/lib/form-values';
import { knownAccounts } from './known-browser.server';
import { clientAddress, requestTime } from './request.server';

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

/** Signs in by a form that was read already: the library would read the body once more, with no limit on its size. */
export function signInByForm(request: Request, form: FormData): Promise<UserRow> {
  const headers = new Headers(request.headers);
  headers.delete('Content-Type');
  headers.delete('Content-Length');
  const fields = Object.entries(formDataToObject(form)).flatMap(([name, value]) =>
    [value].flat().map((one) => [name, one]),
  );
  const body = new URLSearchParams(fields);
  return authenticator.authenticate('form', new Request(request.url, { method: 'POST', headers, body }));
}
