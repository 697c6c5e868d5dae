import { Meta, isRouteErrorResponse } from '@remix-run/react';
import { useContext } from 'react';
import { UNSAFE_DataRouterStateContext as DataRouterState } from 'react-router-dom';
import { errorWords } from './error-words';

/**
 * The title of the page; of an error page its own, for the route's would name what is not shown. Which error a
 * boundary shows is known outside of it only to the router's state.
 */
export function PageMeta() {
  const [error] = Object.values(useContext(DataRouterState)?.errors ?? {});
  if (error === undefined) return <Meta />;
  return <title>{`${errorWords(isRouteErrorResponse(error) ? error.status : 500).title} - 考评`}</title>;
}
