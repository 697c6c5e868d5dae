import { headingOf } from './text-headings';
import { MAX_LINE, VERBATIM, segmentsOf } from './text-labels';
import type { TextLine } from './text-line';

/** [单选] [C] and [是非][非] above each question of an export: its kind and its key, and no number. */

const HEAD =
  /^(?:(\d{1,4})\s?[.．、]\s?)?[【[]\s?(?:(单项选择|单选|多项选择|多选|不定项选择)|判断|是非)题?\s?[】\]]\s{0,4}[【[]\s?([A-JＡ-Ｊ](?:[\s,，、]{0,3}[A-JＡ-Ｊ]){0,9}|是|非|对|错|正确|错误|[√×✓✗TF])\s?[】\]]\s{0,4}(.*)$/;
const LETTERS = /^[A-JＡ-Ｊ]/;
const FULL_NAME: Record<string, string> = { 单项选择: '单选', 多项选择: '多选', 不定项选择: '多选' };
const RIGHT = /^[是对正√✓T]/;

type Head = { number: string | undefined; kind: string; key: string; text: string };

function headOf({ text, row, passage }: TextLine): Head | null {
  if (row || passage || text.length > MAX_LINE || text.includes(VERBATIM)) return null;
  const [, number, name, key = '', rest = ''] = HEAD.exec(text) ?? [];
  // A choice has letters, a statement has none.
  if (key === '' || (name !== undefined) !== LETTERS.test(key)) return null;
  if (name === undefined) return { number, kind: '判断题', key: RIGHT.test(key) ? '正确' : '错误', text: rest };
  return {
    number,
    kind: `${FULL_NAME[name] ?? name}题`,
    key: key.normalize('NFKC').replace(/[^A-J]/g, ''),
    text: rest,
  };
}

/** The lines with 1．【单选题】 before each such question, and its key below it. */
export function withKeyedHeads(lines: TextLine[]): TextLine[] {
  if (!lines.some((line) => headOf(line) !== null)) return lines;
  const made: TextLine[] = [];
  let count = 0;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] as TextLine;
    const head = headOf(line);
    if (!head) {
      made.push(line);
      continue;
    }
    let end = at + 1;
    while (end < lines.length && !isOver(lines[end] as TextLine)) end += 1;
    const own = lines.slice(at + 1, end);
    count = head.number === undefined ? count + 1 : Number(head.number);
    made.push(...questionOf(line, `${count}．【${head.kind}】`, head, own));
    at = end - 1;
  }
  return made;
}

/** What begins something else than this question. */
const isOver = (line: TextLine) => headOf(line) !== null || headingOf(line.text)?.isDoubtful === false;

function questionOf(line: TextLine, sign: string, head: Head, below: TextLine[]): TextLine[] {
  const first = head.text === '' ? below.findIndex(({ text }) => text !== '') : -1;
  const own = first < 0 ? below : below.slice(first + 1);
  const begun = { ...(below[first] ?? line), text: `${sign}${head.text}${below[first]?.text ?? ''}`, line: line.line };
  const labels = own.map(({ text }) => segmentsOf(text)[0]?.label ?? null);
  if (labels.includes('answer')) return [begun, ...own];
  // An analysis stays below the key.
  const labelled = labels.findIndex((label) => label !== null);
  const filled = own.reduce((last, { text }, index) => (text === '' ? last : index + 1), 0);
  const place = labelled < 0 ? filled : labelled;
  const key = { text: `答案：${head.key}`, line: own[place - 1]?.line ?? begun.line };
  return [begun, ...own.slice(0, place), key, ...own.slice(place)];
}
