import { AppError } from './errors';

/** No list has as many parts; each would be judged, and named in the answer. */
export const MOST_PARTS = 10_000;

/**
 * The parts of a list that comes as a text with commas (or what else stands `between`), as an array, or as an array of
 * such texts; what is no text is one part. Throws `too_large` before the rest of an endless one is taken apart.
 */
export function listedParts(value: unknown, between: string | RegExp = ','): unknown[] {
  const parts: unknown[] = [];
  for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) {
    if (typeof one === 'string') parts.push(...one.split(between, MOST_PARTS + 1));
    else parts.push(one);
    if (parts.length > MOST_PARTS) throw new AppError('too_large', `内容太多了，一个列表最多 ${MOST_PARTS} 项`);
  }
  return parts;
}
