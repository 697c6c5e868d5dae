import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { foreignWrite } from '~/http/origin.server';
import { closeSession } from '~/http/session.server';
import { toDashboard, toLogin } from '~/lib/addresses/account';

/** Signing out is a write: a link or a prefetch cannot do it. */
export async function action({ request }: ActionFunctionArgs) {
  const refusal = foreignWrite(request);
  if (refusal) return refusal;
  return redirect(toLogin(), { headers: { 'Set-Cookie': await closeSession(request) } });
}

export function loader() {
  return redirect(toDashboard());
}
