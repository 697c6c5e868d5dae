import { formulasOf } from '../rich-text.rules';
import type { ParsedQuestion } from './format.rules';
import { clip } from './text-draft';
import { type RawQuestion, isVerbatim } from './text-raw';

/** Formulas as other programs type them, and dollars that are none. */

/** The last two are passed over: between them $x$$y$ is no $$x$$. */
const TYPED = /\\\(([^$\n]{1,400}?)\\\)|\\\[([^$\n]{1,400}?)\\\]|\$\$([^$\n]{1,400})\$\$|\\\$|\$[^$\n]{1,400}\$/g;

/** What our texts have between dollars: \(x\), \[x\] and $$x$$ are typed so elsewhere. */
const withDollars = (text: string) =>
  text.replace(TYPED, (whole, inline?: string, block?: string, display?: string) => {
    const tex = (inline ?? block ?? display ?? '').trim();
    return tex === '' ? whole : `$${tex}$`;
  });

/** $name和$ is a text between two names: Chinese outside of braces, and no sign of a formula. */
const isFormula = (tex: string) =>
  !/[\u3400-\u9fff，。；：？！、]/.test(tex.replace(/\{[^{}]*\}/g, '')) || /\\[A-Za-z]|[\^_]/.test(tex);

/** The texts of a question that a person typed, with the formulas that are meant; what only looks like one is told. */
export function takeTypedFormulas(raw: RawQuestion, parsed: ParsedQuestion): void {
  if (raw.isRow || isVerbatim(raw.stem)) return;
  const told = new Set<string>();
  const read = (text: string) => {
    let made = '';
    let end = 0;
    const typed = withDollars(text);
    for (const { start, end: until, tex } of formulasOf(typed)) {
      if (isFormula(tex)) continue;
      told.add(typed.slice(start, until));
      made += `${typed.slice(end, start)}\\$${tex}\\$`;
      end = until;
    }
    return made + typed.slice(end);
  };
  const { fields, kind } = parsed;
  for (const name of ['stem', 'prompt', 'analysis', 'referenceAnswer']) {
    const text = fields[name];
    if (typeof text === 'string') fields[name] = read(text);
  }
  if (Array.isArray(fields.options))
    fields.options = (fields.options as unknown[]).map((option) =>
      typeof option === 'string' ? read(option) : option,
    );
  if (typeof fields.answer === 'string' && (kind === 'short' || kind === 'essay')) fields.answer = read(fields.answer);
  if (told.size > 0)
    parsed.notes.push(`“${[...told].slice(0, 4).map(clip).join('”“')}”不像公式，$ 已按原样导入，请核对。`);
}
