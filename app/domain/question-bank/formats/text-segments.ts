/** The pieces that a text is made of while markup is read. */

type Attributes = Record<string, string>;

/** `text`: as typed; `tex`: a formula; `fixed`: a mark or an escaped dollar. */
export type Segment = { kind: 'text' | 'tex' | 'fixed'; value: string };

/** A formula as it stands between its signs. */
export function toTex(text: string): Segment[] {
  const tex = cleanTex(text.trim().replace(/^\\[([]|\\[)\]]$/g, ''));
  return tex === '' ? [] : [{ kind: 'tex', value: tex }];
}

/** A raised or lowered text as a formula; as it is where it is none. */
export function script(name: 'sub' | 'sup', text: string, segments: Segment[]): Segment[] {
  const inner = text.trim();
  if (inner === '') return [];
  if (segments.some((segment) => segment.kind !== 'text') || /[\\${}^_\n]/.test(inner)) return segments;
  const tex = /^[\u0020-\u007e]*$/.test(inner) ? inner : `\\text{${inner}}`;
  return [{ kind: 'tex', value: `${name === 'sub' ? '_' : '^'}{${tex}}` }];
}

/** Underlined spaces are how many word processors draw a blank. */
export function blankOfUnderline(text: string, segments: Segment[]): Segment[] {
  return text.length >= 2 && text.trim() === '' ? [{ kind: 'text', value: '____' }] : segments;
}

/** The TeX of a formula that a learning system drew as a picture. */
export function equationOf(attributes: Attributes): string {
  if (attributes['data-equation-content']) return cleanTex(attributes['data-equation-content']);
  if (/equation_image|texrender/.test(attributes.class ?? '')) {
    return cleanTex((attributes.alt ?? attributes.title ?? '').replace(/^LaTeX:\s*/i, ''));
  }
  return '';
}

/** TeX on one line, trimmed. */
export function cleanTex(tex: string): string {
  const begun = tex.replace(/[\n\u2028]/g, ' ').trimStart();
  const trimmed = begun.trimEnd();
  // A backslash at the end has lost the space behind it.
  const slashes = trimmed.length - trimmed.replace(/\\+$/, '').length;
  return slashes % 2 === 1 ? `${trimmed}${begun.charAt(trimmed.length) || ' '}` : trimmed;
}

const MATH_ENDS: Record<string, string> = { '\\(': '\\)', '\\[': '\\]', $$: '$$' };

/** Finds \(…\), \[…\] and $$…$$; an opening without its end is text. */
export function splitMath(run: string): Segment[] {
  const parts: Segment[] = [];
  let begin = 0;
  const opening = /\\\(|\\\[|\$\$/g;
  const unclosed = new Set<string>();
  for (let match = opening.exec(run); match; match = opening.exec(run)) {
    const closing = MATH_ENDS[match[0]] ?? '';
    const end = unclosed.has(closing) ? -1 : run.indexOf(closing, match.index + 2);
    if (end < 0) {
      unclosed.add(closing);
      continue;
    }
    parts.push({ kind: 'text', value: run.slice(begin, match.index) });
    const tex = cleanTex(run.slice(match.index + 2, end).replace(/\u00A0/g, ' '));
    if (tex !== '') parts.push({ kind: 'tex', value: tex });
    begin = end + 2;
    opening.lastIndex = begin;
  }
  parts.push({ kind: 'text', value: run.slice(begin) });
  return parts.filter((part) => part.value !== '');
}
