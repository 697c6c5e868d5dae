import { Authenticator } from 'remix-auth';
import { FormStrategy } from 'remix-auth-form';
import { signInSchema } from '~/domain/user/account.schema';
import { signIn } from '~/domain/user/sign-in.commands.server';
import type { UserRow } from '~/domain/user/user.queries.server';
import { invalid } from '~/lib/errors';
import { fieldErrorsOf, formDataToObject } from './forms.server';
import { knownAccounts } from './known-browser.server';
import { clientAddress, requestTime } from './request.server';

/** remix-auth lives in this file alone: the form strategy reads account and password and answers the user row. */
export const authenticator = new Authenticator<UserRow>();

authenticator.use(
  new FormStrategy(async ({ form, request }) => {
    const parsed = signInSchema.safeParse(formDataToObject(form));
    if (!parsed.success) throw invalid(fieldErrorsOf(parsed.error));
    return signIn(parsed.data, clientAddress(request), requestTime(request), await knownAccounts(request));
  }),
  'form',
);
