import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { assertSameOrigin } from '~/http/origin.server';
import { toDeviceCheck } from '~/lib/addresses/entrance';

const MAX_BYTES = 2 * 1024 * 1024;

/** Opened by its address: the check itself. */
export function loader() {
  return redirect(toDeviceCheck());
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
      const headers = { 'Content-Type': 'text/plain; charset=utf-8' };
      return new Response('测试上传的内容太大了，最多 2 MB。', { status: 413, headers });
    }
  }
  return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } });
}
