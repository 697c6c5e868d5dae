/** One page of a list. */
export type Page<T> = { rows: T[]; totalCount: number; pageSize: number; currentPage: number };

export type PageInput = { currentPage: number; pageSize: number };

export const DEFAULT_PAGE_SIZE = 15;

/** Where a page starts in the whole list. */
export function pageOffset(input: PageInput): number {
  return (input.currentPage - 1) * input.pageSize;
}

/** The asked page of rows that are all at hand, for lists whose filter or order no query can express. */
export function pageOf<T>(rows: T[], input: PageInput): Page<T> {
  const start = pageOffset(input);
  return {
    rows: rows.slice(start, start + input.pageSize),
    totalCount: rows.length,
    pageSize: input.pageSize,
    currentPage: input.currentPage,
  };
}

/** The asked page, or the last one where the list does not reach as far. */
export async function lastPageOr<I extends PageInput, T>(
  input: I,
  read: (input: I) => Promise<Page<T>>,
): Promise<Page<T>> {
  const page = await read(input);
  if (page.rows.length > 0 || page.totalCount === 0) return page;
  return read({ ...input, currentPage: Math.ceil(page.totalCount / page.pageSize) });
}
