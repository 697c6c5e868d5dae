import { MAX_LINE, VERBATIM, segmentsOf } from './text-labels';
import type { TextLine } from './text-line';

/** 答案 H2O above 解析 见课本。: labels that nothing but a blank parts from their text, not 答案 ：H2O. */

const ANSWER = /^((?:正确|参考|标准)?答案)[ \t\u3000]{1,4}(?=[^\s:：])/;
const ANALYSIS = /^((?:答案|试题|题目)?解析|详解)[ \t\u3000]{1,4}(?=[^\s:：])/;

/** The lines with a colon behind each such label: one of an analysis below an answer, one of an answer where it is usual. */
export function withBareLabels(lines: TextLine[]): TextLine[] {
  const isUsual = isUsualIn(lines);
  let isAnswered = false;
  return lines.map((line, at) => {
    const { text } = line;
    if (line.row || text === '' || text.length > MAX_LINE || text.includes(VERBATIM)) return line;
    const answer = ANSWER.exec(text);
    const analysis = ANALYSIS.exec(text);
    const made =
      answer && (isUsual || ANALYSIS.test(nextText(lines, at)))
        ? labelled(line, answer)
        : analysis && isAnswered
          ? labelled(line, analysis)
          : line;
    const labels = segmentsOf(made.text).map(({ label }) => label);
    // One analysis belongs to one answer.
    if (labels.includes('analysis')) isAnswered = false;
    else if (labels.includes('answer')) isAnswered = true;
    return made;
  });
}

const labelled = (line: TextLine, [sign, word = '']: RegExpExecArray): TextLine => ({
  ...line,
  text: `${word}：${line.text.slice(sign.length)}`,
});

/** Whether the answers of the paper have no other label. */
function isUsualIn(lines: TextLine[]): boolean {
  let count = 0;
  for (const { text, row } of lines) {
    if (row || text.length > MAX_LINE || !text.includes('答案')) continue;
    if (ANSWER.test(text)) count += 1;
    else if (segmentsOf(text).some(({ label, text: said }) => label === 'answer' && said !== '')) return false;
  }
  return count > 1;
}

function nextText(lines: TextLine[], at: number): string {
  const next = lines[at + 1]?.text === '' ? at + 2 : at + 1;
  return lines[next]?.text ?? '';
}
