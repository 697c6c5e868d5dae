import { MAX_LINE, VERBATIM } from './text-labels';
import type { TextLine } from './text-line';

/** …是最高的山。（） with 对 alone on the line below, or （✗） with 解释：… below it: the key of a statement, and why. */

const WORD = /^[（(【[]?\s?(?:对|错|正确|错误|不正确|[√×✓✔✗✘✕])\s?[)）】\]]?[。.]?$/;
const ASKED = /[（(【[]\s{0,20}[)）】\]]\s?[。.]?$/;

const isPlain = ({ text, row, passage }: TextLine) =>
  !row && !passage && text.length < MAX_LINE && !text.includes(VERBATIM);

const JUDGED = /[（(【[]\s{0,8}[√×✓✔✗✘✕对错]\s{0,8}[)）】\]]\s?[。.]?$/;
const REASON = /^解释\s?[:：]/;

/** The lines with 答案：对 for each such word, and 解析： for 解释： right below a statement with its sign. */
export function withJudgeLines(lines: TextLine[]): TextLine[] {
  return withReasons(withKeys(lines));
}

function withReasons(lines: TextLine[]): TextLine[] {
  return lines.map((line, at) => {
    const above = lines[at - 1];
    const isReason = above && REASON.test(line.text) && isPlain(line) && isPlain(above);
    return isReason && JUDGED.test(above.text.slice(-40))
      ? { ...line, text: line.text.replace(REASON, '解析：') }
      : line;
  });
}

function withKeys(lines: TextLine[]): TextLine[] {
  if (!lines.some(({ text }) => WORD.test(text.slice(0, 20)))) return lines;
  const filled = lines.filter(({ text }) => text !== '');
  const isKey = new Set<TextLine>();
  filled.forEach((line, at) => {
    const [above, below] = [filled[at - 1], filled[at + 1]];
    if (!above || !isPlain(line) || !isPlain(above) || !WORD.test(line.text) || !ASKED.test(above.text.slice(-40)))
      return;
    // 对 and 错 below each other are the two to choose from.
    if (below && (WORD.test(below.text) || /答案/.test(below.text.slice(0, 40)))) return;
    isKey.add(line);
  });
  return lines.map((line) =>
    isKey.has(line) ? { ...line, text: `答案：${line.text.replace(/[（(【[\s)）】\]。.]/g, '')}` } : line,
  );
}
