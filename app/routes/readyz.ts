import { checkReadiness } from '~/domain/user/readiness.queries.server';

/** Ready: the database answers and files can be written; 503 otherwise. */
export async function loader() {
  const readiness = await checkReadiness();
  return Response.json(readiness, {
    status: readiness.ready ? 200 : 503,
    headers: { 'Cache-Control': 'no-store', ...(readiness.ready ? {} : { 'Retry-After': '5' }) },
  });
}
