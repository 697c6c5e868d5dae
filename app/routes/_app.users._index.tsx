import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { requireUser } from '~/http/guards.server';
import { toInfo } from '~/lib/addresses/personal';

/** /users leads to the profile. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  return redirect(toInfo());
}
