import { VERBATIM } from './text-labels';

/** Texts that were read from a scan: blanks between the signs of a label, a comma or 。 for the dot of a number. */

const LABELS = ['参考答案', '正确答案', '标准答案', '答案', '解析', '详解', '分析', '点评'];
/** A label with a blank between its signs, where a label stands. */
const GAPS = new RegExp(
  `^([【\\[［（(]?)\\s{0,3}(${LABELS.map((word) => [...word].join('\\s{0,3}')).join('|')})\\s{0,3}([】\\]］)）]?)\\s{0,3}([:：]?)`,
);

/** 答 案 ： A as 答案：A, 3，地球 and 4。太阳 with the dot of a number. */
export function withoutGaps(line: string): string {
  if (line.length > 20_000 || line.includes(VERBATIM)) return line;
  const label = GAPS.exec(line);
  const word = label?.[2] ?? '';
  if (label && /\s/.test(word) && (label[3] !== '' || label[4] !== '')) {
    return `${label[1]}${word.replace(/\s/g, '')}${label[3]}${label[4]}${line.slice(label[0].length)}`;
  }
  return line;
}

const KEY = '(?:(?:参考|标准|正确)?答案|答题要点)';
const KEY_TAIL = '(?:(?:及|与|和|、)?(?:评分(?:标准|细则|意见|参考|说明)|解析|详解|提示|速查))?';
const spaced = (pattern: string) => pattern.replace(/[\u3400-\u9fff]/g, '$&\\s{0,4}');
/** The heading above a key as it is printed: 参 考 答 案, 《参考答案及评分标准》, ——答案——, 参考答案（共4页） */
const KEY_HEADING = new RegExp(
  `^[\\s*#\\-—–=~·●★《〈“"「『]{0,12}(${spaced(KEY)}${spaced(KEY_TAIL)})(?:[（(]?共\\s?\\d{1,2}\\s?页[)）]?)?(?:第\\s?1\\s?页[（(，,]?共\\s?\\d{1,2}\\s?页[)）]?)?[\\s*#\\-—–=~·●★》〉”"」』]{0,12}$`,
);
const ENGLISH_KEY =
  /^[\s*#\-—–=~]{0,8}(?:answer\s{1,3}keys?|keys?\s{1,3}to\s{1,3}(?:the\s{1,3})?exercises)[\s*#\-—–=~:：]{0,8}$/i;

/** Such a heading in the words of a plain one; any other line as it is. */
export function plainKeyHeading(line: string): string {
  if (line.length > 80) return line;
  if (ENGLISH_KEY.test(line)) return '参考答案';
  const words = KEY_HEADING.exec(line)?.[1]?.replace(/\s/g, '') ?? '';
  if (words === '') return line;
  return words.replace(/评分(?:意见|参考)$/, '评分标准').replace(/速查$/, '');
}

const COMMA = /^\s{0,3}([AＡ])([,，。])(?=[^\s,，。A-ZＡ-Ｚ])/;

/** A,方的 B,圆的 and A。恒星 B。行星 with dots, where B has the same sign behind a blank or on the next line. */
export function withOptionCommas<T extends { text: string }>(lines: T[]): T[] {
  const changed = [...lines];
  for (let at = 0; at < lines.length; at += 1) {
    const text = lines[at]?.text ?? '';
    const sign = text.length < 2000 && !text.includes(VERBATIM) ? COMMA.exec(text)?.[2] : undefined;
    if (sign === undefined) continue;
    const isBeside = new RegExp(`\\s[BＢ]${sign}\\S`).test(text);
    const isBelow = new RegExp(`^[BＢ]${sign}\\S`).test(lines[at + 1]?.text ?? '');
    if (!isBeside && !isBelow) continue;
    let letter = 'A';
    for (let index = at; index < lines.length && index < at + 10; index += 1) {
      const own = changed[index] as T;
      let dotted = own.text;
      let found = false;
      for (;;) {
        const wide = String.fromCharCode(letter.charCodeAt(0) + 0xfee0);
        const next = dotted.replace(new RegExp(`(^|\\s)[${letter}${wide}]${sign}(?=\\S)`), `$1${letter}. `);
        if (next === dotted || letter > 'J') break;
        dotted = next;
        found = true;
        letter = String.fromCharCode(letter.charCodeAt(0) + 1);
      }
      if (!found) break;
      changed[index] = { ...own, text: dotted };
    }
  }
  return changed;
}
