import type { TextLine } from './text-line';

/** Keys of judgements as two lists of numbers, 正确：1、3、4；错误：2、5, as the entries they are. */

const RIGHT = '(?:正确|对|真|√|✓|✔|T)';
const WRONG = '(?:错误|不正确|不对|错|假|×|✗|✘|F)';
const OF = '(?:的?(?:题号?|小题|序号)?[是有为]?)';
/** 1、3、4 and （1）（3） and 第1、3题 and 134 */
// Two numbers are never one beside the other: a long one can be parted in one way only.
const NUMBER = '[（(]?\\d{1,9}[)）]?题?';
const AND = '(?:\\s?[、,，.．和及与至到~～—–-]\\s?第?|\\s{1,3}|(?=[（(]))';
const NUMBERS = `第?\\s?(${NUMBER}(?:${AND}${NUMBER}){0,60})`;
const BETWEEN = '\\s{0,4}[;；,，。.、]?\\s{0,4}';
const BEFORE =
  '^((?:[一二三四五六七八九十]{1,3}\\s?[、.．]\\s{0,4})?(?:判断题?\\s?[:：]?\\s{0,4})?(?:[【[]?(?:参考|正确|标准)?答案[】\\]]?\\s?[:：]?\\s{0,4})?(?:判断题?\\s?[:：]\\s{0,4})?)';

const side = (sign: string) => `${sign}${OF}\\s?[:：]?\\s{0,3}${NUMBERS}`;
const behind = (sign: string) => `${NUMBERS}\\s{0,3}(?:[题]?[均都全]?[为是]?)${sign}的?`;
const whole = (first: string, second: string) => new RegExp(`${BEFORE}${first}${BETWEEN}${second}\\s?[。.]?$`);

/** Each with the side that stands first in it. */
const FORMS: [RegExp, 'right' | 'wrong'][] = [
  [whole(side(RIGHT), side(WRONG)), 'right'],
  [whole(side(WRONG), side(RIGHT)), 'wrong'],
  [whole(behind(RIGHT), behind(WRONG)), 'right'],
  [whole(behind(WRONG), behind(RIGHT)), 'wrong'],
];

const SAYS_RIGHT = new RegExp(RIGHT);
const SAYS_WRONG = new RegExp(WRONG);

const MAX_LENGTH = 300;

/** The lines with every such key, on one line or on two, as 1．√ 2．×. */
export function withJudgedLists(lines: TextLine[]): TextLine[] {
  const made = [...lines];
  for (let at = 0; at < made.length; at += 1) {
    const line = made[at] as TextLine;
    if (line.row || !/\d/.test(line.text) || line.text.length > MAX_LENGTH) continue;
    const next = made[at + 1];
    const both =
      next && !next.row && next.text.length < MAX_LENGTH
        ? entriesOf(`${line.text.replace(/[。.；;，,]$/, '')}；${next.text}`)
        : null;
    const text = entriesOf(line.text) ?? both;
    if (text === null) continue;
    made[at] = { ...line, text };
    if (text === both && next) made[at + 1] = { ...next, text: '' };
  }
  return made;
}

function entriesOf(text: string): string | null {
  if (text.length > MAX_LENGTH * 2 || !SAYS_WRONG.test(text) || !SAYS_RIGHT.test(text)) return null;
  for (const [form, first] of FORMS) {
    const [, before = '', one, other] = form.exec(text) ?? [];
    if (one === undefined || other === undefined) continue;
    const all = countedOn(one, other);
    if (!all) continue;
    const rights = new Set(first === 'right' ? all[0] : all[1]);
    const numbers = [...all[0], ...all[1]].sort((a, b) => a - b);
    return `${before}${numbers.map((number) => `${number}．${rights.has(number) ? '√' : '×'}`).join(' ')}`;
  }
  return null;
}

/** The numbers of both lists, where together they count on without a gap: 134 is 1, 3 and 4 where only that does. */
function countedOn(one: string, other: string): [number[], number[]] | null {
  for (const read of [numbersIn, figuresIn]) {
    const both: [number[], number[]] = [read(one), read(other)];
    const all = [...both[0], ...both[1]].sort((a, b) => a - b);
    if (all.length > 1 && all.every((number, at) => at === 0 || number === (all[at - 1] ?? 0) + 1)) return both;
  }
  return null;
}

const MAX_RANGE = 60;

function numbersIn(text: string): number[] {
  return [...text.matchAll(/(\d{1,3})(?:\s?[)）]?\s?[-—–~～至到]\s?[（(]?(\d{1,3}))?/g)].flatMap(([, from, to]) => {
    const [begin, end] = [Number(from), Number(to ?? from)];
    return Array.from({ length: Math.min(Math.max(end - begin + 1, 0), MAX_RANGE) }, (_, index) => begin + index);
  });
}

const figuresIn = (text: string) => (text.match(/\d/g) ?? []).map(Number);
