import type { TextLine } from './text-line';

/** Pages copied from other systems, where a number, a letter or a box to tick stands apart from its text. */

const LETTER = /^([A-JＡ-Ｊ])\s?[、.．:：]?$/;
const NUMBER = /^[0-9]{1,3}\s?[、.．]?$/;
const PLACE = /^第\s?[一二三四五六七八九十\d]{1,2}\s?空\s?[:：]$/;
const LABEL = /^[【[]?(?:我的答案|你的答案|正确答案|参考答案|答案|答案解析|解析|得分)[】\]]?\s?[:：]?/;

/** The lines with each number and letter in front of its text: A⏎北京 as A. 北京. */
export function withLonelyJoined(lines: TextLine[]): TextLine[] {
  const filled = lines.filter(({ text }) => text !== '');
  const isSplit = filled.some(
    ({ text }, at) =>
      letterOf(text) === 'A' &&
      isText(filled[at + 1]) &&
      !COUNTED.test(filled[at + 1]?.text ?? '') &&
      letterOf(filled[at + 2]?.text ?? '') === 'B',
  );
  if (!isSplit) return lines;
  const made: TextLine[] = [];
  let next = 1;
  let last = '';
  for (let at = 0; at < filled.length; at += 1) {
    const line = filled[at] as TextLine;
    const letter = letterOf(line.text);
    const number = NUMBER.test(line.text) ? parseInt(line.text, 10) : 0;
    const isPlace = PLACE.test(line.text);
    const isCounted = number > 0 && (number === next || number === 1);
    const following = filled[at + 1];
    const isOption = letter === 'A' ? isBegun(filled, at) : letter !== undefined && follows(last, letter);
    if (!following || !isText(following) || !(isOption || isPlace || isCounted)) {
      if (COUNTED.test(line.text)) last = '';
      made.push(line);
      continue;
    }
    if (isCounted) next = number + 1;
    last = isOption ? (letter ?? '') : isCounted ? '' : last;
    const sign = letter ? `${letter}. ` : isPlace ? line.text : `${number}. `;
    made.push({ ...line, ...following, text: `${sign}${following.text}`, line: line.line });
    at += 1;
  }
  return made;
}

/** B behind A: a letter that does not count on stands above a text for several questions. */
const follows = (last: string, letter: string) =>
  last !== '' && letter.charCodeAt(0) - last.charCodeAt(0) > 0 && letter.charCodeAt(0) - last.charCodeAt(0) < 3;

/** Whether B stands below A and its text before any number: these are options. */
function isBegun(lines: TextLine[], at: number): boolean {
  for (const { text } of lines.slice(at + 2, at + 2 + OPTION_LINES)) {
    const letter = letterOf(text);
    if (letter !== undefined || COUNTED.test(text)) return letter === 'B';
  }
  return false;
}

const OPTION_LINES = 20;
const COUNTED = /^[（(]?[0-9]{1,3}\s?[)）、.．]/;

const letterOf = (text: string) => LETTER.exec(text)?.[1]?.normalize('NFKC');
const isText = (line: TextLine | undefined) =>
  line !== undefined && !line.row && !LETTER.test(line.text) && !LABEL.test(line.text) && !PLACE.test(line.text);

const BOX = /^[○◯⚪◎□☐◻▢]\s?(?=\S)/;
const ASKED = /[【[][单多]选题[】\]]|[【[]判断题[】\]]/;
const RIGHT = /[（(【[]\s?正确答案\s?[)）】\]]\s{0,4}$/;
const JUDGED = /^(?:对|错|正确|错误|是|否)(?:\s?[（(【[]|$)/;

/** ○ and □ in front of options as letters, where a form of 问卷星 and its like has them. */
export function withBoxesLettered(lines: TextLine[]): TextLine[] {
  const made = [...lines];
  for (let at = 0; at < lines.length; at += 1) {
    let end = at;
    while (end < lines.length && end < at + 26 && BOX.test(lines[end]?.text ?? '')) end += 1;
    if (end - at < 2) continue;
    const run = lines.slice(at, end).map(({ text }) => text.replace(BOX, ''));
    const above = lines.slice(Math.max(0, at - 3), at);
    const isAsked =
      run.some((text) => RIGHT.test(text.slice(-200))) || above.some(({ text }) => ASKED.test(text.slice(-200)));
    const isJudge = run.length === 2 && run.every((text) => JUDGED.test(text));
    if (isAsked)
      run.forEach((text, index) => {
        const sign = isJudge ? '' : `${String.fromCharCode(65 + index)}. `;
        made[at + index] = { ...(lines[at + index] as TextLine), text: `${sign}${text}` };
      });
    at = end - 1;
  }
  return made;
}
