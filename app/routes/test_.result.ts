import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { saveDeviceCheck } from '~/domain/user/device-check.commands.server';
import { deviceCheckSchema } from '~/domain/user/device-check.schema';
import { requireUser } from '~/http/guards.server';
import { requestTime } from '~/http/request.server';
import { SMALL_FORM, readTexts } from '~/http/uploads.server';
import { toDeviceCheck } from '~/lib/addresses/entrance';
import { formDataToObject } from '~/lib/form-values';

/** Opened by its address: the check itself. */
export function loader() {
  return redirect(toDeviceCheck());
}

/** Keeps the result of a signed-in person's device check. */
export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireUser(request);
  const states = formDataToObject(await readTexts(request, SMALL_FORM));
  const input = deviceCheckSchema.parse({ states, uploadKbps: states.uploadKbps });
  await saveDeviceCheck(actor, input, request.headers.get('User-Agent') ?? '', requestTime(request));
  return redirect(toDeviceCheck({ saved: 1 }), 303);
}
