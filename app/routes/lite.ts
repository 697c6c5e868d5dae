import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { isLite, liteCookie } from '~/http/lite.server';
import { localPath } from '~/http/local-path';
import { foreignWrite } from '~/http/origin.server';
import { SMALL_FORM, readTexts } from '~/http/uploads.server';
import { toDashboard } from '~/lib/addresses/account';

/** Switches 精简模式 and leads back to the page it was switched on. */
export async function action({ request }: ActionFunctionArgs) {
  const refusal = foreignWrite(request);
  if (refusal) return refusal;
  const form = await readTexts(request, SMALL_FORM);
  const cookie = await liteCookie(!(await isLite(request)));
  return redirect(localPath(form.get('to'), toDashboard()), { headers: { 'Set-Cookie': cookie } });
}

export function loader() {
  return redirect(toDashboard());
}
