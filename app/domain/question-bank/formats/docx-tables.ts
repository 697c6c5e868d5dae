import { isColumnName, type findHeader } from './question-columns';
import { kindOfWord } from './words.rules';

/** The tables of a Word document: which hold questions, which answers, and which only place things. */

/** A cell, and how far it reaches. */
export type Cell = { text: string; colSpan: number; rowSpan: number };

/** Every cell at its place: one that spans several rows says the same in each, one over several columns stands first. */
export function asGrid(rows: Row[]): Row[] {
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
export function isCard(rows: Row[]): boolean {
  const width = rows[0]?.cells.length ?? 0;
  return width > 1 && rows.length > 2 && rows.every(({ cells }) => isColumnName(cells[0] ?? ''));
}

/** 题号 | 1 | 题型 | 单选题 over 题干 | …: one question, its names beside each other too, as names above their values. */
export function asOneCard(rows: Row[]): Row[] | null {
  const pairs = rows.map(({ placed }) =>
    pairsOf(placed.map(({ text }) => text)).filter(({ letter, text }) => letter !== '' || text !== ''),
  );
  const isBeside = pairs.some((row) => row.length > 1);
  if (
    !isBeside ||
    rows.length < 3 ||
    !pairs.every((row) => row[0] && row.every(({ letter }) => isColumnName(letter)))
  ) {
    return null;
  }
  const all = pairs.flat();
  const line = rows[0]?.line ?? 0;
  const rowOf = (texts: string[]) => ({
    line,
    cells: texts,
    placed: texts.map((text) => ({ text, colSpan: 1, rowSpan: 1 })),
  });
  return [rowOf(all.map(({ letter }) => letter)), rowOf(all.map(({ text }) => text))];
}

/** The same with its columns as rows. */
export const turned = (rows: Row[]): Row[] =>
  (rows[0]?.cells ?? []).map((_cell, at) => {
    const cells = rows.map((row) => row.cells[at] ?? '');
    return { line: rows[0]?.line ?? 0, cells, placed: cells.map((text) => ({ text, colSpan: 1, rowSpan: 1 })) };
  });

const MAX_COLUMNS = 60;
const FIRM_STEM = /^(?:题干|题目|试题|(?:题目|试题)内容|题目题干)/;

/** A table of a paper may have 内容 or 问题 above a column too: only with answers, or options, they are questions. */
export function isTableOfQuestions({
  header,
  table: { columns },
  body,
}: NonNullable<ReturnType<typeof findHeader<Row>>>) {
  const has = (column: (typeof columns)[number]) => columns.includes(column);
  const hasOptions = has('options') || (has('option0') && has('option1'));
  const isFirm = FIRM_STEM.test(header[columns.indexOf('stem')]?.replace(/[\s*]/g, '') ?? '');
  const hasAnswer = columns.some((column) => /^answer\d*$/.test(column ?? ''));
  return body.length > 0 && (isFirm ? hasAnswer || hasOptions : hasAnswer && (hasOptions || has('kind')));
}

/** `cells` by their column, `placed` as they are drawn. */
export type Row = { cells: string[]; line: number; placed: Cell[] };

/** Without the columns that only keep other things apart: nothing stands in any of their cells. */
export function withoutEmptyColumns(rows: Row[]): Row[] {
  const width = rows[0]?.cells.length ?? 0;
  const isEven = rows.every(
    ({ cells, placed }) =>
      cells.length === width && placed.every(({ colSpan, rowSpan }) => colSpan === 1 && rowSpan === 1),
  );
  const isUsed = (_cell: unknown, at: number) => rows.some(({ cells }) => cells[at] !== '');
  if (!isEven) return rows;
  return rows.map((row) => ({ ...row, cells: row.cells.filter(isUsed), placed: row.placed.filter(isUsed) }));
}

/** Columns of letters with the texts of their options beside them: A | 甲 over B | 乙. */
export function withLettersBeside(rows: Row[]): Row[] {
  const pairs = rows.flatMap(({ cells }) => pairsOf(cells)).filter(({ letter, text }) => letter !== '' || text !== '');
  const isLettered =
    pairs.length > 1 &&
    rows.every(({ cells }) => cells.length % 2 === 0) &&
    pairs.every(({ letter, text }, at) => LETTER.exec(letter)?.[1] === 'ABCDEFGHIJ'[at] && text !== '');
  // A | B above C | D: those are the options of something else.
  if (!isLettered || pairs.every(({ text }) => LETTER.test(text))) return rows;
  return rows.map((row) => ({
    ...row,
    cells: pairsOf(row.cells).map(({ letter, text }) => (text === '' ? '' : `${LETTER.exec(letter)?.[1]}. ${text}`)),
  }));
}

/** Data whose cells reach over several rows say so in each: 收入 | 上半年 | 100 over 收入 | 下半年 | 150. */
export function withCellsBelow(rows: Row[]): Row[] {
  const texts = rows.flatMap(({ placed }) => placed.map(({ text }) => text));
  const reaches = rows.some(({ placed }) => placed.some(({ rowSpan, text }) => rowSpan > 1 && text !== ''));
  return reaches && texts.every(isDatum) ? asGrid(rows) : rows;
}

/** A short text on one line that begins no question and no option. */
const isDatum = (text: string) => text.length <= 30 && !/\n|^\d{1,3}\s?[.．、](?!\d)|^[（(]?[A-J][.．、)）]/.test(text);

/** Data in rows and columns, some of its cells empty between others: 项目 | 甲 | 乙 over 质量 | | 20. */
export function isDataGrid(rows: Row[]): boolean {
  const width = rows[0]?.cells.length ?? 0;
  const isGapped = rows.some(({ cells }) => {
    const last = cells.reduce((found, cell, at) => (cell === '' ? found : at), -1);
    return cells.slice(0, Math.max(last, 0)).some((cell) => cell === '');
  });
  const filled = rows.flatMap(({ cells }) => cells.filter((cell) => cell !== ''));
  return (
    isGapped &&
    width > 2 &&
    rows.length > 1 &&
    rows.every(({ cells }) => cells.length === width && cells.filter((cell) => cell !== '').length > 1) &&
    filled.every((text) => isDatum(text) && !LETTER.test(text))
  );
}

/** 选项 | 实验 | 结论 over A | 加热 | 升温, B | … : what stands in the row of a letter is its option. */
export function withRowsOfLetters(rows: Row[]): Row[] {
  const letterOf = ({ cells }: Row) => LETTER.exec(cells[0] ?? '')?.[1];
  const first = rows.findIndex((row) => letterOf(row) !== undefined);
  const lettered = rows.slice(Math.max(first, 0));
  const isMeant =
    first >= 0 &&
    first < 2 &&
    lettered.length > 1 &&
    lettered.every(
      (row, at) =>
        letterOf(row) === 'ABCDEFGHIJ'[at] && row.cells.length > 2 && row.cells.slice(1).some((cell) => cell !== ''),
    );
  if (!isMeant || lettered.every(({ cells }) => cells.every((cell) => LETTER.test(cell)))) return rows;
  return rows.map((row, at) => {
    if (at < first) return row;
    const [second = '', ...more] = row.cells.slice(1);
    // What stands behind an empty cell is of another column.
    const text = [second === '' ? '（空）' : second, ...more].join(' | ').replace(/[ |]{1,60}$/, '');
    return { ...row, cells: [`${letterOf(row)}. ${text.replace(/\n/g, ' ')}`] };
  });
}

const NUMBER_ALONE = /^[（(]?(\d{1,3})\s?[)）]?\s?[.．、]?$/;

/** 题号 | A | B | C over 36 | camp | school | park, or 36 | A. camp | B. school: the options of each blank in its row. */
export function withNumberedOptions(rows: Row[]): Row[] {
  const [head, ...below] = rows;
  const isHeaded =
    head !== undefined &&
    head.cells.length > 2 &&
    NUMBER_ALONE.exec(head.cells[0] ?? '') === null &&
    head.cells.slice(1).every((cell, at) => LETTER.exec(cell)?.[1] === 'ABCDEFGHIJ'[at]);
  const body = isHeaded ? below : rows;
  const isOption = (cell: string, at: number) => OPTION.exec(cell)?.[1] === 'ABCDEFGHIJ'[at];
  const isMeant =
    body.length > 0 &&
    body.every(
      ({ cells }, at) =>
        NUMBER_ALONE.exec(cells[0] ?? '')?.[1] ===
          String(Number(NUMBER_ALONE.exec(body[0]?.cells[0] ?? '')?.[1]) + at) &&
        cells.length > 2 &&
        (isHeaded
          ? cells.slice(1).every((cell) => cell !== '' && !cell.includes('\n'))
          : cells.slice(1).every(isOption)),
    );
  if (!isMeant) return rows;
  return body.map((row) => {
    const [number = '', ...texts] = row.cells;
    const options = texts.map((text, at) => (isOption(text, at) ? text : `${'ABCDEFGHIJ'.charAt(at)}. ${text}`));
    return { ...row, cells: [`${NUMBER_ALONE.exec(number)?.[1]}. ${options.join('\t')}`] };
  });
}

const OPTION = /^[（(]?\s?([A-J])\s?[.．、)）]\s{0,4}\S/;

/** A | B | C | D over 东 | 西 | 南 | 北: letters above the texts of their options. */
export function withLettersAbove(rows: Row[]): Row[] {
  const [head, texts] = rows;
  const isMeant =
    head !== undefined &&
    texts !== undefined &&
    rows.length === 2 &&
    head.cells.length > 1 &&
    head.cells.length === texts.cells.length &&
    head.cells.every((cell, at) => LETTER.exec(cell)?.[1] === 'ABCDEFGHIJ'[at]) &&
    texts.cells.every((cell) => cell !== '' && !cell.includes('\n') && !LETTER.test(cell));
  if (!isMeant) return rows;
  return [{ ...texts, cells: texts.cells.map((cell, at) => `${'ABCDEFGHIJ'.charAt(at)}. ${cell}`) }];
}

const pairsOf = (cells: string[]) =>
  cells.flatMap((letter, at) => (at % 2 === 0 ? [{ letter, text: cells[at + 1] ?? '' }] : []));

/** Pictures in one row and their letters in the next are options with their letters before them. */
export function withLetters(rows: Row[]): Row[] {
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
export function answersBelow([head = [], ...rows]: string[][]): string | null {
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
export function answerTable(all: string[][]): string | null {
  // Below the answers a marker writes the points.
  const rows = all.filter(([first = '', ...more]) => !/^得\s*分$/.test(first) || more.some((cell) => cell !== ''));
  if (rows.length < 2 || rows.length % 2 === 1) return null;
  const isBare = isBareKey(rows);
  const entries: string[] = [];
  for (let index = 0; index < rows.length; index += 2) {
    const [numbers = [], answers = []] = [rows[index], rows[index + 1]];
    if (!isBare && !isKeyPair(numbers, answers)) return null;
    for (const [at, cell] of numbers.entries()) {
      const answer = answers[at] ?? '';
      const [, from, to] = PLACE.exec(cell) ?? [];
      if (from !== undefined && answer !== '') entries.push(to ? `${from}-${to} ${answer}` : `${from}.${answer}`);
      // What answers nobody knows what is no table of answers.
      else if (from === undefined && answer !== '' && !isName(cell, answer)) return null;
    }
  }
  // 答案：1.甲 would be read as the answer of the question above it.
  if (entries.length === 1 || entries.some((entry) => /^\d{1,3}-/.test(entry) || !SIGN_ENTRY.test(entry)))
    return `参考答案\n${entries.join('\n')}`;
  return entries.length > 0 ? `答案：${entries.join('  ')}` : '';
}

/** Letters and signs cannot be taken for the next number of the line, 0.3 behind 2. can. */
const SIGN_ENTRY = /^\d{1,3}\.(?:[A-JＡ-Ｊ]{1,10}|[√×✓✗✔✘对错]|正确|错误)$/;

/** 1, 2. and 第3题; 4-6 above DAC */
const PLACE = /^[（(]?第?\s?(\d{1,3})(?:\s?[-—–~～至]\s?(\d{1,3}))?\s?题?[)）.．、]?$/;
const NUMBERS_NAMED = /^(?:[题序]\s*号|题\s*序)$/;
const ANSWERS_NAMED = /^(?:(?:正确|参考|标准)?答\s*案|选\s*项)$/;

/** 题号 over 答案, one of which may be missing, or the kind of the questions stands instead: 单选题 over 答案. */
function isKeyPair([above = '', ...numbers]: string[], [below = '']: string[]): boolean {
  const isCounted = numbers.some((cell) => PLACE.test(cell));
  if (NUMBERS_NAMED.test(above)) return ANSWERS_NAMED.test(below) || (below === '' && isCounted);
  return ANSWERS_NAMED.test(below) && isCounted && (above === '' || kindOfWord(above) !== null);
}

/** The names at the beginning of a pair of rows, and of a second block of columns in it. */
const isName = (above: string, below: string) =>
  ANSWERS_NAMED.test(below) && (above === '' || NUMBERS_NAMED.test(above) || kindOfWord(above) !== null);

/** 1 | 2 | 3 over A | C | B, without a word: numbers that count on, and letters or signs below most of them. */
function isBareKey(rows: string[][]): boolean {
  const numbers = rows.flatMap((row, at) => (at % 2 === 0 ? row.filter((cell) => cell !== '') : []));
  const isCounting = numbers.every((cell, at) => /^\d{1,3}$/.test(cell) && Number(cell) === Number(numbers[0]) + at);
  const answers = rows.flatMap((row, at) =>
    at % 2 === 0 ? [] : row.map((cell, place) => ({ cell, number: rows[at - 1]?.[place] ?? '' })),
  );
  const filled = answers.filter(({ cell }) => cell !== '');
  const isKey = filled.every(({ cell, number }) => number !== '' && /^(?:[A-JＡ-Ｊ]{1,10}|[√×✓✗✔✘对错TF])$/.test(cell));
  return numbers.length > 1 && isCounting && isKey && filled.length > 1 && filled.length * 2 > numbers.length;
}

/** 1. or （2） alone, and 答案 or 解析：: what stands in the next cell is behind it on the line. */
const ALONE = /^(?:[（(]?\d{1,3}\s?[)）.．、]|[【[]?(?:(?:参考|正确)?答案|解析)[】\]]?\s?[:：]?)$/;

/** The cells of a row as a line. */
export function rowLine(cells: string[], separator: string): string {
  const [first = '', ...rest] = cells;
  if (!ALONE.test(first) || rest.length === 0) return cells.join(separator);
  const label = /[案析]$/.test(first) ? `${first}：` : first;
  return `${label} ${rest.join(separator)}`;
}
