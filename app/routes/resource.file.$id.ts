import type { LoaderFunctionArgs } from '@remix-run/node';
import { fileOrRefusal } from '~/components/layout/refusal-page.server';
import { getResourceToSend } from '~/domain/resource/resource-file.server';
import { resourceIdSchema } from '~/domain/resource/resource.schema';
import { requireUser } from '~/http/guards.server';
import { requestTime } from '~/http/request.server';
import { firstByteOf, sendFile } from '~/http/send-file.server';
import { notFound } from '~/lib/errors';

/** A resource as a download, or with `?inline=1` as the browser shows it. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireUser(request);
  return fileOrRefusal(async () => {
    const parsed = resourceIdSchema.safeParse(params);
    if (!parsed.success) throw notFound('资源');
    const isInline = new URL(request.url).searchParams.get('inline') === '1';
    const asked = { isInline, from: firstByteOf(request) };
    return sendFile(request, await getResourceToSend(actor, parsed.data.id, asked, requestTime(request)));
  });
}
