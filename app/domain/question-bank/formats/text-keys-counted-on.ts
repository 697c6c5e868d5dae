import { isListTitle } from './text-answers';
import type { TextLine } from './text-line';
import { numberOf } from './text-numbers';

/** A key that goes on counting where the questions end: 答案 and below it 3. A, 4. … for questions 1 and 2. */

const KEYED = /^(?:[A-JＡ-Ｊ]{1,6}|[√×✓✗✔✘对错TF]|正确|错误)\s?[。.]?$/;
const FEWEST = 2;

/** The lines with the numbers of the questions that such a key is for; told at it. */
export function withKeysCountedOn(lines: TextLine[]): TextLine[] {
  let title = lines.length - 1;
  while (title >= 0 && !isListTitle(lines[title]?.text ?? '')) title -= 1;
  if (title < 0 || lines.slice(title).some(({ row, passage }) => row !== undefined || passage !== undefined))
    return lines;
  const plain = ({ text }: TextLine) => {
    const found = text === '' ? null : numberOf(text);
    return found?.style === 'plain' ? found : null;
  };
  const asked = lines.slice(0, title).flatMap((line) => plain(line)?.number ?? []);
  const count = asked.length;
  if (count < FEWEST || asked.some((number, at) => number !== at + 1)) return lines;
  const key = lines.slice(title + 1).flatMap((line) => plain(line) ?? []);
  const isCountedOn = key.length === count && key.every(({ number }, at) => number === count + at + 1);
  if (!isCountedOn || !key.some(({ rest }) => KEYED.test(rest.trim()))) return lines;
  const note = `答案部分的题号是 ${count + 1}—${count * 2}，接着题目往下数，已按次序给了第 1—${count} 题，请核对。`;
  return lines.map((line, at) => {
    const found = at > title ? plain(line) : null;
    if (at === title) return { ...line, note };
    return found ? { ...line, text: `${found.number - count}．${found.rest}` } : line;
  });
}
