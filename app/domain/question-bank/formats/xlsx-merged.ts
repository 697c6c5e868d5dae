import type { MergedCell } from '~/lib/sheet-merged.server';
import type { SheetRow } from '~/lib/spreadsheet.server';
import type { Column, QuestionTable } from './question-columns';

/** Cells that were merged over several rows: what they say is said of each question beside them. */

/**
 * The rows with what merged cells say of them, and the columns where one did. A row without a question of its own goes
 * on with the one above it, and is left as it is.
 */
export function withMerged(
  rows: SheetRow[],
  { columns }: QuestionTable,
  merged: MergedCell[],
): { rows: SheetRow[]; columns: number[] } {
  const wanted = merged.filter(({ column }) => columns[column] !== undefined && columns[column] !== null);
  if (wanted.length === 0) return { rows, columns: [] };
  const has = ({ cells }: SheetRow, column: Column) => {
    const at = columns.indexOf(column);
    return at >= 0 && (cells[at] ?? '') !== '';
  };
  const filled = new Set<number>();
  const made = rows.map((row) => ({ ...row, cells: [...row.cells] }));
  for (const { column, from, to } of wanted) {
    const first = rows.find(({ number }) => number === from);
    const text = first?.cells[column] ?? '';
    if (text === '') continue;
    for (const row of made) {
      if (row.number <= from || row.number > to || (row.cells[column] ?? '') !== '') continue;
      if (!has(row, 'stem') && !has(row, 'part')) continue;
      while (row.cells.length < column) row.cells.push('');
      row.cells[column] = text;
      const runs = first?.runs?.get(column);
      if (runs) row.runs = new Map([...(row.runs ?? []), [column, runs]]);
      filled.add(column);
    }
  }
  return { rows: made, columns: [...filled].sort((a, b) => a - b) };
}

/** Which merged columns count for every row, as a sentence: a score may have been meant for all of them; '' for none. */
export function mergedRead(tables: { name: string; header: string[]; mergedColumns: number[] }[]): string {
  return tables
    .flatMap(({ name, header, mergedColumns }) => {
      const names = mergedColumns.map((at) => `“${header[at] ?? ''}”`);
      const sheet = tables.length > 1 ? `工作表“${name}”里` : '';
      return names.length > 0 ? [`${sheet}${names.join('')}列有合并的格子，里面写的算作其中每一行的，请核对。`] : [];
    })
    .join('');
}
