import type { NamedSheet, SheetRow } from '~/lib/spreadsheet.server';
import { loneStem, type QuestionTable } from './question-columns';

/** What is not read of a workbook, and how that is said. */

const TOTAL = /^(?:合\s*计|总\s*计|小\s*计|共\s*计|汇\s*总|总\s*分|Total)\s*[:：]?$/i;

export type LeftRows = { hidden: number[]; totals: number[] };

/** The rows that are questions, and the numbers of those that somebody hid and of those with a sum. */
export function rowsToRead(rows: SheetRow[], { columns }: QuestionTable): { kept: SheetRow[]; left: LeftRows } {
  const left: LeftRows = { hidden: [], totals: [] };
  const answerAt = columns.findIndex((column) => column === 'answer');
  const isTotal = ({ cells }: SheetRow) =>
    TOTAL.test(cells.find((cell) => (cell ?? '') !== '') ?? '') && (cells[answerAt] ?? '') === '';
  const kept = rows.filter((row) => {
    if (row.isHidden) left.hidden.push(row.number);
    else if (isTotal(row)) left.totals.push(row.number);
    else return true;
    return false;
  });
  return { kept, left };
}

/** The rows that were left out, as sentences; '' for none. */
export function leftOutRows(tables: { name: string; left: LeftRows }[]): string {
  return tables
    .flatMap(({ name, left: { hidden, totals } }) => {
      const sheet = tables.length > 1 ? `工作表“${name}”里` : '';
      const said = [];
      if (hidden.length > 0) {
        said.push(
          `${sheet}第 ${few(hidden)} 行是隐藏的（或被筛选掉），没有读取，里面如果有题，请先取消隐藏、清除筛选再导入。`,
        );
      }
      if (totals.length > 0) said.push(`${sheet}第 ${few(totals)} 行是合计，不是题目，没有读取。`);
      return said;
    })
    .join('');
}

const few = (numbers: number[]) => numbers.slice(0, 8).join('、') + (numbers.length > 8 ? ` 等 ${numbers.length}` : '');

/** The hidden columns that were read all the same, as a sentence: 答案 is often hidden for printing; '' for none. */
export function hiddenRead(
  tables: { name: string; header: string[]; table: QuestionTable; hiddenColumns: number[] }[],
): string {
  return tables
    .flatMap(({ name, header, table: { columns }, hiddenColumns }) => {
      const names = hiddenColumns.flatMap((at) =>
        columns[at] === undefined || columns[at] === null ? [] : [`“${header[at] ?? ''}”`],
      );
      const sheet = tables.length > 1 ? `工作表“${name}”里` : '';
      return names.length > 0 ? [`${sheet}隐藏的列${names.join('、')}也读取了，请核对。`] : [];
    })
    .join('');
}

/** Names the sheets with something in them that were not read, and why; '' for none. */
export function unreadSheets(sheets: NamedSheet[], read: Set<string>): string {
  const left = sheets.filter(({ name, rows, isHidden }) => isHidden || (!read.has(name) && (rows?.length ?? 1) > 0));
  const of = (why: string, wanted: (sheet: NamedSheet) => boolean) => {
    const names = left.filter(wanted).map(({ name }) => `“${name}”`);
    if (names.length === 0) return '';
    const shown = names.slice(0, 5).join('、') + (names.length > 5 ? ` 等 ${names.length} 个` : '');
    return why.replace('%', shown);
  };
  const stemOf = ({ rows, isHidden }: NamedSheet) => (isHidden || rows === null ? null : loneStem(rows));
  const stem = left.map(stemOf).find((each) => each !== null) ?? '';
  return [
    of(
      `工作表%没有读取：有“${stem}”这一列，没有找到“答案”这一列。请把标题行改好再导入。`,
      (sheet) => stemOf(sheet) !== null,
    ),
    of(
      '工作表%没有读取：没有找到“题干”这一列。',
      (sheet) => !sheet.isHidden && sheet.rows !== null && stemOf(sheet) === null,
    ),
    of('工作表%没有读取：内容太多。', ({ rows, isHidden }) => !isHidden && rows === null),
    of('隐藏的工作表%没有读取，里面如果有题，请先取消隐藏再导入。', ({ isHidden }) => isHidden === true),
  ].join('');
}
