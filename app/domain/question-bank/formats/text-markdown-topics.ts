import { segmentsOf } from './text-labels';
import type { TextLine } from './text-line';
import { numberOf } from './text-numbers';
import { kindOfWord } from './words.rules';

/** ### 1. 变量与赋值 above 题目：…: the title says what the question is about, and has its number. */

/** A line with its signs of Markdown and without them; `isFenced`: it is of a program. */
type Unmarked = { line: TextLine; plain: string; isFenced: boolean };

const TITLE = /^#{1,6} +/;
const SECTION = /^#{2,6} +/;
const DRAWN = '------';
const LONGEST_TOPIC = 20;
/** A title that asks is a question by itself. */
const ASKS = /[？?。！!：:]$|[（(]\s{0,20}[)）]|[_＿]{2}/;

/** The lines without signs: each such question with its number, and its topic as what it is about behind all of it. */
export function withTopicsBelow(lines: Unmarked[]): TextLine[] {
  const made: TextLine[] = [];
  let topic: TextLine | null = null;
  const close = () => {
    if (topic) made.push(topic);
    topic = null;
  };
  for (let at = 0; at < lines.length; at += 1) {
    const { line, plain, isFenced } = lines[at]!;
    if (isFenced || !TITLE.test(line.text)) {
      made.push({ ...line, text: plain });
      continue;
    }
    close();
    const below = stemBelow(lines, at);
    const found = below ? numberOf(plain) : null;
    if (!below || found?.style !== 'plain' || !isTopic(found.rest)) {
      // ## 普通模式 above another title: what stands before it has ended.
      if (SECTION.test(plain) && TITLE.test(textBelow(lines, at))) made.push({ ...line, text: DRAWN });
      made.push({ ...line, text: plain });
      continue;
    }
    const kind = kindOfWord(found.rest) === null ? '' : `【${found.rest}】`;
    made.push({ ...line, text: `${found.number}. ${kind}${below.text}` });
    if (kind === '') topic = { text: `知识点：${found.rest}`, line: line.line };
    at = below.at;
  }
  close();
  return made;
}

const isTopic = (rest: string) => rest !== '' && rest.length <= LONGEST_TOPIC && !ASKS.test(rest);

const textBelow = (lines: Unmarked[], at: number) =>
  lines.slice(at + 1, at + 4).find(({ plain }) => plain !== '')?.line.text ?? '';

/** The text behind 题目： on the next line that has one; null where another thing stands there. */
function stemBelow(lines: Unmarked[], at: number): { at: number; text: string } | null {
  let index = at + 1;
  while (lines[index]?.plain === '') index += 1;
  const next = lines[index];
  if (!next || next.isFenced) return null;
  const [first, ...more] = segmentsOf(next.plain);
  return first?.label === 'stem' && more.length === 0 ? { at: index, text: first.text } : null;
}
