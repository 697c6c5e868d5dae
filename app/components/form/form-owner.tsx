import { useRouteLoaderData } from '@remix-run/react';
import { HiddenFields } from './submit';

type Layout = { formOwner: string };

/**
 * In a form whose texts must outlive the session: on whose page it stands (http/form-owner.server), and in a sitting of
 * which attempt it is.
 */
export function FormOwner({ attemptId }: { attemptId?: number }) {
  const sit = useRouteLoaderData<Layout>('routes/_sit');
  const app = useRouteLoaderData<Layout>('routes/_app');
  return <HiddenFields values={{ _for: (sit ?? app)?.formOwner, attemptId }} />;
}
