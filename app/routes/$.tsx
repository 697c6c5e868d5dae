import type { MetaFunction } from '@remix-run/node';
import { RouteError } from '~/components/layout/route-error';
import { AppError } from '~/lib/errors';

export const meta: MetaFunction = () => [{ title: '找不到页面 - 考评' }];

/** Every address that no other route knows. */
export function loader() {
  throw new AppError('not_found', '地址可能有误，或内容已被删除。');
}

export function action() {
  throw new AppError('not_found', '地址可能有误，或内容已被删除。');
}

export default function UnknownPage() {
  return <RouteError />;
}

export { RouteError as ErrorBoundary };
