import { splitStem } from '../question.rules';
import { pictureMark, splitRichText } from '../rich-text.rules';
import { MathCollector } from './mathml.server';
import { blankOfUnderline, cleanTex, equationOf, script, splitMath, toTex, type Segment } from './text-segments';

/**
 * Turns markup, element by element, into the plain text of questions: blocks and <br> become line breaks, lists
 * are numbered, sub- and superscripts and MathJax become $…$, pictures become [图n] marks. What a text cannot
 * hold is told to the sink.
 */

export type TextSink = {
  /** A picture's place among the question's pictures, from 0; null when it cannot be had. */
  picture(source: string): number | null;
  audio(source: string): void;
  note(sentence: string): void;
};

/** For texts whose pictures and sounds are of no use, as the answers of blanks. */
export const NO_SINK: TextSink = { picture: () => null, audio: () => undefined, note: () => undefined };

export type Attributes = Record<string, string>;

type Open = {
  name: string;
  isPre: boolean;
  isHidden: boolean;
  /** Its style hides it: the page does not show it either. */
  isUnseen: boolean;
  /** What is done with everything since `from` when the element ends. */
  capture: ((text: string, segments: Segment[]) => Segment[]) | null;
  from: number;
  /** Of an ordered list the next number; 0 of another. */
  counter: number;
};

const names = (text: string) => new Set(text.split(' '));
const BLOCKS = names(
  'p div h1 h2 h3 h4 h5 h6 ul ol li table thead tbody tfoot tr caption blockquote pre section article header footer ' +
    'main aside nav figure figcaption dl dt dd form fieldset legend address center itemBody feedbackBlock prompt',
);
const VOID = names('br hr img input source track wbr col area base link meta embed param');
const HIDDEN = names('script style head title template annotation annotation-xml noscript audio video object');
const AUDIO_NAME = /\.(mp3|m4a|wav|ogg|oga|aac|flac|amr|wma|weba)([?#]|$)/i;
const PRE_STYLE = /white-space\s*:\s*(pre|break-spaces)/i;

const UNSEEN_STYLE = /(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;
const UNSEEN_NOTE = '网页里不显示的文字没有导入。如果它是题目的一部分，请导入后补上。';

const STRUCK = names('s strike del');
const STRUCK_STYLE = /text-decoration[^;]{0,60}line-through/i;
const UNDERLINE_STYLE = /text-decoration[^;]{0,60}underline/i;

export class TextBuilder {
  private segments: Segment[] = [];
  private open: Open[] = [];
  private openCount = new Map<string, number>();
  private run = '';
  private hidden = 0;
  private unseen = 0;
  private pre = 0;
  private math = 0;
  /** Nothing stands in the line yet but, perhaps, the mark of a list. */
  private isLineEmpty = true;
  /** Nothing stands in the cell of a table yet. */
  private isCellEmpty = false;
  private isSpacePending = false;

  /** The formula that is being read. */
  private mathml: MathCollector | null = null;

  constructor(private readonly sink: TextSink) {}

  /** Characters as a reader would see them, entities resolved. */
  text(text: string): void {
    if (this.mathml) this.mathml.text(text);
    else if (this.hidden === 0) this.run += text;
    else if (this.unseen > 0 && text.trim() !== '') this.sink.note(UNSEEN_NOTE);
  }

  /** What is to stand exactly so. */
  fixed(value: string): void {
    if (this.hidden > 0) return;
    this.flush();
    this.push({ kind: 'fixed', value });
  }

  start(name: string, attributes: Attributes): void {
    if (this.mathml) {
      this.mathml.start(name, attributes);
      return;
    }
    if (name === 'math' && this.hidden === 0) {
      this.flush();
      this.mathml = new MathCollector();
      return;
    }
    if (name === 'br') {
      this.text('\u2028');
      return;
    }
    this.flush();
    // A row ends the cell before it, which nobody has to close.
    if (name === 'tr') for (const cell of ['td', 'th']) if (this.isOpen(cell)) this.end(cell);
    if (BLOCKS.has(name) || name === 'hr') this.block();
    if (this.hidden === 0 || name === 'source') this.startVisible(name, attributes);
    if (VOID.has(name)) return;
    const classes = (attributes.class ?? '').split(/\s+/);
    const isPre = name === 'pre' || classes.includes('kp-pre') || PRE_STYLE.test(attributes.style ?? '');
    const isOwn = HIDDEN.has(name) || classes.includes('kp-pictures');
    const isUnseen = !isOwn && UNSEEN_STYLE.test((attributes.style ?? '').slice(0, 2000));
    const isHidden = isOwn || isUnseen;
    const capture = this.hidden > 0 ? null : this.captureOf(name, classes, attributes);
    if (isPre) this.pre += 1;
    if (isHidden) this.hidden += 1;
    if (isUnseen) this.unseen += 1;
    if (capture === toTex) this.math += 1;
    if (capture && this.isSpacePending && !this.isLineEmpty) this.push({ kind: 'text', value: '' });
    const from = this.segments.length;
    this.open.push({
      name,
      isPre,
      isHidden,
      isUnseen,
      capture,
      from,
      counter: name === 'ol' ? startOf(attributes) : 0,
    });
    this.openCount.set(name, (this.openCount.get(name) ?? 0) + 1);
  }

  end(name: string): void {
    if (this.mathml) {
      if (name === 'math') this.endMath();
      else this.mathml.end(name);
      return;
    }
    this.flush();
    if (this.isOpen(name)) {
      for (;;) {
        const closed = this.closeLast();
        if (closed === undefined || closed === name) break;
      }
    }
    if (BLOCKS.has(name)) this.block();
  }

  /** The whole text, trimmed. */
  result(): string {
    if (this.mathml) this.endMath();
    this.flush();
    while (this.closeLast() !== undefined);
    const join = (escape: (text: string) => string) =>
      this.segments
        .map(({ kind, value }) => (kind === 'tex' ? `$${value}$` : kind === 'text' ? escape(value) : value))
        .join('')
        .trim();
    const plain = join((text) => text);
    if (!plain.includes('$')) return plain;
    const formulas = this.segments.filter((segment) => segment.kind === 'tex').map((segment) => segment.value);
    const isSame = [[plain], splitStem(plain)].some((parts) => {
      const read = parts.flatMap(formulasIn);
      return read.length === formulas.length && read.every((tex, index) => tex === formulas[index]);
    });
    // A dollar that would begin a formula where there is none is an amount.
    return isSame ? plain : join((text) => text.replace(/\\?\$/g, '\\$'));
  }

  private startVisible(name: string, attributes: Attributes): void {
    switch (name) {
      case 'li':
        this.startListItem();
        return;
      case 'td':
      case 'th':
        this.isSpacePending = false;
        if (!this.isLineEmpty) this.push({ kind: 'text', value: ' | ' });
        this.isCellEmpty = true;
        return;
      case 'table':
        this.sink.note('表格已改为文字，每行一行，单元格之间用 | 分开。');
        return;
      case 'img':
        this.picture(attributes);
        return;
      case 'audio':
        if (attributes.src) this.sink.audio(attributes.src);
        return;
      case 'source':
        if (attributes.src && this.isOpen('audio')) this.sink.audio(attributes.src);
        return;
      case 'video':
      case 'iframe':
      case 'object':
      case 'embed':
        this.embedded(attributes.src ?? attributes.data ?? '');
    }
  }

  private endMath(): void {
    const formula = this.mathml;
    this.mathml = null;
    const tex = formula?.tex();
    if (tex) {
      this.push({ kind: 'tex', value: cleanTex(tex) });
      return;
    }
    if (formula?.plain()) this.sink.note('有一处 MathML 公式转换不了，只导入了其中的文字，请核对。');
    this.run += formula?.plain() ?? '';
  }

  private startListItem(): void {
    const list = this.lastOpen(['ol', 'ul']);
    const isOrdered = list?.name === 'ol';
    this.push({ kind: 'text', value: isOrdered ? `${list.counter}. ` : '• ' });
    if (isOrdered) list.counter += 1;
    this.isLineEmpty = true;
  }

  private picture(attributes: Attributes): void {
    const tex = equationOf(attributes);
    if (tex !== '') {
      this.push({ kind: 'tex', value: tex });
      return;
    }
    const index = attributes.src ? this.sink.picture(attributes.src) : null;
    if (index !== null) this.push({ kind: 'fixed', value: pictureMark(index) });
    else if (attributes.alt) this.push({ kind: 'text', value: `（图：${attributes.alt.trim()}）` });
  }

  private embedded(source: string): void {
    if (AUDIO_NAME.test(source)) this.sink.audio(source);
    else this.sink.note(`嵌入的视频或网页没有导入${source === '' ? '' : `：${shortAddress(source)}`}。`);
  }

  private captureOf(name: string, classes: string[], attributes: Attributes): Open['capture'] {
    if (name === 'sub' || name === 'sup') return (text, segments) => script(name, text, segments);
    if (classes.includes('math-tex')) return toTex;
    if (classes.includes('kp-dollar')) return () => [{ kind: 'fixed', value: '\\$' }];
    const style = attributes.style ?? '';
    if (STRUCK.has(name) || STRUCK_STYLE.test(style)) return (text, segments) => this.struck(text, segments);
    if (name === 'rp') return () => [];
    if (name === 'rt') return (text, segments) => this.reading(text, segments);
    if (name === 'u' || name === 'ins' || UNDERLINE_STYLE.test(style)) {
      return (text, segments) => this.underlined(text, segments);
    }
    if (name === 'a' && attributes.href) return this.linkOf(attributes.href);
    return null;
  }

  /** Whoever struck it out does not mean it. */
  private struck(text: string, segments: Segment[]): Segment[] {
    if (text.trim() === '') return segments;
    this.sink.note('加了删除线的文字没有导入。如果它是题目的一部分，请先去掉删除线再导入。');
    return [];
  }

  /** What stands above a sign says how it is read. */
  private reading(text: string, segments: Segment[]): Segment[] {
    if (text.trim() === '') return [];
    this.sink.note('注音写到了字后面的括号里，请核对。');
    return [{ kind: 'text', value: '（' }, ...segments, { kind: 'text', value: '）' }];
  }

  private underlined(text: string, segments: Segment[]): Segment[] {
    if (text.replace(/_/g, '').trim() !== '') {
      this.sink.note('文字下面的线没有导入。如果题目说到画线的部分，请在题目里写明是哪一部分。');
    }
    return blankOfUnderline(text, segments);
  }

  private linkOf(href: string): Open['capture'] {
    if (AUDIO_NAME.test(href)) {
      this.sink.audio(href);
      return () => [];
    }
    if (!/^https?:/i.test(href) || href.length > 300) return null;
    return (text, segments) =>
      text.includes(href) || text.trim() === '' ? segments : [...segments, { kind: 'text', value: `（${href}）` }];
  }

  private closeLast(): string | undefined {
    const last = this.open.pop();
    if (!last) return undefined;
    this.openCount.set(last.name, (this.openCount.get(last.name) ?? 1) - 1);
    if (last.isPre) this.pre -= 1;
    if (last.isHidden) this.hidden -= 1;
    if (last.isUnseen) this.unseen -= 1;
    if (last.capture === toTex) this.math -= 1;
    if (last.capture) {
      const captured = this.segments.splice(last.from);
      const text = captured.map((segment) => segment.value).join('');
      this.segments.push(...last.capture(text, captured));
    }
    return last.name;
  }

  private lastOpen(wanted: string[]): Open | undefined {
    for (let index = this.open.length - 1; index >= 0 && index > this.open.length - 100; index -= 1) {
      const each = this.open[index];
      if (each && wanted.includes(each.name)) return each;
    }
    return undefined;
  }

  private isOpen(name: string): boolean {
    return (this.openCount.get(name) ?? 0) > 0;
  }

  /** Ends the line unless it is empty; a cell of a table stays in its line. */
  private block(): void {
    if (this.isOpen('td') || this.isOpen('th')) {
      this.isSpacePending = true;
      return;
    }
    if (!this.isLineEmpty) this.newLine();
    this.isSpacePending = false;
  }

  private newLine(): void {
    this.isSpacePending = false;
    const last = this.segments[this.segments.length - 1];
    if (this.pre === 0 && last?.kind === 'text') last.value = last.value.replace(/ +$/, '');
    this.push({ kind: 'text', value: '\n' });
    this.isLineEmpty = true;
  }

  /** Writes the characters since the last tag. Formulas are looked for in them only, as MathJax does. */
  private flush(): void {
    if (this.run === '') return;
    const { run } = this;
    this.run = '';
    if (this.math > 0) {
      this.push({ kind: 'text', value: run.replace(/\u2028/g, ' ') });
      return;
    }
    for (const piece of splitMath(run)) {
      if (piece.kind === 'tex') this.push(piece);
      else this.pushTyped(piece.value);
    }
  }

  private pushTyped(text: string): void {
    text.split(this.pre > 0 ? /[\u2028\n]/ : /\u2028/).forEach((line, index) => {
      if (index > 0) this.newLine();
      if (this.pre > 0) {
        if (line !== '') this.push({ kind: 'text', value: line });
        return;
      }
      const collapsed = line.replace(/[ \t\n\r\f]+/g, ' ');
      const begins = collapsed.startsWith(' ') ? collapsed.slice(1) : collapsed;
      if (begins.length < collapsed.length) this.isSpacePending = true;
      const ends = begins.endsWith(' ') ? begins.slice(0, -1) : begins;
      if (ends !== '') this.push({ kind: 'text', value: ends.replace(/\u00A0/g, ' ') });
      if (ends.length < begins.length) this.isSpacePending = true;
    });
  }

  private push(segment: Segment): void {
    const value = segment.value;
    const last = this.segments[this.segments.length - 1];
    if (this.isSpacePending && !this.isLineEmpty && !this.isCellEmpty) this.segments.push({ kind: 'text', value: ' ' });
    // A digit right behind a closing dollar would undo the formula.
    else if (last?.kind === 'tex' && segment.kind === 'text' && /^\d/.test(value)) {
      this.segments.push({ kind: 'text', value: ' ' });
    }
    this.isSpacePending = false;
    this.isCellEmpty = false;
    this.segments.push(segment);
    this.isLineEmpty = false;
  }
}

function formulasIn(text: string): string[] {
  return splitRichText(text, 0).flatMap((part) => (part.kind === 'formula' ? [part.tex] : []));
}

function startOf(attributes: Attributes): number {
  const start = Number(attributes.start ?? 1);
  return Number.isInteger(start) ? start : 1;
}

/** An address as a sentence can show it. */
export function shortAddress(address: string): string {
  return address.length > 80 ? `${address.slice(0, 77)}…` : address;
}

/** Whether a file of this name holds sound. */
export function isAudioName(name: string): boolean {
  return AUDIO_NAME.test(name);
}
