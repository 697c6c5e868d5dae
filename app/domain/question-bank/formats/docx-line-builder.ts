import { COLOUR_BEGINS, COLOUR_ENDS } from './docx-colours';
import { RAISED } from './docx-marks';
import { isDegree, isSameOnLine, scriptTex, withScripts } from './docx-scripts';
import type { Marked } from './text-line';
import { VERBATIM } from './text-labels';

/** One paragraph of a Word document as text. */

/** The part of mammoth's document that is asked for. */
export type DocumentNode = {
  type: string;
  children?: DocumentNode[];
  value?: string;
  breakType?: string;
  checked?: boolean;
  isUnderline?: boolean;
  isBold?: boolean;
  verticalAlignment?: string;
  colSpan?: number;
  rowSpan?: number;
  /** In twentieths of a point. */
  indent?: { start?: string | null; firstLine?: string | null; hanging?: string | null };
  contentType?: string;
  readAsBuffer?: () => Promise<Buffer>;
};

export type ReadImage = (image: DocumentNode) => Promise<number>;

/** What is underlined, as Word parts it. */
type Stretch = { text: string; alignment: string | undefined };

const SIGNS = ['colour', 'underline', 'bold'] as const;
type Sign = (typeof SIGNS)[number];

/** 《      》 drawn as one line. */
const BRACKETED_BLANK = /([《〈“"（(【「])(?:[^\S\n]{2,20}|[\t\u3000])(?=[》〉”"）)】」])/g;

/** A raised or lowered sign that stands behind no letter and before none. */
const LONELY = /\ue002\$[_^]\{([^{}\ue002]*)\}\$\ue002(?![A-Za-z])/g;

/** Before a formula of Word's own that begins with a raised or lowered sign. */
const ROOM = /\$ (?=[_^]\{)/g;

/** The letters of a formula around a raised or lowered sign: the O of H2O, the Ca(OH) of Ca(OH)2. */
const BEHIND_SCRIPT = /^[A-Za-z](?:[A-Za-z0-9]|\([A-Za-z0-9]{1,12}\)){0,20}|^\([A-Za-z0-9]{1,12}\)(?![A-Za-z0-9])/;
const BEFORE_SCRIPT = /[A-Za-z0-9]{0,12}\([A-Za-z0-9]{1,12}\)$|[A-Za-zΑ-Ωα-ω0-9)\]]{1,12}$/;

/** Behind these nothing that is raised is the mark of a note: x＋1）, 5厘米, |x|, and what is lowered behind any sign. */
const FIRM_BASE = /[)\]］}｝|｜'′°%∞√米]$|[A-Za-zΑ-Ωα-ω0-9]\s$/;
const FIRM_BRACKET = /[（(][^（()）\u3400-\u9fff]{1,40}[)）]$/;
const SIGNED = /^(?:[-+]|\^?\{?\d{1,2}[-+]$)/;

/** 甲 lowered behind V names one of several. */
const BEFORE_NAME = /[A-Za-zΑ-Ωα-ω]$/;
/** The end of a formula made of such signs. */
const CLOSED = '$\ue002';

/** An answer with room around it, on the line it was written on. */
const PADDED = /^(?:\s{2,}|[\t\u3000])(\S[^_]*\S|\S)(?:\s{2,}|[\t\u3000])$/;
const PADDED_ONCE = /^(?=\s{3}|\t|\u3000{2}|[^_]*(?:\s{3}|\t|\u3000{2})$)\s{0,40}([^\s_，。；;、：:]{1,30})\s{0,40}$/;

/** Signs of Wingdings as mammoth names them, as others write them. */
const SIGN_OF: Record<string, string> = { '🗴': '✗', '🗵': '☒', '🗶': '✗', '🗷': '☒', '🗸': '✓', '🗹': '☑' };

/** One paragraph: underlined blanks, raised and lowered signs, pictures. */
export class LineBuilder {
  private out = '';
  /** Where a formula made of raised and lowered signs begins and ends in `out`. */
  private script: { start: number; end: number; sign: string } | null = null;
  private underlined: Stretch[] = [];
  private isColoured = false;
  /** What stands out by each sign, while it goes on. */
  private readonly standing = new Map<Sign, Marked>();
  readonly marked: Marked[] = [];

  constructor(private readonly readImage: ReadImage) {}

  async add(nodes: DocumentNode[], style: DocumentNode = { type: 'run' }): Promise<void> {
    for (const node of nodes) {
      switch (node.type) {
        case 'run':
          await this.add(node.children ?? [], node);
          break;
        case 'text':
          this.addText(
            (node.value ?? '').replace(/[🗴-🗹]/gu, (sign) => SIGN_OF[sign] ?? sign),
            style,
          );
          break;
        case 'tab':
          this.addText('\t', style);
          break;
        case 'break':
          this.flush();
          this.standing.clear();
          this.out += '\n';
          break;
        case 'checkbox':
          this.addText(node.checked ? '☑' : '☐', style);
          break;
        case 'image':
          this.flush();
          this.out += `\ue000${await this.readImage(node)}\ue001`;
          break;
        default:
          await this.add(node.children ?? [], style);
      }
    }
  }

  text(): string {
    this.flush();
    // A sign alone that is raised before no letter is a mark of a note; a formula is none when a digit follows its last sign.
    const text = this.out
      .replace(LONELY, '$1')
      .replace(/\ue002(\$[^\ue002]*\$)\ue002(\d?)/g, (_whole, formula: string, digit: string) =>
        digit === '' ? formula : `${formula} ${digit}`,
      )
      .replace(ROOM, '$');
    const shown = withScripts(
      this.marked.map((marked) => marked.text),
      text,
    );
    this.marked.forEach((marked, at) => (marked.text = shown[at] ?? marked.text));
    return text;
  }

  private addText(value: string, { isUnderline, isBold, verticalAlignment }: DocumentNode): void {
    if (value === COLOUR_BEGINS || value === COLOUR_ENDS) {
      this.isColoured = value === COLOUR_BEGINS;
      return;
    }
    const isUnder = (isUnderline ?? false) && !this.isColoured;
    this.mark(value, { colour: this.isColoured, underline: isUnder, bold: isBold ?? false });
    if (isUnderline) {
      this.underlined.push({ text: value, alignment: verticalAlignment });
      return;
    }
    this.flush();
    this.addStretch({ text: value, alignment: verticalAlignment });
  }

  private addStretch({ text, alignment }: Stretch): void {
    if (alignment === 'superscript' || alignment === 'subscript') this.addScript(text, alignment);
    else this.addPlain(text);
  }

  /** O right behind H with a lowered 2 is of the same formula. */
  private addPlain(value: string): void {
    const isBehind = this.script !== null && this.script.end === this.out.length;
    const own = isBehind ? (BEHIND_SCRIPT.exec(value)?.[0] ?? '') : '';
    if (own !== '') {
      this.out = `${this.out.slice(0, -2)}${own}$\ue002`;
      this.script = { ...this.script!, end: this.out.length, sign: '' };
    }
    this.out += value.slice(own.length);
  }

  private mark(value: string, signs: Record<Sign, boolean>): void {
    for (const sign of SIGNS) {
      const last = this.standing.get(sign);
      if (!signs[sign]) {
        if (value.trim() !== '') this.standing.delete(sign);
      } else if (last) last.text += value;
      else if (value.trim() !== '') {
        const marked: Marked = { text: value.trimStart(), isFirm: sign === 'colour' };
        if (sign === 'bold') marked.isBold = true;
        this.standing.set(sign, marked);
        this.marked.push(marked);
      }
    }
  }

  /** An underlined stretch of nothing is a blank; what stands in the middle of one is its answer. */
  private flush(): void {
    const stretches = this.underlined;
    this.underlined = [];
    const text = stretches.map((each) => each.text).join('');
    if (text === '') return;
    // Of one space only a wide one is a blank: writers underline the space between two words too.
    const isBlank = text.trim() === '' && (text.length > 1 || /[\t\u3000]/.test(text));
    const number = /^\s{1,20}([（(]?\s?\d{1,3}\s?[)）]?)\s{1,20}$/.exec(text);
    const inner = number ?? PADDED.exec(text.length < 200 ? text : '') ?? this.paddedOnce(text);
    if (isBlank) this.out += '____';
    else if (inner) {
      this.out += '__';
      for (const each of trimmed(stretches)) this.addStretch(each);
      this.out += '__';
    } else {
      for (const each of stretches)
        this.addStretch({ ...each, text: each.alignment ? each.text : each.text.replace(BRACKETED_BLANK, '$1____') });
    }
  }

  /** 北京 with room on one side of it only, within a line. */
  private paddedOnce(text: string): RegExpExecArray | null {
    return this.out === '' || text.length > 40 ? null : PADDED_ONCE.exec(text);
  }

  /** x with a raised 2 → $x^{2}$; what is neither short nor plain stays text. */
  private addScript(value: string, alignment: string): void {
    const sign = alignment === 'superscript' ? '^' : '_';
    const between = this.script ? this.out.slice(this.script.end) : '';
    const isSame = this.script?.sign === sign && between === '';
    const behind = this.out.slice(-1 - CLOSED.length).replace(CLOSED, '');
    const mayName = isSame || BEFORE_NAME.test(behind);
    const isSaid = sign === '^' && isSameOnLine(value);
    const inner = isSaid || this.out.includes(VERBATIM) ? null : scriptTex(value, mayName);
    if (inner === null) {
      if (sign === '^' && isDegree(value)) this.out += '°';
      else this.out += value.trim() === '' || isSaid ? value : `${value}${RAISED}`;
      return;
    }
    // Word parts what is lowered in one go: 甲 and 1 of V甲1.
    if (this.script && isSame) {
      this.out = `${this.out.slice(0, -1 - CLOSED.length)}${inner}}${CLOSED}`;
      this.script.end = this.out.length;
      return;
    }
    const goesOn = this.script !== null && /^[A-Za-z0-9()]{0,20}$/.test(between);
    const start = goesOn
      ? this.script!.start
      : this.out.length - (BEFORE_SCRIPT.exec(this.out.slice(-40))?.[0].length ?? 0);
    const before = goesOn ? this.out.slice(start + 2, this.script!.end - 2) + between : this.out.slice(start);
    const room = before === '' && this.isFirm(sign, inner) ? ' ' : '';
    this.out = `${this.out.slice(0, start)}\ue002$${room}${before}${sign}{${inner}}${CLOSED}`;
    this.script = { start, end: this.out.length, sign };
    this.addPlain(/\s*$/.exec(value)?.[0] ?? '');
  }

  /** Whether what is raised behind no letter is more than the mark of a note. */
  private isFirm(sign: string, inner: string): boolean {
    const before = this.out.slice(-60).replace(CLOSED, '}');
    if (/[)）]$/.test(before)) return FIRM_BRACKET.test(before);
    return SIGNED.test(inner) || FIRM_BASE.test(before) || (sign === '_' && /[\u3400-\u9fff]$/.test(before));
  }
}

/** The stretches without the room around them. */
function trimmed(stretches: Stretch[]): Stretch[] {
  const kept = stretches.slice();
  while (kept[0]?.text.trim() === '') kept.shift();
  while (kept[kept.length - 1]?.text.trim() === '') kept.pop();
  return kept.map(({ text, alignment }, at) => ({
    alignment,
    text:
      at === 0
        ? at === kept.length - 1
          ? text.trim()
          : text.trimStart()
        : at === kept.length - 1
          ? text.trimEnd()
          : text,
  }));
}
