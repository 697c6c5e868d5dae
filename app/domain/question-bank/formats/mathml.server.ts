import { MathMLToLaTeX } from 'mathml-to-latex';
import { escapeXml } from './xml.server';

/** One formula of MathML while its elements are read, and its TeX. */

/** Longer or deeper ones are nobody's formula. */
const MAX_LENGTH = 10_000;
const MAX_DEPTH = 40;
const TEX = /tex/i;

/** The signs some writers put around the TeX of an annotation: \[…\], \(…\), $…$. */
const DELIMITED = /^(?:\\\[([\s\S]*)\\\]|\\\(([\s\S]*)\\\)|(\${1,2})([^$]*)\3)$/;

function withoutDelimiters(tex: string): string {
  const match = DELIMITED.exec(tex);
  return match ? (match[1] ?? match[2] ?? match[4] ?? '').trim() : tex;
}

export class MathCollector {
  private markup = '';
  private readonly open: string[] = [];
  private isTooMuch = false;
  private shown = '';
  /** The TeX that some writers keep beside the formula. */
  private stated = '';
  private annotation: 'tex' | 'other' | null = null;

  start(name: string, attributes: Record<string, string>): void {
    if (name === 'annotation' || name === 'annotation-xml') {
      this.annotation = TEX.test(attributes.encoding ?? '') ? 'tex' : 'other';
      return;
    }
    if (this.annotation || !/^m[a-z]{1,20}$|^none$|^semantics$/.test(name)) return;
    if (this.open.length >= MAX_DEPTH) this.isTooMuch = true;
    if (this.isTooMuch) return;
    const kept = ['open', 'close', 'separators', 'mathvariant', 'linethickness', 'accent', 'display'].flatMap((key) =>
      attributes[key] === undefined ? [] : [` ${key}="${escapeXml(attributes[key])}"`],
    );
    this.add(`<${name}${kept.join('')}>`);
    this.open.push(name);
  }

  end(name: string): void {
    if (name === 'annotation' || name === 'annotation-xml') {
      this.annotation = null;
      return;
    }
    if (this.annotation || this.isTooMuch || !this.open.includes(name)) return;
    for (let closed = this.open.pop(); closed !== undefined; closed = this.open.pop()) {
      this.add(`</${closed}>`);
      if (closed === name) break;
    }
  }

  text(text: string): void {
    if (this.annotation === 'tex' && this.stated.length < MAX_LENGTH) this.stated += text;
    if (this.annotation) return;
    this.shown += text;
    this.add(escapeXml(text));
  }

  /** What stands in the formula, without its form. */
  plain(): string {
    return this.shown.replace(/\s+/g, ' ').trim();
  }

  /** Its TeX; null for one that cannot be said in TeX. */
  tex(): string | null {
    const stated = withoutDelimiters(this.stated.trim());
    if (stated !== '') return stated.includes('$') ? null : stated.replace(/\s+/g, ' ');
    if (this.isTooMuch || this.plain() === '') return null;
    for (let name = this.open.pop(); name !== undefined; name = this.open.pop()) this.add(`</${name}>`);
    try {
      const tex = MathMLToLaTeX.convert(`<math>${this.markup}</math>`).replace(/\s+/g, ' ').trim();
      return tex === '' || tex.includes('$') ? null : tex;
    } catch {
      return null;
    }
  }

  private add(markup: string): void {
    if (this.markup.length + markup.length > MAX_LENGTH) this.isTooMuch = true;
    else this.markup += markup;
  }
}
