import type { LinksFunction, LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData, type ShouldRevalidateFunctionArgs } from '@remix-run/react';
import { BelowHead } from '~/components/layout/below-head';
import { isReadingOn, useKeptData } from '~/components/layout/kept-data';
import { RouteError } from '~/components/layout/route-error';
import { ExamScoringNav } from '~/components/scoring/exam-scoring-nav';
import { findScoringHead } from '~/domain/scoring/paper/scoring-head.queries.server';
import { requireTeacher } from '~/http/guards.server';
import { idOrNone } from '~/lib/zod';
import listStyles from '~/styles/lists.css?url';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: listStyles }];

const examOf = (url: URL) => url.searchParams.get('examId');

/** The tabs of an exam's scoring, by what the reader is in it. Each page inside says whom it is for. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const id = idOrNone(examOf(new URL(request.url)));
  return { exam: id === 0 ? null : await findScoringHead(actor, id) };
}

/** Kept while one reads on in the same exam. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  return examOf(args.currentUrl) !== examOf(args.nextUrl) || !isReadingOn(args);
}

export default function ScoringLayout() {
  const data = useLoaderData<typeof loader>();
  useKeptData(data);
  return (
    <BelowHead.Provider value={data.exam ? <ExamScoringNav {...data.exam} /> : null}>
      <Outlet />
    </BelowHead.Provider>
  );
}

export { RouteError as ErrorBoundary };
