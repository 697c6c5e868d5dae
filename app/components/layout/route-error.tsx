import { isRouteErrorResponse, useRouteError, useRouteLoaderData } from '@remix-run/react';
import { ErrorPage } from './error-page';

const TITLES: Record<number, string> = {
  403: '没有访问权限',
  404: '找不到页面',
  409: '内容已发生变化',
  413: '文件太大',
  503: '服务暂时不可用',
};

const TEXTS: Record<number, string> = {
  403: '您的账号不能打开这个页面。如需要，请联系班级老师或管理员。',
  404: '地址可能有误，或内容已被删除。',
  503: '请稍候片刻再刷新。已保存的内容不会丢失。',
};

/** The shared error boundary: 403, 404, 503 with their reason, everything else as 500 with the request's id. */
export function RouteError() {
  const error = useRouteError();
  const root = useRouteLoaderData<{ userType: number; requestId: string }>('root');
  const homeHref = root && root.userType > 0 ? '/dashboard' : '/login';
  if (isRouteErrorResponse(error) && error.status < 500) {
    const said = (error.data as { message?: unknown } | null)?.message;
    return (
      <ErrorPage
        status={error.status}
        title={TITLES[error.status] ?? '无法完成'}
        text={typeof said === 'string' && said !== '' ? said : (TEXTS[error.status] ?? '请返回后重试。')}
        homeHref={homeHref}
      />
    );
  }
  const status = isRouteErrorResponse(error) ? error.status : 500;
  return (
    <ErrorPage
      status={status}
      title={TITLES[status] ?? '服务器内部错误'}
      text={TEXTS[status] ?? '系统出了问题，已记录下来。请稍后重试；若仍不行，请把下面的编号告诉管理员。'}
      requestId={root?.requestId}
      homeHref={homeHref}
    />
  );
}
