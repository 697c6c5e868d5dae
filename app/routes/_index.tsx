import { redirect } from '@remix-run/node';
import { toLogin } from '~/lib/addresses/account';

/** / leads to /login, as specified. */
export function loader() {
  return redirect(toLogin());
}
