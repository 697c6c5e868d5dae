import { VERBATIM, segmentsOf } from './text-labels';
import type { TextLine } from './text-line';
import { numberOf } from './text-numbers';
import { optionsOf } from './text-options';
import { isBalanced, narrow } from './words.rules';

/** Keys that are said without the label of one: （答案：B）, 本题答案：B, 故选：B below the options, 答案：０１．Ａ ０２．Ｂ. */

/** （答案：B） alone on its line. */
const FRAMED = /^[（(【[]\s?((?:本题)?(?:正确|参考|标准)?答案\s?[:：][^\n]{1,400})[)）】\]]\s?[。.]?$/;
const NAMED =
  /^(?:本|此|该)(?:小)?题的?(?:正确|参考|标准)?答案(?:(?:应?[是为选])?\s?[:：]\s?|应?[是为选]\s?(?=(?:[A-JＡ-Ｊ]{1,8}|[√×对错]|正确|错误)[。.]?$))/;
const CHOSEN = /^(?:故|所以|因此)(?:本题)?(?:答案)?应?选\s?[：:]?\s{0,2}([A-JＡ-Ｊ]{1,8})\s{0,2}[．.。]?$/;
/** 答案：01. A 02. B */
const COUNTED = /^((?:正确|参考|标准)?答案\s?[:：]\s?)(?=(?:0[1-9]|[０-９]{1,3})\s?[.．、](?!\s?[0-9０-９]))/;
const COUNT = /(^|[\s;；,，。])0?([0-9０-９]{1,3})(?=\s?[.．、](?!\s?[0-9０-９]))/g;
const MAX_LENGTH = 400;

/** The lines with the label of an answer before each such key, where the question has none. */
export function withStatedKeys(lines: TextLine[]): TextLine[] {
  if (!lines.some(({ text }) => stated(text))) return lines;
  let isOpen = false;
  let above = '';
  return lines.map((line) => {
    const { text } = line;
    if (line.row || text === '' || text.length > MAX_LENGTH || text.includes(VERBATIM)) return line;
    if (numberOf(text)?.style === 'plain') isOpen = true;
    const found = isOpen ? stated(text) : null;
    const isKey = found !== null && (!found.isChosen || optionsOf(above, '', true).length > 0);
    above = text;
    if (isKey) isOpen = false;
    else if (segmentsOf(text).some(({ label }) => label === 'answer' || label === 'analysis')) isOpen = false;
    if (!isKey) return line;
    const note = found.isChosen ? `答案取自“${text}”，请核对。` : undefined;
    return { ...line, text: found.text, note: note ?? line.note };
  });
}

type Stated = { text: string; isChosen: boolean };

function stated(text: string): Stated | null {
  if (text.length > MAX_LENGTH || !/答案|选/.test(text)) return null;
  const inner = FRAMED.exec(text)?.[1];
  const plain = inner !== undefined && isBalanced(inner) ? inner.trim() : text;
  const named = NAMED.exec(plain)?.[0];
  if (named !== undefined) return { text: `答案：${plain.slice(named.length)}`, isChosen: false };
  const letters = CHOSEN.exec(text)?.[1];
  if (letters !== undefined) return { text: `答案：${letters}`, isChosen: true };
  const counted = withPlainCount(plain);
  return counted === text ? null : { text: counted, isChosen: false };
}

function withPlainCount(text: string): string {
  const label = COUNTED.exec(text)?.[1];
  if (label === undefined) return text;
  const rest = text.slice(label.length);
  if ([...rest.matchAll(COUNT)].length < 2) return text;
  return label + rest.replace(COUNT, (_whole, before: string, number: string) => `${before}${narrow(number)}`);
}
