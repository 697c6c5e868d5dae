import { decodeHtmlEntities } from '~/lib/entities';
import { htmlToPlain } from './html-text.server';
import { element, textContent, type XmlElement } from './xml.server';

/** Moodle's embedded answers: {1:SHORTANSWER:=a~=b}, {2:MULTICHOICE:=a~b#feedback} … in the HTML of a cloze question. */

export type EmbeddedOption = { html: string; weight: number; feedback: string };
export type Embedded = {
  type: 'short' | 'choice' | 'several' | 'number';
  /** SHORTANSWER_C: capitals are told apart. */
  isCased: boolean;
  weight: number;
  options: EmbeddedOption[];
};

const TYPES: [RegExp, Embedded['type']][] = [
  [/^(SHORTANSWER|SA|MW)(_?C)?$/, 'short'],
  [/^(NUMERICAL|NM)$/, 'number'],
  [/^(MULTIRESPONSE|MR)(_?[HS]+)?$/, 'several'],
  [/^(MULTICHOICE|MC)(_?[VHS]+)?$/, 'choice'],
];

/** The HTML around the embedded answers, always one piece more than there are answers. */
export function splitEmbedded(html: string): { pieces: string[]; embedded: Embedded[] } {
  const pieces: string[] = [];
  const embedded: Embedded[] = [];
  const opening = /\{(\d{0,3}(?:\.\d{1,5})?):([A-Z_]{2,20}):/g;
  let begin = 0;
  for (let match = opening.exec(html); match; match = opening.exec(html)) {
    const type = TYPES.find(([pattern]) => pattern.test(match?.[2] ?? ''))?.[1];
    if (!type) continue;
    const from = match.index + match[0].length;
    const end = findEnd(html, from);
    if (end < 0) break;
    pieces.push(html.slice(begin, match.index));
    const isCased = type === 'short' && /_?C$/.test(match[2] ?? '');
    embedded.push({ type, isCased, weight: Number(match[1] || '1'), options: readOptions(html.slice(from, end)) });
    begin = end + 1;
    opening.lastIndex = begin;
  }
  pieces.push(html.slice(begin));
  return { pieces, embedded };
}

/** 9.8±0.1 of a number that may differ; '' where none may. */
export function rangesIn(answers: { label: string; node: XmlElement }[]): string {
  const ranges = answers.map(({ label, node }) => ({
    label,
    by: textContent(element(node, 'tolerance')).trim() || '0',
  }));
  return ranges.some(({ by }) => Number(by) !== 0) ? ranges.map(({ label, by }) => `${label}±${by}`).join('|') : '';
}

/** What each place accepts and chose from, for whoever mends a question that no bank takes: （1）甲（原有选项：甲、乙） */
export function embeddedKeys(embedded: Embedded[]): string {
  return embedded
    .map(({ type, options }, index) => {
      const right = options.filter(({ weight }) => weight >= 100 || (type === 'several' && weight > 0));
      const said = right.map(({ html }) => plainAnswer(html)).join(type === 'several' ? '、' : '|');
      const all =
        type === 'choice' || type === 'several' ? options.map(({ html }) => plainAnswer(html)).join('、') : '';
      return `（${index + 1}）${said}${all === '' ? '' : `（原有选项：${all}）`}`;
    })
    .join('\n');
}

function findEnd(html: string, from: number): number {
  for (let at = html.indexOf('}', from); at >= 0; at = html.indexOf('}', at + 1)) {
    if (html[at - 1] !== '\\') return at;
  }
  return -1;
}

function readOptions(source: string): EmbeddedOption[] {
  return splitAt(source, '~').map((whole) => {
    const [head = '', ...rest] = splitAt(whole.trim(), '#');
    const match = /^(=|%(-?\d{1,3}(?:\.\d{1,7})?)%=?)?/.exec(head);
    const weight = match?.[2] !== undefined ? Number(match[2]) : match?.[1] ? 100 : 0;
    return { html: unescape(head.slice(match?.[0].length ?? 0)), weight, feedback: unescape(rest.join('#')) };
  });
}

/** Splits at a sign that neither a backslash escapes nor a character reference contains. */
function splitAt(text: string, sign: '~' | '#'): string[] {
  const parts: string[] = [];
  let begin = 0;
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) {
    const before = text[at - 1];
    if (before === '\\' || (sign === '#' && before === '&')) continue;
    parts.push(text.slice(begin, at));
    begin = at + 1;
  }
  parts.push(text.slice(begin));
  return parts;
}

function unescape(text: string): string {
  return text.replace(/\\([~#}"/*\\])/g, '$1');
}

/** An answer that students type, from its HTML. */
export function plainAnswer(html: string): string {
  return (html.includes('<') ? htmlToPlain(html) : decodeHtmlEntities(html)).replace(/\u00A0/g, ' ').trim();
}

/** A blank with its alternatives, every sign of the notation as a character reference, which Moodle resolves. */
export function writeShortAnswer(alternatives: string[]): string {
  const options = alternatives.map((text) => `=${text.replace(SIGNS, reference).replace(/\*/g, '\\*')}`);
  return `{1:SHORTANSWER:${options.join('~')}}`;
}

const SIGNS = /[{}~#\\=%&<>"/\n\t\u00A0]|^ +| +$/g;

function reference(text: string): string {
  return [...text].map((sign) => `&#${sign.charCodeAt(0)};`).join('');
}

/** Typed text of a cloze stem, so that no brace of it begins an answer. */
export function escapeBraces(html: string): string {
  return html.replace(/\{/g, '&#123;');
}
