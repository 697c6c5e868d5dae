import { useRouteLoaderData } from '@remix-run/react';
import type { getBankFrame } from '~/domain/question-bank/bank-frame.queries.server';

/** The directories, the types and the basket that the layout of a bank has for the pages inside it. */
export function useBankFrame() {
  const frame = useRouteLoaderData<() => ReturnType<typeof getBankFrame>>('routes/_app._bank');
  if (!frame) throw new Error('a page of a bank stands outside of its layout');
  return frame;
}
