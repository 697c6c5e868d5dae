import { decodeHtmlEntities } from '~/lib/entities';
import { splitRichText } from '../rich-text.rules';
import { NO_SINK, TextBuilder, type Attributes, type TextSink } from './text-builder.server';
import { escapeXml } from './xml.server';

/** Between the HTML of other systems and the plain texts of questions. */

/** The plain text of HTML as a person typed it into an editor; nothing in it needs to be closed. Linear in its length. */
export function htmlToText(html: string, sink: TextSink): string {
  const builder = new TextBuilder(sink);
  readHtml(html, builder);
  return builder.result();
}

/** The same for a text without formulas and pictures, as the answers of blanks. */
export function htmlToPlain(html: string): string {
  return htmlToText(html, NO_SINK).replace(/\\\$/g, '$');
}

/** A plain text in which formulas may be typed as in MathJax. */
export function mathTextToText(text: string): string {
  if (!/\\[([]|\$/.test(text)) return text.trim();
  const builder = new TextBuilder(NO_SINK);
  builder.start('pre', {});
  builder.text(text);
  return builder.result();
}

/** Whether a text whose format is not stated holds markup. */
export function looksLikeHtml(text: string): boolean {
  return /<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?\/?>|&(?:#\d{1,7}|[a-z]{2,8});/i.test(text);
}

const TAG_NAME = /[A-Za-z][\w:-]*/y;
const ATTRIBUTE = /[\s/]*(?:([^\s=>/"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+)))?|["'=])/y;
const RAW = new Set(['script', 'style', 'title', 'template', 'noscript']);

function readHtml(html: string, builder: TextBuilder): void {
  const lastEnd = html.lastIndexOf('>');
  let at = 0;
  while (at < html.length) {
    const next = html.indexOf('<', at);
    if (next < 0 || next > lastEnd) break;
    builder.text(decodeHtmlEntities(html.slice(at, next)));
    const end = readTag(html, next, builder);
    // A < that begins no tag is a character.
    if (end < 0) builder.text('<');
    at = end < 0 ? next + 1 : end;
  }
  builder.text(decodeHtmlEntities(html.slice(at)));
}

/** Reads the tag or comment at `at` and returns where it ends, −1 when there is none. */
function readTag(html: string, at: number, builder: TextBuilder): number {
  if (html.startsWith('<!--', at)) {
    const end = html.indexOf('-->', at + 4);
    return end < 0 ? html.length : end + 3;
  }
  if (html[at + 1] === '!' || html[at + 1] === '?') return html.indexOf('>', at) + 1;
  const isEnd = html[at + 1] === '/';
  TAG_NAME.lastIndex = at + (isEnd ? 2 : 1);
  const name = TAG_NAME.exec(html)?.[0].toLowerCase();
  if (name === undefined) return -1;
  const attributes: Attributes = {};
  let end = TAG_NAME.lastIndex;
  for (;;) {
    ATTRIBUTE.lastIndex = end;
    const match = ATTRIBUTE.exec(html);
    if (!match) break;
    end = ATTRIBUTE.lastIndex;
    const [, key, double, single, bare] = match;
    if (key !== undefined) attributes[key.toLowerCase()] = decodeHtmlEntities(double ?? single ?? bare ?? '');
  }
  end = skipSpace(html, end);
  if (html[end] !== '>') return -1;
  if (isEnd) builder.end(name);
  else builder.start(name, attributes);
  if (!isEnd && RAW.has(name)) {
    const close = html.indexOf(`</${name}`, end);
    return close < 0 ? html.length : close;
  }
  return end + 1;
}

function skipSpace(html: string, at: number): number {
  const space = /[\s/]*/y;
  space.lastIndex = at;
  space.exec(html);
  return space.lastIndex;
}

type Token =
  | { kind: 'text'; text: string }
  | { kind: 'dollar' }
  | { kind: 'formula'; tex: string }
  | { kind: 'picture'; index: number };

/** The parts of a text as splitRichText has them, an escaped dollar told from a bare one. */
export function richTokens(text: string, pictures: number): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  for (const part of splitRichText(text, pictures)) {
    if (part.kind === 'formula') {
      tokens.push(part);
      at += part.tex.length + 2;
    } else if (part.kind === 'picture') {
      tokens.push(part);
      at = text.indexOf(']', at) + 1;
    } else {
      let typed = '';
      for (let index = 0; index < part.text.length; index += 1, at += 1) {
        const isEscaped = part.text[index] === '$' && text[at] === '\\';
        if (!isEscaped) {
          typed += part.text.charAt(index);
          continue;
        }
        if (typed !== '') tokens.push({ kind: 'text', text: typed });
        typed = '';
        tokens.push({ kind: 'dollar' });
        at += 1;
      }
      if (typed !== '') tokens.push({ kind: 'text', text: typed });
    }
  }
  return tokens;
}

export type HtmlOptions = {
  /** The address of each picture of the question. */
  pictures: string[];
  /** Escapes typed text where more than markup needs it. */
  escape?: (text: string) => string;
  /** Whether a style may say that spaces count (QTI allows none). */
  hasStyles?: boolean;
};

const SIMPLE_SCRIPT = /^([_^])\{([A-Za-z0-9+()., -]*[A-Za-z0-9+().,-])\}$/;
const KEEPS_SPACE = /[\t\u00A0\u2028]|^ | $| {2}| \n|\n /;

/** A plain text as well-formed HTML that htmlToText reads back the same: one line of inline elements, '' for ''. */
export function textToHtml(text: string, { pictures, escape = escapeXml, hasStyles }: HtmlOptions): string {
  const html = richTokens(text, pictures.length)
    .map((token) => {
      switch (token.kind) {
        case 'text':
          return typedToHtml(token.text, escape);
        case 'dollar':
          return '<span class="kp-dollar">$</span>';
        case 'formula':
          return formulaToHtml(token.tex);
        case 'picture':
          return `<img src="${escapeXml(pictures[token.index] ?? '')}" alt="" />`;
      }
    })
    .join('');
  if (!KEEPS_SPACE.test(text)) return html;
  return `<span class="kp-pre"${hasStyles ? ' style="white-space: pre-wrap"' : ''}>${html}</span>`;
}

function typedToHtml(text: string, escape: (text: string) => string): string {
  return escape(text)
    .replace(/\n/g, '<br />')
    .replace(/\$(?=\$)/g, '$<span></span>')
    .replace(/\\(?=[([])/g, '\\<span></span>');
}

function formulaToHtml(tex: string): string {
  const script = SIMPLE_SCRIPT.exec(tex);
  if (script?.[1] && script[2] && script[2].trim() === script[2]) {
    const name = script[1] === '_' ? 'sub' : 'sup';
    return `<${name}>${escapeXml(script[2])}</${name}>`;
  }
  return `<span class="math-tex">\\(${escapeXml(tex)}\\)</span>`;
}
