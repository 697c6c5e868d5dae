import type { RefinementCtx } from 'zod';

/** No list has as many parts; each would be judged, and named in the answer. */
export const MOST_PARTS = 10_000;

/**
 * For a schema's preprocess: the parts of a list that comes as a text with commas (or what else stands `between`), as an
 * array, or as an array of such texts; what is no text is one part. An endless one is refused before its rest is taken
 * apart.
 */
export function listedParts(value: unknown, context: RefinementCtx, between: string | RegExp = ','): unknown[] {
  const parts: unknown[] = [];
  for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) {
    if (typeof one === 'string') parts.push(...one.split(between, MOST_PARTS + 1));
    else parts.push(one);
    if (parts.length > MOST_PARTS) {
      context.addIssue({ code: 'custom', message: `内容太多了，一个列表最多 ${MOST_PARTS} 项`, fatal: true });
      return [];
    }
  }
  return parts;
}
