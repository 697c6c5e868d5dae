import { withParams } from './with-params';

/** The rows of a list that are ticked, on whatever page of it: they stand in its URL until they are used. */

type Url = { pathname: string; search: string };

/** Says that the `ids` of a URL are all the ticks, as a list's form of boxes sends them by itself. */
export const FROM_BOXES = 'boxes';

export function tickedIds(search: string): number[] {
  const ids = (new URLSearchParams(search).get('ticked') ?? '').split(',').map(Number);
  return [...new Set(ids.filter((id) => Number.isInteger(id) && id > 0))];
}

/** The same page of the list with these ticks. */
export function withTicks(url: Url, ids: readonly number[]): string {
  const currentPage = new URLSearchParams(url.search).getAll('currentPage').pop() ?? null;
  return withParams(url, { ticked: ids.join(','), currentPage });
}

/** The list's URL without the ticks that were used. */
export function withoutTicks(url: Url, used: readonly number[]): string {
  return withTicks(
    url,
    tickedIds(url.search).filter((id) => !used.includes(id)),
  );
}

/** Where the form of boxes leads that was sent without script: its ids are ticked from now on; null for other URLs. */
export function keptTicks({ pathname, search }: Url): string | null {
  const asked = new URLSearchParams(search);
  if (!asked.has(FROM_BOXES)) return null;
  const ids = asked.getAll('ids').flatMap((part) => part.split(','));
  const kept = withTicks({ pathname, search }, ids.map(Number));
  const dialog = asked.get('confirm') ? ids.join(',') : null;
  const currentPage = new URLSearchParams(kept.split('?')[1]).get('currentPage');
  return withParams(
    { pathname, search: kept.slice(pathname.length) },
    { [FROM_BOXES]: null, ids: dialog, currentPage },
  );
}
