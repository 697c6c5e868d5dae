import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { requireUser } from '~/http/guards.server';

/** /users leads to the profile. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  return redirect('/users/info');
}
