import { READING } from './docx-marks';
import { attribute, childrenOf, nameOf, textOf, textRun, type XmlNode } from './docx-xml';

/** Formulas as older Word files have them: fields { EQ \f(1,2) }, which show nothing but what they are made of. */

const MAX_FIELD = 2000;
const EQ = /^\s{0,20}EQ\b/i;

/** Puts a formula in the place of every EQ field among the runs of a paragraph. */
export function drawFields(nodes: XmlNode[]): void {
  let depth = 0;
  let begin = 0;
  let code = '';
  let isCode = false;
  nodes.forEach((node, at) => {
    const simple = 'w:fldSimple' in node ? (attribute(node, 'w:instr') ?? '') : '';
    if (EQ.test(simple)) nodes[at] = formulaOf(simple);
    if (!('w:r' in node)) return;
    for (const part of childrenOf(node)) {
      if ('w:instrText' in part && isCode) code += textOf(part).slice(0, MAX_FIELD);
      if (!('w:fldChar' in part)) continue;
      const type = attribute(part, 'w:fldCharType');
      if (type === 'begin') {
        depth += 1;
        if (depth > 1) continue;
        [begin, code, isCode] = [at, '', true];
      } else if (type === 'separate' && depth === 1) isCode = false;
      else if (type === 'end' && depth > 0 && (depth -= 1) === 0 && EQ.test(code)) {
        for (let index = begin; index <= at; index += 1) nodes[index] = { 'w:proofErr': [] };
        nodes[at] = formulaOf(code);
      }
    }
  });
}

/** Whether a node may hold such a field at all. */
export const hasFields = (nodes: XmlNode[]) =>
  nodes.some((node) => nameOf(node) === 'w:fldSimple' || childrenOf(node).some((part) => 'w:fldChar' in part));

/** 拼音指南 of older Word and of WPS: \\* jc2 \\* "Font:宋体" \\* hps10 \\o\\ad(\\s\\up 9(hán),寒) */
const RUBY =
  /^\\\*[^(),]{1,100}\\o(?:\\a[a-z])?\s?\(\\s\\up\s?\d{1,3}\(([^(),$\ue000-\ue00f]{1,60})\),([^(),$\ue000-\ue00f]{1,20})\)$/i;

function formulaOf(code: string): XmlNode {
  const source = code.replace(EQ, '').trim().slice(0, MAX_FIELD);
  const [, reading, base] = RUBY.exec(source) ?? [];
  if (reading !== undefined) return textRun(`${base}(${reading.trim()})${READING}`);
  const ringed = ringedSign(source);
  if (ringed !== null) return textRun(ringed);
  const tex = fieldToTex(source);
  // What has no form in TeX keeps its letters, and is told.
  return textRun(tex === null ? `\ue003${source.replace(/\\[a-z]{1,2}\d{0,2}/gi, '')}` : `\ue002$${tex}$\ue002`);
}

/** 带圈字符: \o\ac(○,1), the sign with a ring around it. */
const RINGED = /^\\o(?:\\a[a-z])?\s?\(\s?[○◯〇]\s?[,，]\s?([\dA-Za-z\u3400-\u9fff]{1,2})\s?\)$/i;
const RINGED_WORDS =
  '一二三四五六七八九十月火水木金土日株有社名特财祝劳秘男女适优印注项休写正上中下左右医宗学监企资协夜';

/** The sign that says the same, where there is one. */
function ringedSign(source: string): string | null {
  const inner = RINGED.exec(source)?.[1] ?? '';
  const number = /^\d+$/.test(inner) ? Number(inner) : 0;
  if (number > 0 && number <= 50)
    return String.fromCodePoint(number <= 20 ? 0x245f + number : number <= 35 ? 0x323c + number : 0x328d + number);
  if (inner === '0') return '⓪';
  if (/^[A-Z]$/.test(inner)) return String.fromCodePoint(0x24b6 + inner.charCodeAt(0) - 65);
  if (/^[a-z]$/.test(inner)) return String.fromCodePoint(0x24d0 + inner.charCodeAt(0) - 97);
  const at = inner.length === 1 ? RINGED_WORDS.indexOf(inner) : -1;
  return at >= 0 ? String.fromCodePoint(0x3280 + at) : null;
}

/** \f(1,2) → \frac{1}{2}; null for what is no formula or has no such form. */
export function fieldToTex(source: string): string | null {
  if (/[$\ue000-\ue00f]/.test(source) || source.length > MAX_FIELD) return null;
  const reader = new FieldReader(source);
  try {
    const tex = reader.sequence(0);
    return reader.isAtEnd() && tex !== '' ? tex : null;
  } catch {
    return null;
  }
}

const MAX_DEPTH = 20;

class FieldReader {
  private at = 0;

  constructor(private readonly source: string) {}

  isAtEnd(): boolean {
    return this.at >= this.source.length;
  }

  /** As far as a comma or a bracket that belongs to what stands around it; at the top there is none. */
  sequence(depth: number): string {
    if (depth > MAX_DEPTH) throw new Error('too deep');
    let out = '';
    let open = 0;
    while (!this.isAtEnd()) {
      const sign = this.source.charAt(this.at);
      if (sign === '\\') {
        out += this.command(depth);
        continue;
      }
      if (depth > 0 && open === 0 && /[,;)，]/.test(sign)) break;
      open += sign === '(' ? 1 : sign === ')' ? -1 : 0;
      out += this.plain(sign);
    }
    return out.trim();
  }

  private plain(sign: string): string {
    const words = /^[\u3400-\u9fff，。]+/.exec(this.source.slice(this.at))?.[0];
    this.at += words?.length ?? 1;
    if (words !== undefined) return `\\text{${words}}`;
    return /[%#&_{}~]/.test(sign) ? `\\${sign}` : sign;
  }

  private command(depth: number): string {
    const match = /^\\([a-z]+?)(?=\s?\(|\\|\d|\s)/i.exec(this.source.slice(this.at));
    // \, and \( are the signs themselves.
    if (!match) {
      this.at += 2;
      return this.plainAt(this.at - 1);
    }
    this.at += match[0].length;
    const options = this.options();
    const parts = this.arguments(depth);
    const tex = texOf((match[1] ?? '').toLowerCase(), options, parts);
    if (tex === null) throw new Error('no form');
    return tex;
  }

  private plainAt(at: number): string {
    const sign = this.source.charAt(at);
    return /[{}%#&_]/.test(sign) ? `\\${sign}` : sign;
  }

  private options(): string {
    const found = /^(?:\s{0,3}\\(?:(?:lc|rc|bc)\\\S|[a-z]{2}\s?\d{0,3}))*\s{0,3}\d{0,3}\s{0,3}/i.exec(
      this.source.slice(this.at),
    );
    this.at += found?.[0].length ?? 0;
    return (found?.[0] ?? '').replace(/\s/g, '').toLowerCase();
  }

  private arguments(depth: number): string[] {
    if (this.source.charAt(this.at) !== '(') throw new Error('no arguments');
    const parts: string[] = [];
    do {
      this.at += 1;
      parts.push(this.sequence(depth + 1));
    } while (/[,;，]/.test(this.source.charAt(this.at)));
    if (this.source.charAt(this.at) !== ')') throw new Error('not closed');
    this.at += 1;
    return parts;
  }
}

function texOf(name: string, options: string, parts: string[]): string | null {
  const [first = '', second = '', third = ''] = parts;
  switch (name) {
    case 'f':
      return parts.length === 2 ? `\\frac{${first}}{${second}}` : null;
    case 'r':
      return parts.length === 1 || first === '' ? `\\sqrt{${second || first}}` : `\\sqrt[${first}]{${second}}`;
    case 's':
      if (parts.length !== 1) return null;
      return options.includes('\\do') ? `_{${first}}` : options.includes('\\up') ? `^{${first}}` : null;
    case 'o':
      return parts.every((part) => /^[\^_]\{[^{}]*\}$/.test(part)) ? parts.join('') : null;
    case 'x':
      return options === '\\to' ? `\\overline{${first}}` : null;
    case 'b':
      return parts.length === 1 ? bracketed(first, options) : null;
    case 'i':
      return parts.length === 3 && options === '\\su' ? `\\sum_{${first}}^{${second}} ${third}` : null;
    case 'l':
      return parts.join(',');
    default:
      return null;
  }
}

const CLOSING: Record<string, string> = { '(': ')', '[': ']', '{': '\\}', '|': '|' };

function bracketed(inner: string, options: string): string | null {
  if (options === '') return `\\left(${inner}\\right)`;
  const drawn = (sign: string | undefined) => (sign === undefined ? '.' : /[{}]/.test(sign) ? `\\${sign}` : sign);
  const both = /\\bc\\(\S)/.exec(options)?.[1];
  if (both !== undefined) return both in CLOSING ? `\\left${drawn(both)}${inner}\\right${CLOSING[both]}` : null;
  return `\\left${drawn(/\\lc\\(\S)/.exec(options)?.[1])}${inner}\\right${drawn(/\\rc\\(\S)/.exec(options)?.[1])}`;
}
