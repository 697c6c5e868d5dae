import type { Address, Query } from './address';

/** The same address with the parameters of another one, as they stand there: a download of the list that is shown. */
export function withSearch(to: Address, search: URLSearchParams): Address {
  const text = search.toString();
  return (text === '' ? to : `${to}?${text}`) as Address;
}

/** An address that somebody else made, with parameters more; one that is undefined or null is left out. */
export function withQuery(to: Address | string, query: Query): Address {
  let text: string = to;
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    text += `${text.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`;
  }
  return text as Address;
}
