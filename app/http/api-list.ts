import { z } from 'zod';
import { DEFAULT_PAGE_SIZE } from '~/lib/page';

/** The query of a paged API call: unlike a page's URL, a wrong value is refused with its sentence. */
export function apiList<E extends z.ZodRawShape>(extra: E) {
  const pageNumber = (label: string) =>
    z.coerce
      .number({ invalid_type_error: `${label}应为整数` })
      .int(`${label}应为整数`)
      .min(1, `${label}从 1 开始`);
  return z.object({
    pageSize: pageNumber('pageSize').max(200, 'pageSize 最大 200').default(DEFAULT_PAGE_SIZE),
    currentPage: pageNumber('currentPage').max(1_000_000, 'currentPage 太大').default(1),
    ...extra,
  });
}
