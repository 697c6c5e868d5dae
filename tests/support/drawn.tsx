import { renderToStaticMarkup } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom/server';
import type { ReactElement } from 'react';

/** What the server sends for an element on a page of this URL: what a browser without script sees. */
export async function drawn(element: ReactElement, url = '/list?tab=single&keyword=a&currentPage=3'): Promise<string> {
  const handler = createStaticHandler([{ path: '*', element }]);
  const context = await handler.query(new Request(`http://school${url}`));
  if (context instanceof Response) throw new Error('redirected');
  const router = createStaticRouter(handler.dataRoutes, context);
  return renderToStaticMarkup(<StaticRouterProvider router={router} context={context} hydrate={false} />).replace(
    /&amp;/g,
    '&',
  );
}
