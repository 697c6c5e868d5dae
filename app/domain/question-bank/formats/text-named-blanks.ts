import type { TextLine } from './text-line';
import { numberOf } from './text-numbers';

/** 水的化学式是[填空1]。 of 雨课堂, with its key as [填空1] H2O or 填空1正确答案：H2O. */

const NAMED = /[【[]\s?填空\s?\d{1,2}\s?[】\]]/;
const EACH = /[【[]\s?填空\s?\d{1,2}\s?[】\]]/g;
const KEY_TITLE = /^[【[]?(?:正确|参考|标准)?答案[】\]]?\s?[:：]/;
const KEY_OF = /^[【[]?\s?填空\s?(\d{1,2})\s?[】\]]?\s?(?:的?(?:正确|参考)?答案)?\s?[:：]?\s{0,4}(?=\S)/;
const LONGEST = 2000;

/** The lines with ____ for each such blank, and the answers of a question one below the other. */
export function withNamedBlanks(lines: TextLine[]): TextLine[] {
  if (!lines.some(({ text }) => text.length < LONGEST && NAMED.test(text))) return lines;
  let hasBlank = false;
  let isKey = false;
  return lines.map((line) => {
    const { text } = line;
    if (line.row || text.length >= LONGEST) return line;
    if (numberOf(text)?.style === 'plain') hasBlank = isKey = false;
    const [sign = '', number] = KEY_OF.exec(text) ?? [];
    const isOwn = number !== undefined && hasBlank && (isKey || /答案/.test(sign));
    if (isOwn) {
      const label = isKey ? '' : '正确答案：';
      isKey = true;
      return { ...line, text: `${label}${text.slice(sign.length)}` };
    }
    const [title] = KEY_TITLE.exec(text) ?? [];
    if (title !== undefined && hasBlank && NAMED.test(text)) {
      isKey = true;
      return { ...line, text: `${title}${answersIn(text.slice(title.length)).join('；')}` };
    }
    if (title !== undefined) isKey = true;
    if (isKey || !NAMED.test(text)) return line;
    hasBlank = true;
    return { ...line, text: text.replace(EACH, '____') };
  });
}

/** [填空1] H2O；[填空2] NaCl on one line. */
const answersIn = (text: string) =>
  text
    .split(EACH)
    .map((part) => part.trim().replace(/[；;，,。]$/, ''))
    .filter((part) => part !== '');
