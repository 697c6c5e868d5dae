import { headingOf } from './text-headings';
import type { TextLine } from './text-line';
import { numberOf } from './text-numbers';
import { optionsOf } from './text-options';

/** Papers copied out of a course's page: heads of questions on lines of their own, remarks behind the key, options without letters. */

const LONGEST = 2000;

/** 1 单选(1分) or 2. 单选题 (1.00/1.00分) alone above a question of 中国大学MOOC and 智慧树. */
const HEAD =
  /^(\d{1,3})(?:\s?[.．、]?(?=.{0,20}\d\s?\/\s?\d)|(?=\s?[【[]|\s))\s{0,3}[【[]?(单项选择题|单选题?|多项选择题|多选题?|判断题?|填空题?|简答题?|问答题)[】\]]?\s{0,3}[（(]\s?(?:\d{1,3}(?:\.\d{1,2})?\s?\/\s?)?(\d{1,3}(?:\.\d{1,2})?)\s?分\s?[)）]$/;
const FULL_NAME: Record<string, string> = { 单项选择: '单选', 多项选择: '多选' };
/** 正确答案：A你选对了 */
const KEY_REMARK =
  /^((?:正确答案|答案)\s?[:：]\s?(?:[A-J](?:[、,， ]?[A-J]){0,7}|[√×]|正确|错误|对|错))\s{0,3}[，,]?\s?(?:你选对了|你没选对|你错选为.{0,20}|你漏选了?.{0,20}|你没有作答|你选错了)$/;
/** ○ A. 甲, where no ring is filled. */
const RINGED = /^[○◯⚪□☐]\s{0,3}(?=[A-JＡ-Ｊ]\s?[.．、:：)）])/;
/** ○ A 甲, where nothing but a blank stands behind the letter. */
const RINGED_BARE = /^[○◯⚪●⦿]\s{0,3}([A-JＡ-Ｊ])\s{1,8}(?=\S)/;
/** 我的答案：B 正确答案：A 得分：0.0分 */
const SCORED =
  /^(?:(?:我|你|您|学生|考生)的?答案\s?[:：]\s?[^:：]{0,40}?\s{1,8})?((?:正确|参考|标准)?答案\s?[:：]\s?\S(?:.{0,200}\S)??)\s{1,8}(?:本题|此题)?得分\s?[:：]\s?\d{1,3}(?:\.\d{1,2})?\s?分?[。.]?$/;
/** 知识点： alone above what it is. */
const POINT_ALONE = /^[【[]?(?:知识点|考点)[】\]]?\s?[:：]$/;
const RIGHT = /\s{0,4}[（(【[]\s?正确答案\s?[)）】\]]$/;
const JUDGED = /^(?:对|错|正确|错误|是|否)$/;
const LABEL = /^[【[]?[^\s:：]{2,6}[】\]]?\s?[:：]/;

/** The lines as a paper would have them. */
export function withoutPlatform(lines: TextLine[]): TextLine[] {
  return withBareRight(withHeadsJoined(lines.map(withoutRemark)));
}

function withoutRemark(line: TextLine): TextLine {
  if (line.row || line.text.length > LONGEST) return line;
  const text = withDrawnBlanks(
    line.text.replace(KEY_REMARK, '$1').replace(SCORED, '$1').replace(RINGED, '').replace(RINGED_BARE, '$1. '),
  );
  return text === line.text ? line : { ...line, text };
}

const DRAWN = String.raw`\\underline\{(?:\s|~|\\qquad|\\quad|\\hspace\{[^{}]{1,12}\}|\\[ ,;:!]){1,40}\}`;
const DRAWN_WHOLE = new RegExp(`\\$${DRAWN}\\$`, 'g');
const DRAWN_LAST = new RegExp(`${DRAWN}\\$`, 'g');
const DRAWN_FIRST = new RegExp(`\\$${DRAWN}`, 'g');
const DRAWN_ALONE = new RegExp(DRAWN, 'g');

/** \\underline{\\qquad}, by itself or at an end of a formula, is a blank. */
function withDrawnBlanks(text: string): string {
  if (!text.includes('\\underline')) return text;
  const parted = text.replace(DRAWN_WHOLE, '____').replace(DRAWN_LAST, '$$____').replace(DRAWN_FIRST, '____$$');
  // One in the middle of a formula stays: what stands around it would be none any more.
  return parted.includes('$') ? parted : parted.replace(DRAWN_ALONE, '____');
}

/** A head and a label that stand alone, with the line they are for. */
function withHeadsJoined(lines: TextLine[]): TextLine[] {
  const made: TextLine[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]!;
    const next = lines[at + 1];
    const isJoined = next !== undefined && !line.row && isPlain(next);
    const [, number, kind = '', points] = isJoined && line.text.length < 80 ? (HEAD.exec(line.text) ?? []) : [];
    if (isJoined && number !== undefined) {
      const name = kind.replace(/题$/, '');
      made.push({
        ...next,
        text: `${number}．【${FULL_NAME[name] ?? name}题】${next.text}（${points}分）`,
        line: line.line,
      });
      at += 1;
    } else if (isJoined && POINT_ALONE.test(line.text) && next.text.length < 40 && !LABEL.test(next.text)) {
      made.push({ ...line, text: `${line.text}${next.text}` });
      at += 1;
    } else made.push(line);
  }
  return made;
}

/** Neither blank nor the beginning of something else. */
const isPlain = ({ text, row, passage }: TextLine) =>
  !row && !passage && text !== '' && text.length < LONGEST && numberOf(text) === null && headingOf(text) === null;

/** 铁(正确答案) among lines without letters below a question: they are its options. */
function withBareRight(lines: TextLine[]): TextLine[] {
  if (!lines.some(({ text }) => RIGHT.test(text.slice(-40)))) return lines;
  const made = [...lines];
  for (let at = 0; at < lines.length; at += 1) {
    if (numberOf(lines[at]!.text.slice(0, LONGEST)) === null) continue;
    let end = at + 1;
    while (end < lines.length && isPlain(lines[end]!)) end += 1;
    const options = lines.slice(at + 1, end);
    if (!areOptions(options)) continue;
    options.forEach((line, index) => {
      made[at + 1 + index] = { ...line, text: `${String.fromCharCode(65 + index)}. ${line.text}` };
    });
  }
  return made;
}

function areOptions(lines: TextLine[]): boolean {
  const texts = lines.map(({ text }) => text.replace(RIGHT, ''));
  const isOne = lines.length > 1 && lines.length <= 8 && lines.some(({ text }) => RIGHT.test(text));
  return (
    isOne &&
    !texts.every((text) => JUDGED.test(text)) &&
    texts.every(
      (text) =>
        text.length < 200 && !/^[○◯⚪□☐●◉☑√]/.test(text) && !LABEL.test(text) && optionsOf(text, '', true).length === 0,
    )
  );
}
