import { redirect, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { RouteError } from '~/components/layout/route-error';
import { requireUser } from '~/http/guards.server';
import { isBeginning, listOfBeginning } from '~/http/incomplete-address';
import { AppError } from '~/lib/errors';

export const meta: MetaFunction = () => [{ title: '考评' }];

/** Every address that no other route knows; one that only lacks its last word leads to its list. */
export async function loader({ request }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  if (!isBeginning(url)) throw new AppError('not_found', '地址可能有误，或内容已被删除。');
  const list = listOfBeginning(url, await requireUser(request));
  if (list === null) throw new AppError('forbidden', '这个页面不对这个账号开放。');
  throw redirect(list);
}

export function action() {
  throw new AppError('not_found', '地址可能有误，或内容已被删除。');
}

export default function UnknownPage() {
  return <RouteError />;
}

export { RouteError as ErrorBoundary };
