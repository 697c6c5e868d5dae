import { tags } from './sheet-xml.server';

/** Cells of several rows that a sheet shows as one; rows count from 1, columns from 0. */
export type MergedCell = { column: number; from: number; to: number };

/** More than any paper has: a stranger's file never keeps the server busy with them. */
const MAX_MERGED = 2000;

const PLACE = /^\$?([A-Z]{1,3})\$?(\d{1,7}):\$?[A-Z]{1,3}\$?(\d{1,7})$/;

/** The cells that were merged over several rows: they stand behind the rows of a sheet. */
export function mergedCells(xml: string): MergedCell[] {
  const begin = xml.lastIndexOf('</sheetData');
  const merged: MergedCell[] = [];
  for (const tag of tags(begin < 0 ? '' : xml.slice(begin))) {
    if (merged.length >= MAX_MERGED) break;
    if (tag.name !== 'mergeCell' || tag.isEnd) continue;
    const [, letters = '', from, to] = PLACE.exec(tag.attribute('ref') ?? '') ?? [];
    const column = [...letters].reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1;
    if (column >= 0 && Number(from) < Number(to)) merged.push({ column, from: Number(from), to: Number(to) });
  }
  return merged;
}
