import { LineBuilder, type DocumentNode, type ReadImage } from './docx-line-builder';
import { UNPLACED, withoutComments, withoutMarks, withoutTold } from './docx-marks';
import {
  answerTable,
  answersBelow,
  asGrid,
  asOneCard,
  isCard,
  isDataGrid,
  isTableOfQuestions,
  turned,
  withCellsBelow,
  withLetters,
  withLettersAbove,
  withLettersBeside,
  withNumberedOptions,
  rowLine,
  withRowsOfLetters,
  withoutEmptyColumns,
  type Cell,
  type Row,
} from './docx-tables';
import { answersUnderHeadings, isScoreTable } from './docx-paper-tables';
import { isListTitle } from './text-answers';
import { withNumbersDrawn } from './docx-blank-numbers';
import { VERBATIM } from './text-labels';
import { findHeader, unreadColumns } from './question-columns';
import type { Marked, TextLine } from './text-line';
import { headingOf } from './text-headings';
import { isProgram } from './text-tidied';

/** The lines of a Word document as a reader sees them, from what mammoth made of it. */

/** `1. I like A. tea | B. milk | C. juice`: the first option stands behind the question, the others have cells. */
function isOptionsBehindText([first = '', ...others]: string[]): boolean {
  const label = (index: number) =>
    `[（(]?[${'ABCDEFGHIJ'[index] ?? ''}${'ＡＢＣＤＥＦＧＨＩＪ'[index] ?? ''}][.．、)）]`;
  const hasFirst = new RegExp(`(?:^|[\\s.．、_（(）)])${label(0)}`).test(first);
  return (
    hasFirst &&
    others.length > 0 &&
    others.length < 10 &&
    others.every((cell, index) => new RegExp(`^${label(index + 1)}`).test(cell))
  );
}

/** Every paragraph, those of tables too, counted from 1; a picture is \ue000n\ue001 with what `readImage` returned. */
export class DocumentReader {
  readonly lines: TextLine[] = [];
  private paragraph = 0;
  /** What stands out in the paragraph or the table that is read. */
  private marked: Marked[] = [];
  /** What is to be told of the comments beside the paragraph or the table that is read. */
  private comments: string[] = [];

  constructor(private readonly readImage: ReadImage) {}

  async readAll(nodes: DocumentNode[]): Promise<void> {
    for (const [index, node] of nodes.entries()) {
      if (node.type === 'table' || node.type === 'paragraph') this.marked = [];
      if (node.type === 'table') {
        await this.readTable(node, nodes.slice(index + 1, index + 4));
        this.tellComments();
      } else if (node.type === 'paragraph') this.push(await this.textOf(node));
      else await this.readAll(node.children ?? []);
    }
  }

  private push(text: string, line = (this.paragraph += 1)): void {
    for (const part of text.split('\n')) {
      const own = part.startsWith(VERBATIM + VERBATIM) ? `${VERBATIM}${UNPLACED}${part.slice(2)}` : part;
      const read: TextLine = { ...withoutMarks(own), line };
      const marked = this.marked.filter((each) => read.text.includes(each.text.trim()));
      if (marked.length > 0) {
        read.marked = marked;
        read.text = withNumbersDrawn(read.text, marked);
      }
      this.lines.push(read);
      this.tellComments();
    }
  }

  private tellComments(): void {
    const last = this.lines[this.lines.length - 1];
    if (last && this.comments.length > 0) last.note = [last.note ?? '', ...this.comments.splice(0)].join('');
  }

  private async textOf(paragraph: DocumentNode): Promise<string> {
    const builder = new LineBuilder(this.readImage);
    await builder.add(paragraph.children ?? []);
    const { text: own, told } = withoutComments(builder.text());
    this.comments.push(...told);
    const text = withIndents(withLabelsFirst(own), paragraph);
    this.marked.push(...builder.marked);
    return text;
  }

  /** A row is a line; cells with several paragraphs (a table that only places things) are lines of their own. */
  private async readTable(table: DocumentNode, following: DocumentNode[] = []): Promise<void> {
    const rows = await this.rowsOf(table);
    if (isScoreTable(rows) || this.readQuestions(rows) || this.readAnswers(rows)) return;
    const spread = withCellsBelow(withLettersBeside(withLetters(withNumberedOptions(withoutEmptyColumns(rows)))));
    const above = following.some((node) => OPTION.test(plainText(node))) ? spread : withLettersAbove(spread);
    const made = withRowsOfLetters(above);
    const isGrid = isDataGrid(made);
    for (const { cells, line } of made) {
      const filled = cells.filter((cell) => cell !== '');
      // An empty cell keeps its place, or what stands behind it would be of another column.
      if (isGrid && filled.length > 0) {
        this.push(cells.join(' | ').replace(/[ |]{1,200}$/, ''), line);
        continue;
      }
      const isLayout = filled.length < 2 || filled.some((cell) => cell.includes('\n'));
      // 1. | A. camp | B. school: the options of a question with its number before them.
      const firstOption = filled[/^[（(]?\d{1,3}[)）]?\s?[.．、]?$/.test(filled[0] ?? '') ? 1 : 0] ?? '';
      const isOptions = /^[（(]?[A-JＡ-Ｊ][.．、)）]/.test(firstOption) || isOptionsBehindText(filled);
      if (filled.length > 0) this.push(isLayout ? filled.join('\n') : rowLine(filled, isOptions ? '\t' : ' | '), line);
    }
  }

  private async rowsOf(table: DocumentNode): Promise<Row[]> {
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
    return rows;
  }

  /** A table of answers as the lines that a list of them is typed in. */
  private readAnswers(rows: Row[]): boolean {
    const all = rows.map(({ cells }) => cells);
    // 参考答案 may stand above the table already.
    const title = isListTitle(this.lastText()) ? '' : '参考答案\n';
    const under = answersUnderHeadings(rows);
    const below = under === null ? answersBelow(all) : null;
    const titled = under ? `${title}${under.join('\n')}` : below && `${title}${below}`;
    const list = titled ?? answerTable(all);
    if (list === null) return false;
    if (list !== '') this.push(list, rows[0]?.line);
    return true;
  }

  /** The last line with something in it. */
  private lastText(): string {
    for (let at = this.lines.length - 1; at >= 0; at -= 1) {
      const text = this.lines[at]?.text.trim() ?? '';
      if (text !== '') return text;
    }
    return '';
  }

  /** The paragraphs of a cell, with the lines of a table within it in their place; one of questions is read before. */
  private async cellText(cell: DocumentNode): Promise<string> {
    const texts: string[] = [];
    for (const node of cell.children ?? []) {
      if (node.type === 'table') {
        const before = this.lines.length;
        await this.readTable(node);
        if (this.lines.slice(before).some(({ row, doubt }) => row !== undefined || doubt !== undefined)) continue;
        for (const { text, note } of this.lines.splice(before)) {
          texts.push(text.trim());
          if (note !== undefined) this.comments.push(note);
        }
      } else {
        this.paragraph += 1;
        texts.push((await this.textOf(node)).trim());
      }
    }
    return texts.filter((text) => text !== '').join('\n');
  }

  /** A table with a heading row as a sheet has one: its rows are questions, what stands alone in one a heading. */
  private readQuestions(rows: Row[]): boolean {
    const grid = asGrid(rows);
    const found = findHeader(asOneCard(rows) ?? (isCard(grid) ? turned(grid) : grid));
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
      const marked = this.marked.filter((each) => cells.some((cell) => cell.includes(each.text)));
      if (own?.row && marked.length > 0) own.marked = marked;
    }
    const last = this.lines[this.lines.length - 1];
    if (last && lost !== '') last.note = [last.note ?? '', lost].join('');
    return true;
  }
}
/** Half a letter of the usual size, in twentieths of a point: as wide as a blank of a program. */
const BLANK_WIDTH = 105;
const MAX_INDENT = 60;

/** A program has blanks before its lines where Word moves them in. */
function withIndents(text: string, { indent }: DocumentNode): string {
  const start = Number(indent?.start ?? 0);
  const first = start + Number(indent?.firstLine ?? 0) - Number(indent?.hanging ?? 0);
  if (!(start > 0) && !(first > 0)) return text;
  return text
    .split('\n')
    .map((line, index) => {
      const count = Math.round((index === 0 ? first : start) / BLANK_WIDTH);
      return count > 0 && isProgram(line.trim()) ? `${' '.repeat(Math.min(count, MAX_INDENT))}${line}` : line;
    })
    .join('\n');
}

const PICTURES = '((?:\\ue000\\d{1,5}\\ue001\\s{0,5})+)';
/** Floating pictures hang on the beginning of a paragraph, wherever they are seen. */
const NUMBER_BEHIND = new RegExp(`^${PICTURES}(\\d{1,3}\\s?[.．、])([^\n]*)`);
const OPTION = /(?:^|\s)[A-HＡ-Ｈ]\s?[.．、]/;
const LETTER_BEHIND = new RegExp(`^${PICTURES}([A-HＡ-Ｈ]\\s?[.．、]\\s{0,5}[^\\s\\ue000])`);

/** A question's picture in front of its number goes to the end of the line, one in front of an option above it. */
function withLabelsFirst(text: string): string {
  return text
    .replace(NUMBER_BEHIND, (_whole, pictures: string, label: string, rest: string) =>
      OPTION.test(rest) ? `${label}${pictures}${rest}` : `${label}${rest}${pictures}`,
    )
    .replace(LETTER_BEHIND, '$1\n$2');
}

/** The beginning of what a paragraph says. */
const plainText = ({ value = '', children = [] }: DocumentNode): string =>
  `${value}${children.slice(0, 4).map(plainText).join('')}`.slice(0, 40);

const withoutHidden = (cells: string[]) => cells.map(withoutTold);
