import { MAX_LINE, VERBATIM, segmentsOf } from './text-labels';
import type { TextLine } from './text-line';
import { numberOf } from './text-numbers';

/** 解析 above 1. 见课本。 2. … behind questions that have their answers each: the analyses by number. */

const TITLE = /^[【[（(]?\s?(?:答案|试题|参考)?(?:解析|详解)(?:部分)?\s?[】\])）]?\s?[:：]?$/;

/** The lines with each such analysis as an entry of a key. */
export function withAnalysesApart(lines: TextLine[]): TextLine[] {
  let answered = 0;
  for (let at = 0; at < lines.length; at += 1) {
    const { text, row } = lines[at] as TextLine;
    if (row || text === '' || text.length > MAX_LINE) continue;
    if (answered > 1 && TITLE.test(text)) {
      const starts = startsFrom(lines, at + 1);
      if (starts.length > 1 && starts.length <= answered) return written(lines, at, starts);
    }
    if (segmentsOf(text).some(({ label, text: said }) => label === 'answer' && said !== '')) answered += 1;
  }
  return lines;
}

/** The lines that count 1. 2. 3. from here to the end, none of which has a label or is such a title; [] else. */
function startsFrom(lines: TextLine[], from: number): number[] {
  const starts: number[] = [];
  for (let at = from; at < lines.length; at += 1) {
    const { text, row } = lines[at] as TextLine;
    // Another title: that one is looked at by itself.
    if (row || TITLE.test(text) || segmentsOf(text).some(({ label }) => label !== null)) return [];
    const found = numberOf(text);
    if (found?.style === 'plain' && !found.isDoubtful && found.number === starts.length + 1) starts.push(at);
    else if (starts.length === 0 && text !== '') return [];
  }
  return starts;
}

function written(lines: TextLine[], at: number, starts: number[]): TextLine[] {
  const made = [...lines];
  made[at] = { ...(lines[at] as TextLine), text: '参考答案' };
  starts.forEach((start, index) => {
    const line = lines[start] as TextLine;
    made[start] = { ...line, text: `${index + 1}. 解析：${numberOf(line.text)?.rest ?? ''}` };
  });
  return made;
}

/** 【2题详解】 behind the end of a sentence, or right behind 【解析】. */
const DETAIL_WITHIN = /(?:^|[\s。.；;！!？?”"）)】\]])(?=[【[]\s?第?\d{1,3}\s?小?题(?:详解|解析|分析|点评)\s?[】\]])/g;

/** 【解析】【1题详解】… 【2题详解】… on one line as a line for each. */
export function withDetailsApart(lines: TextLine[]): TextLine[] {
  return lines.flatMap((line) => {
    if (line.row || line.passage || line.text.startsWith(VERBATIM) || !line.text.includes('题')) return [line];
    const begins = [...line.text.matchAll(DETAIL_WITHIN)]
      .map(({ index, 0: sign }) => index + sign.length)
      .filter((begin) => begin > 0);
    if (begins.length === 0) return [line];
    return [0, ...begins].map((begin, index) => {
      const text = line.text.slice(begin, begins[index]).trim();
      return index === 0 ? { ...line, text } : { text, line: line.line };
    });
  });
}
