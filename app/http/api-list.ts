import { z } from 'zod';
import { DEFAULT_PAGE_SIZE } from '~/lib/page';
import { digits } from '~/lib/zod';

/** The query of a paged API call: unlike a page's URL, a wrong value is refused with its sentence; empty is absent. */
export function apiList<E extends z.ZodRawShape>(extra: E) {
  const pageNumber = (label: string, max: number, usual: number) =>
    z.preprocess(
      (value) => (value === '' || value === null ? undefined : (digits(value) ?? value)),
      z
        .number({ invalid_type_error: `${label} 应为整数` })
        .int(`${label} 应为整数`)
        .min(1, `${label} 从 1 开始`)
        .max(max, `${label} 最大 ${max}`)
        .default(usual),
    );
  return z.object({
    pageSize: pageNumber('pageSize', 200, DEFAULT_PAGE_SIZE),
    currentPage: pageNumber('currentPage', 1_000_000, 1),
    ...extra,
  });
}
