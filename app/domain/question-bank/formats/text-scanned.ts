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
