import type { LinksFunction, LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData, type ShouldRevalidateFunctionArgs } from '@remix-run/react';
import { isReadingOn, useKeptData } from '~/components/layout/kept-data';
import { RouteError } from '~/components/layout/route-error';
import { getBankFrame } from '~/domain/question-bank/bank-frame.queries.server';
import { BANKS, type Bank } from '~/domain/question-bank/question.schema';
import { requireUser } from '~/http/guards.server';
import listStyles from '~/styles/lists.css?url';
import bankStyles from '~/styles/bank.css?url';

export const links: LinksFunction = () => [listStyles, bankStyles].map((href) => ({ rel: 'stylesheet', href }));

const PLACES: Partial<Record<string, Bank>> = {
  oral_test: 'oral',
  pen_test: 'written',
  theory: 'theory',
  'mine/page': 'oral',
  'mine/pen': 'written',
  'mine/theory': 'theory',
};

/** The bank that an address is about; that of 我的题库 stands in its query. */
function bankOf({ pathname, searchParams }: URL): Bank {
  const place = /^\/question_bank\/(mine\/(?:page|pen|theory)|\w+)\//.exec(pathname)?.[1] ?? '';
  const asked = searchParams.get('bank') ?? 'oral';
  return PLACES[place] ?? BANKS.find((bank) => bank === asked) ?? 'theory';
}

/** What the reader has of a bank, for its list and its forms. Each page inside says whom it is for. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireUser(request);
  return getBankFrame(actor, bankOf(new URL(request.url)));
}

/** Kept while one reads on in the same bank. What a dialog or 类型管理 decides on is asked for anew. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  const { currentUrl, nextUrl } = args;
  const isDeciding = ['confirm', 'manage'].some((name) => nextUrl.searchParams.get(name));
  return isDeciding || bankOf(currentUrl) !== bankOf(nextUrl) || !isReadingOn(args);
}

export default function BankLayout() {
  useKeptData(useLoaderData<typeof loader>());
  return <Outlet />;
}

export { RouteError as ErrorBoundary };
