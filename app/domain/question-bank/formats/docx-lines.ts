import { COLOUR_BEGINS, COLOUR_ENDS } from './docx-colours';
import { isListTitle } from './text-answers';
import { findHeader, isColumnName, unreadColumns } from './question-columns';
import type { Marked, TextLine } from './text-line';
import { VERBATIM, headingOf } from './text-lines';

/** The lines of a Word document as a reader sees them, from what mammoth made of it. */

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
  contentType?: string;
  readAsBuffer?: () => Promise<Buffer>;
};

/** Our own marks of pictures, formulas, what could not be read, footnotes and hidden text: never part of a text. */
export const DOCX_MARKS = /[\ue000-\ue009]/g;

/** Where a text stood that Word hides: no reader of the paper sees it. */
export const HIDDEN = '\ue005';

const HIDDEN_NOTE = 'Word 里隐藏的文字没有导入。如果它是题目的一部分，请先在 Word 里取消“隐藏”再导入。';

/** Where a text stood that is struck out. */
export const STRUCK = '\ue008';

/** In front of a text with dots below it. */
export const DOTTED = '\ue009';

const STRUCK_NOTE = 'Word 里加了删除线的文字没有导入。如果它是题目的一部分，请先在 Word 里去掉删除线再导入。';
const DOTTED_DOUBT = '加点字（着重号）没有导入，请在题目里写明是哪个字。';

/** The line without the marks of what is not shown, and what is to be told of it. */
function withoutMarks(text: string): Pick<TextLine, 'text' | 'note' | 'doubt'> {
  const told = [text.includes(HIDDEN) ? HIDDEN_NOTE : '', text.includes(STRUCK) ? STRUCK_NOTE : ''].join('');
  const read: Pick<TextLine, 'text' | 'note' | 'doubt'> = { text: withoutHidden([text])[0] ?? '' };
  if (told !== '') read.note = told;
  if (text.includes(DOTTED)) read.doubt = DOTTED_DOUBT;
  return read;
}

type ReadImage = (image: DocumentNode) => Promise<number>;

/** Every paragraph, those of tables too, counted from 1; a picture is \ue000n\ue001 with what `readImage` returned. */
export class DocumentReader {
  readonly lines: TextLine[] = [];
  private paragraph = 0;
  /** What stands out in the paragraph or the table that is read. */
  private marked: Marked[] = [];

  constructor(private readonly readImage: ReadImage) {}

  async readAll(nodes: DocumentNode[]): Promise<void> {
    for (const node of nodes) {
      if (node.type === 'table' || node.type === 'paragraph') this.marked = [];
      if (node.type === 'table') await this.readTable(node);
      else if (node.type === 'paragraph') this.push(await this.textOf(node));
      else await this.readAll(node.children ?? []);
    }
  }

  private push(text: string, line = (this.paragraph += 1)): void {
    for (const part of text.split('\n')) {
      const read: TextLine = { ...withoutMarks(part), line };
      const marked = this.marked.filter((each) => read.text.includes(each.text));
      if (marked.length > 0) read.marked = marked;
      this.lines.push(read);
    }
  }

  private async textOf(paragraph: DocumentNode): Promise<string> {
    const builder = new LineBuilder(this.readImage);
    await builder.add(paragraph.children ?? []);
    const text = builder.text();
    this.marked.push(...builder.marked);
    return text;
  }

  /** A row is a line; cells with several paragraphs (a table that only places things) are lines of their own. */
  private async readTable(table: DocumentNode): Promise<void> {
    const rows: Row[] = [];
    for (const row of table.children ?? []) {
      const line = this.paragraph + 1;
      const cells: Cell[] = [];
      for (const cell of row.children ?? []) {
        const { colSpan = 1, rowSpan = 1 } = cell;
        cells.push({ text: await this.cellText(cell), colSpan, rowSpan });
      }
      rows.push({ cells: cells.map(({ text }) => text), line, placed: cells });
    }
    if (this.readQuestions(rows)) return;
    const all = rows.map(({ cells }) => cells);
    const below = answersBelow(all);
    // 参考答案 may stand above the table already.
    const isTitled = isListTitle(this.lastText());
    const answers = below === null || below === '' || isTitled ? below : `参考答案\n${below}`;
    const list = answers ?? answerTable(all);
    if (list !== null) {
      if (list !== '') this.push(list, rows[0]?.line);
      return;
    }
    for (const { cells, line } of withLetters(rows)) {
      const filled = cells.filter((cell) => cell !== '');
      const isLayout = filled.length < 2 || filled.some((cell) => cell.includes('\n'));
      const isOptions = /^[（(]?[A-JＡ-Ｊ][.．、)）]/.test(filled[0] ?? '');
      if (filled.length > 0) this.push(filled.join(isLayout ? '\n' : isOptions ? '\t' : ' | '), line);
    }
  }

  /** The last line with something in it. */
  private lastText(): string {
    for (let at = this.lines.length - 1; at >= 0; at -= 1) {
      const text = this.lines[at]?.text.trim() ?? '';
      if (text !== '') return text;
    }
    return '';
  }

  /** The paragraphs of a cell; a table within it is read before. */
  private async cellText(cell: DocumentNode): Promise<string> {
    const texts: string[] = [];
    for (const node of cell.children ?? []) {
      if (node.type === 'table') await this.readTable(node);
      else {
        this.paragraph += 1;
        texts.push((await this.textOf(node)).trim());
      }
    }
    return texts.filter((text) => text !== '').join('\n');
  }

  /** A table with a heading row as a sheet has one: its rows are questions, what stands alone in one a heading. */
  private readQuestions(rows: Row[]): boolean {
    const grid = asGrid(rows);
    const found = findHeader(isCard(grid) ? turned(grid) : grid);
    if (!found || !isTableOfQuestions(found)) return false;
    for (const { placed, line } of found.above) {
      const filled = placed.flatMap(({ text }) => (text === '' ? [] : [text]));
      if (filled.length > 0) this.push(filled.join(' | '), line);
    }
    const lost = unreadColumns(found.table, found.body);
    for (const { cells, line, placed } of found.body) {
      const filled = cells.filter((cell) => cell !== '');
      if (filled.length === 0) continue;
      const isAlone = placed.length === 1 || (filled.length === 1 && headingOf(filled[0] ?? '') !== null);
      if (isAlone) this.push(placed.map(({ text }) => text).join(''), line);
      else this.lines.push({ text: '', line, row: { cells: withoutHidden(cells), table: found.table } });
      const own = this.lines[this.lines.length - 1];
      const { note, doubt } = withoutMarks(cells.join('\n'));
      if (own && note !== undefined) own.note = note;
      if (own && doubt !== undefined) own.doubt = doubt;
    }
    const last = this.lines[this.lines.length - 1];
    if (last && lost !== '') last.note = [last.note ?? '', lost].join('');
    return true;
  }
}

const withoutHidden = (cells: string[]) => cells.map((cell) => cell.replace(/[\ue005\ue008\ue009]/g, ''));

type Cell = { text: string; colSpan: number; rowSpan: number };

/** Every cell at its place: one that spans several rows says the same in each, one over several columns stands first. */
function asGrid(rows: Row[]): Row[] {
  const open = new Map<number, { text: string; left: number }>();
  return rows.map((row) => {
    const cells: string[] = [];
    const goOn = () => {
      for (let above = open.get(cells.length); above && above.left > 0; above = open.get(cells.length)) {
        above.left -= 1;
        cells.push(above.text);
      }
    };
    for (const { text, colSpan, rowSpan } of row.placed) {
      goOn();
      for (let step = 0; step < Math.min(colSpan, MAX_COLUMNS); step += 1) {
        open.set(cells.length, { text: step === 0 ? text : '', left: rowSpan - 1 });
        cells.push(step === 0 ? text : '');
      }
    }
    goOn();
    return { ...row, cells };
  });
}

/** 题干 | …, 选项A | …, 答案 | … below each other: a question is a column, and most often there is but one. */
function isCard(rows: Row[]): boolean {
  const width = rows[0]?.cells.length ?? 0;
  return width > 1 && rows.length > 2 && rows.every(({ cells }) => isColumnName(cells[0] ?? ''));
}

const turned = (rows: Row[]): Row[] =>
  (rows[0]?.cells ?? []).map((_cell, at) => {
    const cells = rows.map((row) => row.cells[at] ?? '');
    return { line: rows[0]?.line ?? 0, cells, placed: cells.map((text) => ({ text, colSpan: 1, rowSpan: 1 })) };
  });

const MAX_COLUMNS = 60;
const FIRM_STEM = /^(?:题干|题目|试题|(?:题目|试题)内容|题目题干)/;

/** A table of a paper may have 内容 or 问题 above a column too: only with answers, or options, they are questions. */
function isTableOfQuestions({ header, table: { columns }, body }: NonNullable<ReturnType<typeof findHeader<Row>>>) {
  const has = (column: (typeof columns)[number]) => columns.includes(column);
  const hasOptions = has('options') || (has('option0') && has('option1'));
  const isFirm = FIRM_STEM.test(header[columns.indexOf('stem')]?.replace(/[\s*]/g, '') ?? '');
  const hasAnswer = has('answer');
  return body.length > 0 && (isFirm ? hasAnswer || hasOptions : hasAnswer && (hasOptions || has('kind')));
}

type Row = { cells: string[]; line: number; placed: Cell[] };

/** Pictures in one row and their letters in the next are options with their letters before them. */
function withLetters(rows: Row[]): Row[] {
  const letters = ({ cells }: Row) => cells.every((cell, index) => LETTER.exec(cell)?.[1] === 'ABCDEFGHIJ'[index]);
  const pictures = ({ cells }: Row) => cells.every((cell) => /^\ue000\d+\ue001$/.test(cell));
  const made: Row[] = [];
  for (let index = 0; index < rows.length; index += 1) {
    const [row, following] = [rows[index]!, rows[index + 1]];
    const isPair =
      following !== undefined &&
      row.cells.length > 1 &&
      row.cells.length === following.cells.length &&
      ((pictures(row) && letters(following)) || (letters(row) && pictures(following)));
    if (!isPair) {
      made.push(row);
      continue;
    }
    const drawn = pictures(row) ? row : following;
    made.push({ ...row, cells: drawn.cells.map((cell, at) => `${'ABCDEFGHIJ'.charAt(at)}. ${cell}`) });
    index += 1;
  }
  return made;
}

const LETTER = /^[（(]?\s?([A-J])\s?[.．、)）]?$/;

/** 题号 | 答案 | 解析 over rows of them → a list of answers, an entry a line; null for any other table. */
function answersBelow([head = [], ...rows]: string[][]): string | null {
  const isAnalysed = head.length === 3 && /解析|分析/.test(head[2] ?? '');
  const named = isAnalysed ? head.slice(0, 2) : head;
  const isAnswers = named.length % 2 === 0 && named.every((name, at) => (at % 2 === 0 ? NUMBER : KEY).test(name));
  if (named.length === 0 || rows.length === 0 || !isAnswers) return null;
  if (!rows.every((cells) => cells.length === head.length && /^\d{0,3}$/.test(cells[0] ?? ''))) return null;
  const entries: [number, string][] = [];
  for (const cells of rows) {
    for (let at = 0; at < named.length; at += 2) {
      const [number = '', answer = ''] = cells.slice(at);
      const analysis = isAnalysed && cells[2] !== '' ? ` 【解析】${cells[2]}` : '';
      if (number !== '' && answer !== '') entries.push([Number(number), `${number}. ${answer}${analysis}`]);
    }
  }
  if (entries.length === 0) return '';
  return entries
    .sort(([a], [b]) => a - b)
    .map(([, entry]) => entry)
    .join('\n');
}

const NUMBER = /^(?:题|序)\s*号$/;
const KEY = /^(?:正确|参考)?答\s*案$/;

/** 题号 | 1 | 2 over 答案 | A | B → a list of answers, '' while it is to be filled in; null for any other table. */
function answerTable(rows: string[][]): string | null {
  const entries: string[] = [];
  if (rows.length < 2 || rows.length % 2 === 1) return null;
  if (isBareKey(rows)) {
    const pairs = rows.flatMap((row, at) =>
      at % 2 === 0 ? row.flatMap((cell, column) => entryOf(cell, rows[at + 1]?.[column])) : [],
    );
    return `答案：${pairs.join('  ')}`;
  }
  for (let index = 0; index < rows.length; index += 2) {
    const [numbers = [], answers = []] = [rows[index], rows[index + 1]];
    if (!/^题\s*号$/.test(numbers[0] ?? '') || !/^(?:答\s*案|选\s*项)$/.test(answers[0] ?? '')) return null;
    numbers.slice(1).forEach((number, at) => {
      const answer = answers[at + 1] ?? '';
      if (/^\d{1,3}$/.test(number) && answer !== '') entries.push(`${number}.${answer}`);
    });
  }
  return entries.length > 0 ? `答案：${entries.join('  ')}` : '';
}

const entryOf = (number: string, answer = '') => (number === '' || answer === '' ? [] : [`${number}.${answer}`]);

/** 1 | 2 | 3 over A | C | B, without a word: numbers that count on, and letters or signs below each. */
function isBareKey(rows: string[][]): boolean {
  const numbers = rows.flatMap((row, at) => (at % 2 === 0 ? row.filter((cell) => cell !== '') : []));
  const isCounting = numbers.every((cell, at) => /^\d{1,3}$/.test(cell) && Number(cell) === Number(numbers[0]) + at);
  const answers = rows.filter((_row, at) => at % 2 === 1).flat();
  const isKey = answers.every((cell) => cell === '' || /^(?:[A-JＡ-Ｊ]{1,10}|[√×✓✗✔✘对错TF])$/.test(cell));
  return numbers.length > 1 && isCounting && isKey && answers.filter((cell) => cell !== '').length === numbers.length;
}

const SIGNS = ['colour', 'underline', 'bold'] as const;
type Sign = (typeof SIGNS)[number];

/** One paragraph: underlined blanks, raised and lowered signs, pictures. */
class LineBuilder {
  private out = '';
  /** Where a formula made of raised and lowered signs begins and ends in `out`. */
  private script: { start: number; end: number } | null = null;
  private underlined = '';
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
          this.addText(node.value ?? '', style);
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
    // A formula is none when a digit follows its last sign.
    return this.out.replace(/\ue002(\$[^\ue002]*\$)\ue002(\d?)/g, (_whole, formula: string, digit: string) =>
      digit === '' ? formula : `${formula} ${digit}`,
    );
  }

  private addText(value: string, { isUnderline, isBold, verticalAlignment }: DocumentNode): void {
    if (value === COLOUR_BEGINS || value === COLOUR_ENDS) {
      this.isColoured = value === COLOUR_BEGINS;
      return;
    }
    const isUnder = (isUnderline ?? false) && !this.isColoured;
    this.mark(value, { colour: this.isColoured, underline: isUnder, bold: isBold ?? false });
    if (isUnderline) {
      this.underlined += value;
      return;
    }
    this.flush();
    if (verticalAlignment === 'superscript' || verticalAlignment === 'subscript')
      this.addScript(value, verticalAlignment);
    else this.out += value;
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
    const text = this.underlined;
    this.underlined = '';
    if (text === '') return;
    // Of one space only a wide one is a blank: writers underline the space between two words too.
    const isBlank = text.trim() === '' && (text.length > 1 || /[\t\u3000]/.test(text));
    const inner = /^(?:\s{2,}|\t)(\S[^_]*\S|\S)(?:\s{2,}|\t)$/.exec(text.length < 200 ? text : '');
    if (isBlank) this.out += '____';
    else if (inner) this.out += `__${inner[1]}__`;
    else this.out += text;
  }

  /** x with a raised 2 → $x^{2}$; what is neither short nor plain stays text. */
  private addScript(value: string, alignment: string): void {
    const sign = alignment === 'superscript' ? '^' : '_';
    const isSimple = /^[A-Za-z0-9+\-−=()*]{1,12}$/.test(value) && !this.out.includes(VERBATIM);
    const between = this.script ? this.out.slice(this.script.end) : '';
    const goesOn = this.script !== null && /^[A-Za-z0-9()]{0,20}$/.test(between);
    const start = goesOn
      ? this.script!.start
      : this.out.length - (/[A-Za-z0-9)\]]{1,12}$/.exec(this.out.slice(-12))?.[0].length ?? 0);
    if (!isSimple || start === this.out.length) {
      this.out += value;
      return;
    }
    const before = goesOn ? this.out.slice(start + 2, this.script!.end - 2) + between : this.out.slice(start);
    this.out = `${this.out.slice(0, start)}\ue002$${before}${sign}{${value.replace(/−/g, '-')}}$\ue002`;
    this.script = { start, end: this.out.length };
  }
}
