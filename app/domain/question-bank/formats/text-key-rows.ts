import { isListTitle } from './text-answers';
import { headingOf } from './text-headings';
import { numberOf } from './text-numbers';
import { splitAnswers } from './text-key-signs';
import type { TextLine } from './text-line';

/**
 * A key as a table: 题号 1 2 3 above 答案 A B D, or 题号 | 答案 above 1 | A, parted by bars (as Markdown has them), tabs,
 * commas or blanks. Each number belongs to the answer below or beside it; an empty cell is no answer, and moves none.
 */

const HEAD =
  /^[|｜]?\s{0,8}((?:题|序)\s{0,4}号|题\s{0,4}序|(?:参考|正确|标准)?答\s{0,4}案|选\s{0,4}项)(?![\u3400-\u9fffA-Za-z])/;
const NUMBERS = /号$|序$/;
const RULE = /^(?=[^-]{0,20}-)[|｜\s:-]{3,400}$/;
const NUMBER = /^[（(]?第?\s?([0-9０-９]{1,3})\s?题?[)）.．、]?$/;
const SIGNS = /^[（(]?\s?((?:[A-JＡ-Ｊ]{1,8}|[√×✓✗✔✘对错TF]|正确|错误))\s?[)）]?$/;
const ANALYSIS = /^(?:答案)?(?:解析|分析|详解)$/;
const MAX_LENGTH = 2000;

type Row = { head: string; cells: string[]; isSpaced: boolean };
type Entry = { number: number; text: string };
/** `end`: the line behind it; '' stands for an answer that is not there. */
type Table = { entries: Entry[]; end: number; isRange?: boolean };

/** The lines with each such table as entries of a key. */
export function withKeyRows(lines: TextLine[]): TextLine[] {
  const made: TextLine[] = [];
  let isTitled = false;
  let isKeyed = false;
  let kept: TextLine[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] as TextLine;
    const table = line.row || line.passage ? null : tableAt(lines, at);
    if (!table) {
      if (line.text !== '') isTitled = isListTitle(line.text);
      isKeyed ||= isTitled;
      if (kept.length > 0 && (isTitled || isHeading(line.text))) made.push(...kept.splice(0));
      const number = line.row ? undefined : KEY_LINE.exec(line.text)?.[1];
      if (number !== undefined && !isKeyed && isAboveQuestions(Number(number), at + 1, made, lines)) kept = [line];
      else made.push(line);
      continue;
    }
    made.push(...kept.splice(0));
    const [first] = table.entries;
    if (first && first.text !== '' && !isKeyed && isAboveQuestions(first.number, table.end, made, lines))
      kept = written(table, line, isTitled);
    else made.push(...written(table, line, isTitled));
    // Between the heading and its questions it is a place to write into, as it is for a reader.
    const last = made[made.length - 1];
    const isBelowHeading = headingOf(filledBefore(made)) !== null && nextFilled(lines, table.end) < lines.length;
    if (last && !isBelowHeading && table.entries.every(({ text }) => text === ''))
      made[made.length - 1] = { ...last, note: `${last.note ?? ''}空的答题表没有导入。` };
    at = table.end - 1;
  }
  return [...made, ...kept];
}

const isHeading = (text: string) => headingOf(text)?.isDoubtful === false;

/** Below 二、单选题 and above its question 1, which has options: the key of that section, read where its questions end. */
function isAboveQuestions(number: number, end: number, made: TextLine[], lines: TextLine[]): boolean {
  const next = nextFilled(lines, end);
  const found = numberOf(lines[next]?.text ?? '');
  if (found?.number !== number || !isHeading(filledBefore(made))) return false;
  const below = lines.slice(next + 1, next + 6).map(({ text }) => text);
  return below.some((text) => OPTION.test(text)) || /[（(]\s{1,20}[)）][。.]?$/.test(found.rest);
}

/** 答案：1.A  2.D, as a table of a Word file is read. */
const KEY_LINE = /^答案：([0-9]{1,3})\.[A-J√×✓✗✔✘对错]{1,8}\s{1,4}[0-9]/;
const OPTION = /^[（(]?[AＡ]\s?[.．、:：)）]/;

const filledBefore = (lines: TextLine[]) =>
  lines[lines.length - (lines[lines.length - 1]?.text === '' ? 2 : 1)]?.text ?? '';

/** Below a title of answers the entries alone, else with a title of their own. */
function written({ entries, isRange }: Table, line: TextLine, isTitled: boolean): TextLine[] {
  const filled = entries.filter(({ text }) => text !== '');
  if (filled.length === 0) return [];
  const [first] = filled;
  if (isRange)
    return [{ ...line, text: `答案：${entries[0]?.number}-${entries[entries.length - 1]?.number} ${first?.text}` }];
  const isShort = filled.length > 1 && filled.every(({ text }) => SIGNS.test(text));
  if (isShort && !isTitled)
    return [{ ...line, text: `答案：${filled.map(({ number, text }) => `${number}.${text}`).join(' ')}` }];
  const each = filled.map(({ number, text }) => ({ ...line, text: `${number}．${text}` }));
  return isTitled ? each : [{ ...line, text: '参考答案' }, ...each];
}

function tableAt(lines: TextLine[], at: number): Table | null {
  const first = rowOf(lines[at]?.text ?? '');
  if (!first || !NUMBERS.test(first.head)) return null;
  const upright = uprightAt(lines, at, first);
  if (upright) return upright;
  let table = pairAt(lines, at, false);
  if (!table || table.isRange) return table;
  // 题号 11 12 … in the next lines goes on with it.
  for (;;) {
    const more = pairAt(lines, nextFilled(lines, table.end), true);
    if (!more || more.isRange) return table;
    table = { entries: [...table.entries, ...more.entries], end: more.end };
  }
}

/** 题号 | 1 | 2 above 答案 | A | B; behind another such pair a single number is one as well. */
function pairAt(lines: TextLine[], at: number, isMore: boolean): Table | null {
  const above = rowOf(lines[at]?.text ?? '');
  if (!above || !NUMBERS.test(above.head)) return null;
  const below = behindRule(lines, at);
  const under = rowOf(lines[below]?.text ?? '');
  if (!under || NUMBERS.test(under.head)) return null;
  const places = above.cells.flatMap((cell, place) => {
    const number = NUMBER.exec(cell)?.[1];
    return number === undefined ? [] : [{ number: Number(number.normalize('NFKC')), place }];
  });
  const others = above.cells.filter((cell) => cell !== '' && !NUMBER.test(cell) && !OTHER.test(cell));
  if (others.length > 0 || places.length < (isMore ? 1 : 2)) return null;
  let end = below + 1;
  if (!above.isSpaced && !under.isSpaced) {
    const isOver = under.cells.some(
      (cell, place) => cell !== '' && !OTHER.test(cell) && places.every((each) => each.place !== place),
    );
    const isNext = places.every(({ number }, index) => index === 0 || number > (places[index - 1]?.number ?? 0));
    if (isOver || !isNext) return null;
    return { entries: places.map(({ number, place }) => ({ number, text: answerOf(under.cells[place] ?? '') })), end };
  }
  const numbers = places.map(({ number }) => number);
  const own = under.cells.filter((cell) => cell !== '' && !OTHER.test(cell));
  // 答案 alone above A B B
  const apart = own.length === 0 ? wordsOf(lines[end]?.text ?? '', numbers.length) : [];
  const words = apart.length > 0 ? apart : own;
  if (apart.length > 0) end += 1;
  if (words.length === 0) return { entries: numbers.map((number) => ({ number, text: '' })), end };
  const answers = words.length === numbers.length ? words.map(answerOf) : splitAnswers(words.join(' '), numbers.length);
  if (answers) return { entries: numbers.map((number, index) => ({ number, text: answers[index] ?? '' })), end };
  // As many as there are numbers, or nobody can tell which is missing: the list says so at each question.
  const isCounting = numbers.every((number, index) => number === (numbers[0] ?? 0) + index);
  if (!isCounting || !words.every((word) => SIGNS.test(word))) return null;
  return {
    entries: numbers.map((number, index) => ({ number, text: index === 0 ? words.map(answerOf).join(' ') : '' })),
    end,
    isRange: true,
  };
}

/** As many letters and signs as are asked for; [] for any other line. */
function wordsOf(text: string, count: number): string[] {
  const words = text.length < MAX_LENGTH ? text.split(/\s+/) : [];
  return words.length === count && words.every((word) => SIGNS.test(word)) ? words : [];
}

/** What stands beside the numbers: 得分 at the end of a row, 题号 and 答案 of a second block of columns. */
const OTHER = /^(?:得分|总分|合计|评卷人|(?:题|序)\s{0,4}号|(?:参考|正确)?答\s{0,4}案)$/;

/** 题号 | 答案 above 1 | A, with the analysis beside it or several such columns. */
function uprightAt(lines: TextLine[], at: number, { head, cells }: Row): Table | null {
  const names = [head, ...cells];
  const isAnalysed = names.length === 3 && ANALYSIS.test(names[2] ?? '');
  const width = isAnalysed ? 3 : 2;
  const isMeant =
    names.length % width === 0 &&
    names.every((name, place) => (place % width === 2 ? true : NAMES[place % width]?.test(name)));
  if (!isMeant) return null;
  const sign = signOf(lines[at]?.text ?? '');
  const isSpaced = sign.source === '\\s+';
  const entries: Entry[] = [];
  let end = behindRule(lines, at);
  for (; end < lines.length; end += 1) {
    const row = cellsOf(lines[end]?.text ?? '', sign);
    // A number alone has its answer left out.
    if (row.length === 0 || row.slice(names.length).some((cell) => cell !== '')) break;
    const found = row.flatMap((cell, place) =>
      place % width === 0 ? [{ number: NUMBER.exec(cell)?.[1], place }] : [],
    );
    if (found.some(({ number, place }) => number === undefined && row[place] !== '')) break;
    // 4. 冰是____ with a blank behind its number is a question.
    if (isSpaced && !row.every((cell, place) => place % width === 0 || SIGNS.test(cell))) break;
    for (const { number, place } of found) {
      if (number === undefined) continue;
      const analysis = isAnalysed && (row[place + 2] ?? '') !== '' ? ` 【解析】${row[place + 2]}` : '';
      const text = answerOf(row[place + 1] ?? '');
      entries.push({ number: Number(number.normalize('NFKC')), text: text === '' ? '' : `${text}${analysis}` });
    }
  }
  entries.sort((a, b) => a.number - b.number);
  return entries.length > 0 ? { entries, end } : null;
}

const NAMES = [/^(?:(?:题|序)\s{0,4}号|题\s{0,4}序)$/, /^(?:参考|正确|标准)?答\s{0,4}案$/];

/** ( A ) is A. */
const answerOf = (cell: string) => SIGNS.exec(cell)?.[1] ?? cell;

function rowOf(text: string): Row | null {
  if (text.length > MAX_LENGTH) return null;
  const [whole, head] = HEAD.exec(text) ?? [];
  if (whole === undefined || head === undefined) return null;
  const rest = text.slice(whole.length).replace(/^\s?[:：]/, '');
  const isParted = /^\s{0,8}[|｜\t,，]|^\t/.test(rest);
  if (!isParted && rest !== '' && !/^\s/.test(rest) && rest === text.slice(whole.length)) return null;
  const cells = isParted
    ? cellsOf(text).slice(1)
    : rest
        .trim()
        .replace(/[（(]\s?(\S{1,4})\s?[)）]/g, '$1')
        .split(/\s+/);
  return { head, cells: isParted ? cells : cells.filter((cell) => cell !== ''), isSpaced: !isParted };
}

/** What parts the cells of a line: bars, tabs, commas; blanks where there is nothing else. */
const signOf = (text: string) => [/[|｜]/, /\t/, /[,，]/].find((sign) => sign.test(text)) ?? /\s+/;

/** The cells of a line of a table; a line without any sign between cells has one. */
function cellsOf(text: string, sign = signOf(text)): string[] {
  if (text === '' || text.length > MAX_LENGTH || RULE.test(text)) return [];
  const isFramed = /^\s{0,8}[|｜]/.test(text);
  const bare = isFramed ? text.replace(/^\s{0,8}[|｜]|[|｜]\s{0,8}$/g, '') : text;
  return bare.split(sign).map((cell) => cell.trim());
}

/** The next line with something in it, behind the rule that Markdown draws below a head. */
function behindRule(lines: TextLine[], at: number): number {
  const next = nextFilled(lines, at + 1);
  return RULE.test(lines[next]?.text ?? '') ? nextFilled(lines, next + 1) : next;
}

/** One blank line may stand between. */
const nextFilled = (lines: TextLine[], at: number) => (lines[at]?.text === '' ? at + 1 : at);
