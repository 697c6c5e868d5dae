import { isListText } from './text-answer-entries';
import { isListTitle } from './text-answers';
import { MAX_LINE, VERBATIM } from './text-labels';
import type { TextLine } from './text-line';
import { numberOf } from './text-numbers';

/** Names of keys and of questions that papers have around the numbers: 三、参考答案, 1-4答案：ABCD, 【小题1】. */

const COUNTED = /^[（(]?[一二三四五六七八九十]{1,3}[)）]?\s?[、.．:：]?\s{0,4}(?=[【[]?(?:参考|标准|正确)?答案)/;
/** 参考答案：1-5 ABCDA */
const LISTED = /^[【[]?(?:参考|标准|正确)?答案[】\]]?\s?[:：]?\s{0,4}/;
const RANGE =
  /^[【[（(]?第?\s?(\d{1,3})\s?[-—–~～至到]{1,2}\s?(\d{1,3})\s?(?:小?题)?\s?(?:的?(?:参考)?答案)?\s?[】\])）]?\s?[:：]?\s{0,4}(?=\S)/;

const SMALL = /^[【[（(]?小题\s?(\d{1,3})\s?[】\])）]?\s?[、.．:：]?\s{0,4}/;
const SMALL_WITHIN =
  /\s?(?:[【[（(]小题\s?(\d{1,3})\s?[】\])）]|小题\s?(\d{1,3})\s?(?=[、.．:：]))\s?[、.．:：]?\s{0,4}/g;
const FEWEST = 2;

/** The lines with the plain names of keys, and questions that are called 小题 by their numbers. */
export function withKeyNames(lines: TextLine[]): TextLine[] {
  const isSmall = hasSmall(lines);
  return lines.map((line) => {
    const { text, row } = line;
    if (row || text.length > MAX_LINE || text.includes(VERBATIM)) return line;
    const plain = isSmall ? numbered(text) : plainKey(text);
    return plain === text ? line : { ...line, text: plain };
  });
}

function plainKey(text: string): string {
  if (text.length > 2000) return text;
  const [counted = ''] = COUNTED.exec(text) ?? [];
  const rest = text.slice(counted.length);
  if (counted !== '' && (isListTitle(rest) || isListText(rest.replace(LISTED, '')))) return rest;
  const [named, from, to] = RANGE.exec(text) ?? [];
  if (named === undefined || !/[题案]/.test(named)) return text;
  const range = `${from}-${to} ${text.slice(named.length)}`;
  return isListText(range) ? `${named.includes('案') ? '答案：' : ''}${range}` : text;
}

/** Whether 小题1, 小题2 number the questions: beside numbers of another kind they are of parts. */
function hasSmall(lines: TextLine[]): boolean {
  let count = 0;
  for (const { text, row } of lines) {
    if (row || text.length > MAX_LINE) continue;
    if (SMALL.test(text)) count += 1;
    else if (numberOf(text)?.style === 'plain' && !numberOf(text)?.isDoubtful) return false;
  }
  return count >= FEWEST;
}

function numbered(text: string): string {
  const own = SMALL.exec(text);
  const rest = own ? `${own[1]}. ${text.slice(own[0].length)}` : text;
  return rest.replace(SMALL_WITHIN, (_whole, framed?: string, bare?: string) => ` ${framed ?? bare}. `);
}
