import type { KeyRow } from '../kind.schema';

/** What several kinds have in common, in words. Pure. */

/** Said in a sheet where a student gave nothing. */
export const BLANK = '未作答';

/** Line ends as the server keeps them. */
export function lines(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

/** A value of a file as text; of a list its texts, of an option its own. */
export function textOf(value: unknown): string {
  if (Array.isArray(value)) return (value as unknown[]).map(textOf).join('；');
  if (typeof value === 'object' && value !== null) return textOf((value as { text?: unknown }).text);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** The row of the analysis, which stands behind what is right. */
export const analysisRow = (analysis: string): KeyRow => ({ term: '解析', texts: [analysis] });

/** By how often; a form is shown as it was first given. */
export function mostFrequent<T>(given: { form: string; given: T }[]): { given: T; count: number }[] {
  const counts = new Map<string, { given: T; count: number }>();
  for (const one of given) {
    const known = counts.get(one.form);
    if (known) known.count += 1;
    else counts.set(one.form, { given: one.given, count: 1 });
  }
  return [...counts.values()].sort((a, b) => b.count - a.count).slice(0, SHOWN);
}

const SHOWN = 8;
