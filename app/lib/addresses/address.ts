import type { RoutePath } from './route-table';

/** An address inside the app; only the functions of this folder make one. */
export type Address = string & { readonly isAddress: true };

/** Parameters in the order they are written in; one that is undefined or null is left out. */
export type Query = { readonly [name: string]: string | number | null | undefined };

/** What a number names, or several of them with commas between, or what an address said. */
export type Id = number | string;

/** The words of addresses, as the domain has them: a new one there does not compile until it stands here. */
export type Bank = 'oral' | 'written' | 'theory';
export type Part = 'oral' | 'written';

type WithId = Extract<RoutePath, `${string}/:id`>;

// A page leaves out what it only names for the server: so the notes to the bundler.

/** The address of a page of the route table: its parameters, each encoded, and the place on it. @__NO_SIDE_EFFECTS__ */
export function address(path: Exclude<RoutePath, `${string}:${string}`>, query?: Query, place?: string): Address {
  let text: string = path;
  let sign = '?';
  for (const name in query) {
    const value = query[name];
    if (value === undefined || value === null) continue;
    text += `${sign}${name}=${encodeURIComponent(value)}`;
    sign = '&';
  }
  return (place ? `${text}#${place}` : text) as Address;
}

/** The address of a page that names one thing in its path. @__NO_SIDE_EFFECTS__ */
export function addressOf(path: WithId, id: Id, query?: Query, place?: string): Address {
  return address(path.replace(':id', encodeURIComponent(id)) as '/', query, place);
}
