import { z } from 'zod';
import { DEFAULT_PAGE_SIZE } from '~/lib/page';
import { idList } from '~/lib/zod';

/** The list state every table keeps in its URL; a bad value becomes the default, never an error. */
const base = {
  currentPage: z.coerce.number().int().min(1).max(1_000_000).catch(1),
  pageSize: z.coerce.number().int().min(1).max(200).catch(DEFAULT_PAGE_SIZE),
  keyword: z
    .string()
    .transform((text) => text.trim().slice(0, 100))
    .catch(''),
};

/** Reads the list state of a URL; `extra` adds filters, each with its own `.catch(default)`. */
export function listParams<E extends z.ZodRawShape>(search: URLSearchParams, extra: E) {
  return z.object({ ...base, ...extra }).parse(Object.fromEntries(search.entries()));
}

/** What the URL asks to confirm (`?confirm=delete&ids=3,4`) for these ids; none where it asks something else. */
export function confirmIds(search: URLSearchParams, confirm: string): number[] {
  if (search.get('confirm') !== confirm) return [];
  return idList('', { min: 0 }).safeParse(search.getAll('ids')).data ?? [];
}

/** A URL's parameters with all its ids: several of that name give an array. */
export function paramsWithIds(search: URLSearchParams): Record<string, unknown> {
  return { ...Object.fromEntries(search.entries()), ids: search.getAll('ids') };
}
