import type { LinksFunction, LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData, useLocation, type ShouldRevalidateFunctionArgs } from '@remix-run/react';
import { WizardSteps } from '~/components/exam/wizard';
import { BelowHead } from '~/components/layout/below-head';
import { isReadingOn, useKeptData } from '~/components/layout/kept-data';
import { RouteError } from '~/components/layout/route-error';
import { findWizardHead } from '~/domain/exam/wizard-head.queries.server';
import { STEPS } from '~/domain/exam/wizard-steps.rules';
import { requireTeacher } from '~/http/guards.server';
import { idOrNone } from '~/lib/zod';
import listStyles from '~/styles/lists.css?url';
import stepStyles from '~/styles/steps.css?url';

export const links: LinksFunction = () => [listStyles, stepStyles].map((href) => ({ rel: 'stylesheet', href }));

const examOf = (url: URL) => url.searchParams.get('id');

/** The way through the steps, by what the draft is to test. Each step asks whether it may be worked on. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const id = idOrNone(examOf(new URL(request.url)));
  return { exam: id === 0 ? null : await findWizardHead(actor, id) };
}

/** Kept while one goes from step to step without saving; a tick in the picker changes nothing of it either. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  if (args.formData?.get('_intent') === 'tick') return false;
  return examOf(args.currentUrl) !== examOf(args.nextUrl) || !isReadingOn(args);
}

const NEW = { id: null, testType: 2 } as const;

export default function WizardLayout() {
  const data = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  useKeptData(data);
  const current = STEPS.findIndex((step) => pathname.endsWith(`/${step}`));
  return (
    <BelowHead.Provider value={<WizardSteps current={current} exam={data.exam ?? NEW} />}>
      <Outlet />
    </BelowHead.Provider>
  );
}

export { RouteError as ErrorBoundary };
