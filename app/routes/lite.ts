import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { isLite, liteCookie } from '~/http/lite.server';
import { localPath } from '~/http/local-path';
import { foreignWrite } from '~/http/origin.server';
import { SMALL_FORM, readTexts } from '~/http/uploads.server';

/** Switches 精简模式 and leads back to the page it was switched on. */
export async function action({ request }: ActionFunctionArgs) {
  const refusal = foreignWrite(request);
  if (refusal) return refusal;
  const form = await readTexts(request, SMALL_FORM);
  const cookie = await liteCookie(!(await isLite(request)));
  return redirect(localPath(form.get('to'), '/dashboard'), { headers: { 'Set-Cookie': cookie } });
}

export function loader() {
  return redirect('/dashboard');
}
