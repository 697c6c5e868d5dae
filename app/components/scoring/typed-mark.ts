/** How digits typed one after the other become marks, without a key in between. Pure. */

/** The most a field takes, from its data-max; without it nothing moves on by itself. */
export function maximumOf(text: string | undefined): number {
  const maximum = Number(text);
  return text !== undefined && Number.isFinite(maximum) ? maximum : Number.NaN;
}

/**
 * True when nothing can follow what stands in a field of 0 to `maximum`: 88 of 100 (880 is too much), 100, 0, and 7 of
 * 9. After 10 of 100 a third digit may come. Halves are typed with a point, which the field before takes back.
 */
export function isMarkComplete(text: string, maximum: number): boolean {
  if (!/^\d+$/.test(text) || Number.isNaN(maximum)) return false;
  const longest = String(Math.floor(maximum)).length;
  if (text.length >= longest || text.startsWith('0')) return true;
  return Number(text) * 10 > maximum;
}

/** True when a digit more would be too much: it belongs to the next field. */
export function overflows(text: string, digit: string, maximum: number): boolean {
  return /^\d+$/.test(text) && !Number.isNaN(maximum) && Number(text + digit) > maximum;
}
