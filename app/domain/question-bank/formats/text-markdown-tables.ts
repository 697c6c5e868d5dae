import type { TextLine } from './text-line';

/** Options in a table: | * | c. | Waterfall |, where what stands in front of a letter says that it is right. */

const ROW = /^\|.*\|$/;
const LETTER = /^[（(]?([A-Ja-jＡ-Ｊ])\s?[.．、:：)）]?$/;
const LETTERED = /^[（(]?([A-JＡ-Ｊ]|[a-j](?=[.．、)）]))\s?[.．、:：)）]\s{0,4}(\S.*)$/;
const RIGHT = /^\\?[*＊√✓✔☑✅]$/;
const RULE = /^:?-{2,}:?$/;
const LONGEST = 2000;
const MOST_ROWS = 30;

type Option = { letter: string; text: string; isRight: boolean; line: TextLine };

/** The lines with the options of such a table as lines of their own, and below them the right ones as 答案：C. */
export function withTablesRead(lines: TextLine[]): TextLine[] {
  if (!lines.some(({ text }) => isRow(text))) return lines;
  const made: TextLine[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    let end = at;
    while (end < lines.length && end < at + MOST_ROWS && !lines[end]!.row && isRow(lines[end]!.text)) end += 1;
    const options = end - at > 1 ? optionsIn(lines.slice(at, end)) : null;
    if (!options) {
      made.push(lines[at]!);
      continue;
    }
    for (const { letter, text, line } of options) made.push({ ...line, text: `${letter}. ${text}` });
    const right = options.filter(({ isRight }) => isRight).map(({ letter }) => letter);
    if (right.length > 0) made.push({ text: `答案：${right.join('')}`, line: lines[end - 1]!.line });
    at = end - 1;
  }
  return made;
}

const isRow = (text: string) => text.length < LONGEST && ROW.test(text);

/** The cells that have something in them; \| parts none. */
const cellsOf = (text: string) =>
  (text.slice(1, -1).match(/(?:\\.|[^|\\])+/g) ?? []).map((cell) => cell.trim()).filter((cell) => cell !== '');

/** The options of a table that has nothing else, from A on; null for any other. */
function optionsIn(rows: TextLine[]): Option[] | null {
  const options: Option[] = [];
  const isHeaded = cellsOf(rows[1]!.text).every((cell) => RULE.test(cell));
  for (const [place, line] of rows.entries()) {
    const cells = cellsOf(line.text);
    if (cells.every((cell) => RULE.test(cell))) continue;
    const own = optionsOfRow(cells, line);
    // 选项 | 内容 above them.
    if (!own && !(place === 0 && isHeaded)) return null;
    options.push(...(own ?? []));
  }
  const isCounted = options.every(({ letter }, index) => letter === String.fromCharCode(65 + index));
  return options.length > 1 && isCounted ? options : null;
}

function optionsOfRow(cells: string[], line: TextLine): Option[] | null {
  const options: Option[] = [];
  const own = cells.filter((cell) => !RIGHT.test(cell));
  for (let at = 0; at < own.length; at += 1) {
    const cell = own[at]!;
    const alone = LETTER.exec(cell)?.[1];
    const [, letter, text] = alone === undefined ? (LETTERED.exec(cell) ?? []) : [cell, alone, own[at + 1]];
    if (letter === undefined || text === undefined) return null;
    if (alone !== undefined) at += 1;
    options.push({ letter: letter.normalize('NFKC').toUpperCase(), text, isRight: own.length < cells.length, line });
  }
  // Between two options a sign may be of either.
  return options.length > 1 && own.length < cells.length ? null : options;
}
