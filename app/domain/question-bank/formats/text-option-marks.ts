import { VERBATIM, segmentsOf } from './text-labels';
import type { TextLine } from './text-line';

/** Options whose right one has a sign of its own, ● or √ or 【正确】: the signs go, and 答案：B stands below them. */

const OPTION = /^([○◯⚪☐□●◉⚫☑✓✔√×✗✘*＊★]?)\s{0,3}([A-JＡ-Ｊ])\s{0,2}([.．、:：)）])\s{0,4}(.*)$/;
const RIGHT_BEFORE = /^[●◉⚫☑✓✔√*＊★]$/;
const RIGHT_BEHIND = /^(.*\S)(?:\s{1,4}[√✓✔☑]|\s{0,4}[（(【[]\s?(?:正确|√|✓|✔)\s?[)）】\]])$/;
const WRONG_BEHIND = /^(.*\S)(?:\s{1,4}[×✗✘]|\s{0,4}[（(【[]\s?(?:错误|×|✗|✘)\s?[)）】\]])$/;
const MAX_OPTION = 2000;

type Marked = { key: string; sign: string; text: string; isRight: boolean };

function optionOf({ text, row, passage }: TextLine): Marked | null {
  const match = row || passage || text.length > MAX_OPTION || text.includes(VERBATIM) ? null : OPTION.exec(text);
  if (!match) return null;
  const [, before = '', key = '', sign = '', body = ''] = match;
  const behind = before === '' ? RIGHT_BEHIND.exec(body) : null;
  const wrong = before === '' ? WRONG_BEHIND.exec(body) : null;
  return {
    key: key.normalize('NFKC'),
    sign,
    text: (behind ?? wrong)?.[1] ?? body,
    isRight: behind !== null || RIGHT_BEFORE.test(before),
  };
}

/** The lines with the signs of right options as an answer below them, where none is stated there. */
export function withOptionMarks(lines: TextLine[]): TextLine[] {
  if (!lines.some((line) => optionOf(line)?.isRight)) return lines;
  const made: TextLine[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const run: Marked[] = [];
    for (let index = at; index < lines.length && run.length < 10; index += 1) {
      const option = optionOf(lines[index] as TextLine);
      if (option?.key !== String.fromCharCode(65 + run.length)) break;
      run.push(option);
    }
    const end = at + run.length;
    if (run.length > 1 && isKey(run) && !isAnswered(lines, end)) {
      run.forEach(({ key, sign, text }, index) =>
        made.push({ ...(lines[at + index] as TextLine), text: `${key}${sign} ${text}` }),
      );
      const letters = run.flatMap(({ key, isRight }) => (isRight ? [key] : [])).join('');
      const note = `选项 ${letters} 前后有“√”“●”“【正确】”一类的记号，已当作答案，请核对。`;
      made.push({ text: `答案：${letters}`, line: lines[end - 1]?.line ?? 0, note });
      at = end - 1;
    } else made.push(lines[at] as TextLine);
  }
  return made;
}

/** Some are right, not all, and every one of them has a text. */
const isKey = (run: Marked[]) =>
  run.some(({ isRight }) => isRight) && run.some(({ isRight }) => !isRight) && run.every(({ text }) => text !== '');

/** Whether an answer stands below the options, behind blank lines. */
function isAnswered(lines: TextLine[], end: number): boolean {
  let at = end;
  while (at < end + 3 && lines[at]?.text === '') at += 1;
  return segmentsOf(lines[at]?.text ?? '')[0]?.label === 'answer';
}
