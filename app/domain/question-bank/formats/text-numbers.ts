import { parseNumeral } from './words.rules';

/** The number a line begins with. */

export type NumberStyle = 'plain' | 'paren' | 'chinese' | 'bracketed';

export type Numbered = {
  style: NumberStyle;
  number: number;
  rest: string;
  /** `3.14`: the number may be the beginning of the text as well. */
  isDoubtful: boolean;
  /** `3，`: no sign of a number, unless a question's parts follow. */
  isSlip?: boolean;
  /** （√）1. …: what stands before the number. */
  before: string;
};

const PLAIN =
  /^([0-9０-９]{1,4})\s{0,3}([、．)）:：][.．、]?|[.](?!\.)[、．]?|[，,。](?=[^0-9０-９\s,，。)）]))\s{0,8}/;

const PAREN = /^[（(【[［]\s{0,3}([0-9０-９]{1,3})\s{0,3}[)）】\]］]\s{0,3}[、.．:：]?\s{0,8}/;

const NAMED =
  /^(?:第\s{0,3}([0-9０-９]{1,4}|[一二三四五六七八九十]{1,3})\s{0,3}[题道](?!\s?[)）]?\s?(?:[图表]|的?[附示]))|(?:题目|试题|Question|Q)\s{0,2}([0-9０-９]{1,4}))\s{0,3}[、.．:：)）]?\s{0,8}/i;

const CHINESE = /^([一二三四五六七八九十]{1,3})\s{0,3}[、.．]\s{0,8}/;

const JUDGED =
  /^([（(【[](?!\s?(?:正确|参考|标准)?(?:答案|解析|详解))[^（()）]{0,10}[)）】\]])\s{0,4}(?=[0-9０-９]{1,3}\s{0,3}[、．.])/;

/** The number a line begins with, if it may be a question's. */
export function numberOf(line: string): Numbered | null {
  const before = JUDGED.exec(line)?.[0] ?? '';
  const text = before === '' ? line : line.slice(before.length);
  const found = (style: NumberStyle, match: RegExpExecArray, isDoubtful = false): Numbered => ({
    style,
    number: parseNumeral(match[1] ?? match[2] ?? '') ?? 0,
    rest: text.slice(match[0].length),
    isDoubtful,
    before: before.trim(),
  });
  const plain = PLAIN.exec(text);
  if (plain) {
    const isTight = plain[0].length === (plain[1]?.length ?? 0) + 1;
    const isDigitNext = isTight && /[0-9０-９]/.test(text.charAt(plain[0].length));
    const isSlip = /[，,。]/.test(plain[2] ?? '');
    return { ...found('plain', plain, isSlip || (isDigitNext && /[.．:：]/.test(plain[2] ?? ''))), isSlip };
  }
  const named = NAMED.exec(text);
  if (named) return found('plain', named);
  const paren = PAREN.exec(text);
  if (paren) return found('paren', paren);
  const chinese = CHINESE.exec(text);
  return chinese ? found('chinese', chinese) : null;
}

const BRACKETED = /^[（(]\s{0,3}([一二三四五六七八九十]{1,3})\s{0,3}[)）]\s{0,3}[、.．:：]?\s{0,8}(?=\S)/;

/** （一） before a question, where nothing else counts: most often it numbers a section or a text. */
export function bracketedOf(line: string): Numbered | null {
  const [sign, digits = ''] = BRACKETED.exec(line) ?? [];
  const number = parseNumeral(digits);
  if (sign === undefined || number === undefined) return null;
  return { style: 'bracketed', number, rest: line.slice(sign.length), isDoubtful: false, before: '' };
}
