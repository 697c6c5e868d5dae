import { boundMarks } from './text';
import { shownDay } from './cell-days';
import { formatted, isGeneral } from './cell-formats';
import { lookOf, shownNumber, type Look } from './cell-numbers';
import { AppError } from './errors';
import { RunReader, isPlain, lookOfTag, sharedRuns, type RunLook, type SheetRun } from './sheet-runs.server';
import { decode, sharedStrings, tags } from './sheet-xml.server';

/** The rows of a sheet from its XML. */

const MAX_COLUMNS = 60;

/** One row as a person sees it: `number` is the one at its left edge. Texts are trimmed. */
export type SheetRow = {
  number: number;
  cells: string[];
  /** Of a row that is read with its looks: the cells that are more than text, by their column. */
  runs?: Map<number, SheetRun[]>;
  /** The columns with a number that is shown in a form that was not followed. */
  odd?: number[];
  /** The columns with a picture that the sheet keeps in the cell itself. */
  pictured?: number[];
  /** The columns with a formula whose value the file does not have. */
  unreckoned?: number[];
  /** Somebody has hidden it, or filtered it out. */
  isHidden?: boolean;
};

/** What the cells of a workbook point to, and how they are read. */
export type SheetTexts = {
  strings: string[];
  styles: CellStyle[];
  clean: (text: string) => string;
  /** With the looks of texts, and numbers as they are shown. */
  isShown: boolean;
  runs: (SheetRun[] | undefined)[];
};

/** What the cells of a workbook point to, from its parts. */
export function sheetTexts(
  parts: { strings: string; styles: string; workbook: string },
  { keepLines, isShown = false }: { keepLines: boolean; isShown?: boolean },
): SheetTexts {
  return {
    strings: sharedStrings(parts.strings),
    styles: cellStyles(parts.styles, is1904(parts.workbook)),
    clean: keepLines ? cleanLines : clean,
    isShown,
    runs: isShown ? sharedRuns(parts.strings) : [],
  };
}

/** A cell's text as one line, without what cannot be seen. */
function clean(text: string): string {
  // The marks last: between them stood what cannot be seen.
  return boundMarks(
    text
      .replace(/[\u0000-\u001f\u007f\u00a0\u2028\u2029]+/g, ' ')
      .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
      .trim(),
  );
}

/** The same with its line breaks. */
function cleanLines(text: string): string {
  return boundMarks(
    text
      .replace(/\r\n?|[\u2028\u2029]/g, '\n')
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f]+/g, ' ')
      .replace(/[\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
      .trim(),
  );
}

type CellStyle = { look: Look; id: string; code: string | undefined; font: RunLook };

/** The style of each cell that has one. */
function cellStyles(xml: string, is1904: boolean): CellStyle[] {
  const codes = new Map<string, string>();
  const fonts: RunLook[] = [];
  const styles: CellStyle[] = [];
  let part = '';
  for (const tag of tags(xml)) {
    if (tag.name === 'numFmt' && !tag.isEnd) {
      codes.set(tag.attribute('numFmtId') ?? '', (tag.attribute('formatCode') ?? '').slice(0, 200));
    }
    if (tag.name === 'cellXfs' || tag.name === 'fonts') part = tag.isEnd ? '' : tag.name;
    else if (tag.isEnd) continue;
    else if (part === 'fonts' && tag.name === 'font') fonts.push({});
    else if (part === 'fonts') Object.assign(fonts[fonts.length - 1] ?? {}, lookOfTag(tag));
    else if (part === 'cellXfs' && tag.name === 'xf') {
      const id = tag.attribute('numFmtId') ?? '0';
      const code = codes.get(id);
      const font = fonts[Number(tag.attribute('fontId') ?? 0)] ?? {};
      styles.push({ look: lookOf(id, code, is1904), id, code, font });
    }
  }
  return styles;
}

/** Whether days are counted from 1904, as Excel for the Macintosh did. */
function is1904(workbook: string): boolean {
  for (const tag of tags(workbook)) {
    if (tag.name === 'workbookPr') return /^(?:1|true)$/.test(tag.attribute('date1904') ?? '');
  }
  return false;
}

/** 0 for A, 25 for Z, 26 for AA; undefined when it is no column name. */
function columnIndex(name: string): number | undefined {
  if (!/^[A-Z]{1,3}$/.test(name)) return undefined;
  let index = 0;
  for (const letter of name) index = index * 26 + letter.charCodeAt(0) - 64;
  return index - 1;
}

type Cell = {
  column: number;
  type: string;
  style: CellStyle | undefined;
  hasPicture: boolean;
  hasFormula: boolean;
  value: string;
  inline: string;
  runs: RunReader;
};

/** How many rows a sheet may have, and how many of them may stand above what is imported. */
export type RowLimits = { maxRows: number; headerRows?: number };

/** @throws AppError too_large for more rows than `maxRows` */
export function parseSheet(xml: string, texts: SheetTexts, { maxRows, headerRows = 1 }: RowLimits): SheetRow[] {
  const rows: SheetRow[] = [];
  let rowNumber = 0;
  let nextColumn = 0;
  let row: SheetRow = { number: 0, cells: [] };
  let cell: Cell | undefined;
  let isReading = false;

  const closeCell = () => {
    if (cell && cell.column < MAX_COLUMNS) addCell(row, cell, texts);
    cell = undefined;
  };
  const closeRow = () => {
    if (row.cells.length === 0) return;
    if (rows.length >= maxRows) {
      throw new AppError('too_large', `一次最多导入 ${maxRows - headerRows} 行，请分成几个文件导入。`);
    }
    rows.push({ ...row, number: rowNumber });
    row = { number: 0, cells: [] };
  };

  for (const tag of tags(xml)) {
    if (tag.name === 'sheetData' && tag.isEnd) break;
    if (tag.name === 'row') {
      closeRow();
      if (!tag.isEnd) {
        const stated = Number(tag.attribute('r'));
        rowNumber = Number.isSafeInteger(stated) && stated > rowNumber ? stated : rowNumber + 1;
        nextColumn = 0;
        row = { number: 0, cells: [] };
        if (texts.isShown && /^(?:1|true)$/.test(tag.attribute('hidden') ?? '')) row.isHidden = true;
      }
    } else if (tag.name === 'c') {
      closeCell();
      if (tag.isEnd) continue;
      const column = columnIndex((tag.attribute('r') ?? '').replace(/\d+$/, '')) ?? nextColumn;
      nextColumn = column + 1;
      if (tag.isEmpty) continue;
      const style = texts.styles[Number(tag.attribute('s') ?? 0)];
      const hasPicture = tag.attribute('t') === 'e' && tag.attribute('vm') !== undefined;
      const type = tag.attribute('t') ?? 'n';
      cell = { column, type, style, hasPicture, hasFormula: false, value: '', inline: '', runs: new RunReader() };
    } else if (cell) {
      if (tag.name === 'rPh') isReading = !tag.isEnd && !tag.isEmpty;
      else if (!tag.isEnd && tag.name === 'f') cell.hasFormula = true;
      else if (!tag.isEnd && tag.name === 'v') cell.value = decode(tag.text);
      else if (!tag.isEnd && tag.name === 't' && !isReading) cell.inline += decode(tag.text);
      if (cell.type === 'inlineStr' && texts.isShown) cell.runs.take(tag);
    }
  }
  closeCell();
  closeRow();
  return rows;
}

function addCell(row: SheetRow, cell: Cell, texts: SheetTexts): void {
  const text = texts.clean(cellText(cell, texts));
  const { column } = cell;
  if (texts.isShown && cell.hasPicture) (row.pictured ??= []).push(column);
  // One that comes to an empty text is kept as a text.
  const isUnreckoned = cell.hasFormula && cell.value === '' && cell.type === 'n';
  if (texts.isShown && isUnreckoned) (row.unreckoned ??= []).push(column);
  if (text === '') return;
  while (row.cells.length < column) row.cells.push('');
  row.cells[column] = text;
  if (!texts.isShown) return;
  const runs = runsOf(cell, text, texts);
  if (runs) (row.runs ??= new Map()).set(column, runs);
  const isOdd = cell.type === 'n' && Number.isFinite(Number(cell.value)) && shownOf(cell) === null;
  if (isOdd && !isGeneral(cell.style?.id ?? '0', cell.style?.code)) (row.odd ??= []).push(column);
}

/** The runs of a cell that is more than text. */
function runsOf(cell: Cell, text: string, texts: SheetTexts): SheetRun[] | null {
  const { isStruck, script } = cell.style?.font ?? {};
  const own =
    cell.type === 's' ? texts.runs[Number(cell.value)] : cell.type === 'inlineStr' ? cell.runs.runs : undefined;
  if (!own || own.every(isPlain)) return isStruck || script ? [{ text, isStruck, script }] : null;
  return isStruck ? own.map((run) => ({ ...run, isStruck: true })) : own;
}

const isDay = ({ style }: Cell) => style !== undefined && style.look.day !== 'none';

/** A number as its cell shows it; null for a form that is not known, or none. */
function shownOf(cell: Cell): string | null {
  const { value, style } = cell;
  if (value.trim() === '') return null;
  if (isDay(cell)) return shownDay(Number(value), style?.id ?? '0', style?.code, style?.look.is1904);
  return formatted(Number(value), style?.id ?? '0', style?.code);
}

function cellText(cell: Cell, { strings, isShown }: SheetTexts): string {
  switch (cell.type) {
    case 's':
      return strings[Number(cell.value)] ?? '';
    case 'inlineStr':
      return cell.inline;
    case 'b':
      return cell.value === '1' ? '是' : '否';
    case 'n':
      return (isShown ? shownOf(cell) : null) ?? shownNumber(cell.value, cell.style?.look);
    case 'e':
      return '';
    default:
      return cell.value;
  }
}

/** The columns of a sheet that somebody has hidden, from 0: they stand before its rows. */
export function hiddenColumns(xml: string): number[] {
  const end = xml.indexOf('<sheetData');
  const hidden = new Set<number>();
  for (const tag of tags(xml.slice(0, end < 0 ? 0 : Math.min(end, 100_000)))) {
    if (tag.name !== 'col' || tag.isEnd || !/^(?:1|true)$/.test(tag.attribute('hidden') ?? '')) continue;
    const [from, to] = [Number(tag.attribute('min')), Number(tag.attribute('max'))];
    for (let column = from; column <= Math.min(to, MAX_COLUMNS); column += 1) if (column > 0) hidden.add(column - 1);
  }
  return [...hidden];
}
