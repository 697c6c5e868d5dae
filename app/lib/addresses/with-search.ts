import type { Address } from './address';

/** The same address with the parameters of another one, as they stand there: a download of the list that is shown. */
export function withSearch(to: Address, search: URLSearchParams): Address {
  const text = search.toString();
  return (text === '' ? to : `${to}?${text}`) as Address;
}
