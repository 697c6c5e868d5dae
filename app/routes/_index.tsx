import { redirect } from '@remix-run/node';

/** / leads to /login, as specified. */
export function loader() {
  return redirect('/login');
}
