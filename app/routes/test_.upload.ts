import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { assertSameOrigin } from '~/http/origin.server';

const MAX_BYTES = 2 * 1024 * 1024;

/** Opened by its address: the check itself. */
export function loader() {
  return redirect('/test');
}

/** Takes bytes and forgets them, so that the device check can measure how fast they went. Public, like the check. */
export async function action({ request }: ActionFunctionArgs) {
  assertSameOrigin(request);
  const reader = request.body?.getReader();
  let size = 0;
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    size += (value as Uint8Array).length;
    if (size > MAX_BYTES) {
      await reader.cancel();
      return new Response(null, { status: 413 });
    }
  }
  return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } });
}
