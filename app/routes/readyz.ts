import type { LoaderFunctionArgs } from '@remix-run/node';
import { checkReadiness } from '~/domain/user/readiness.server';
import { requestTime } from '~/http/request.server';

/** Ready: database and data directory take what is written; 503 with the reason otherwise. */
export async function loader({ request }: LoaderFunctionArgs) {
  const readiness = await checkReadiness(requestTime(request));
  return Response.json(readiness, {
    status: readiness.ready ? 200 : 503,
    headers: { 'Cache-Control': 'no-store', ...(readiness.ready ? {} : { 'Retry-After': '5' }) },
  });
}
