import { FILE_NOTE } from './format.rules';
import { headingOf } from './text-headings';
import { VERBATIM, segmentsOf } from './text-labels';
import type { TextLine } from './text-line';
import { numberOf } from './text-numbers';
import { OPTION } from './text-options';

/** The name of a book or a paper that a page has at its top, line by line the same all through a file. */

const FEWEST = 5;
const SHORTEST = 8;
const LONGEST = 80;
/** What papers and books are called; a line with signs of a sentence is none. */
const NAME = /[试答]卷|试题|题库|题集|考试|考核|考查|测[试验]|检测|竞赛|练习|习题|讲义|手册|教材|教程|汇编|复习|资料/;
const SENTENCE =
  /[。？?！!；;：:_＿]|[（(【[]\s{0,8}[)）】\]]|[，,].*[，,]|下列|以下|关于|正确|错误|不属于|属于|哪|[是为有括]$/;
const LINES_BELOW = 5;

/** The lines that are such a name, with what is to be said of them once. */
export function pageHeaders(lines: TextLine[]): Map<string, string> {
  const places = new Map<string, number[]>();
  lines.forEach(({ text, row, passage, entry }, at) => {
    if (row || passage || entry || text.length < SHORTEST || text.length > LONGEST || !NAME.test(text)) return;
    const own = places.get(text);
    if (own) own.push(at);
    else places.set(text, [at]);
  });
  const found = [...places].filter(([text, own]) => own.length >= FEWEST && isName(text) && !isTitle(lines, own));
  return new Map(
    found.map(([text, own]) => [text, `${FILE_NOTE}“${text}”在文件里有 ${own.length} 处，当作页眉，没有导入。`]),
  );
}

const isName = (text: string) =>
  !SENTENCE.test(text) &&
  !text.includes(VERBATIM) &&
  !OPTION.test(text) &&
  numberOf(text) === null &&
  headingOf(text) === null &&
  segmentsOf(text).every(({ label }) => label === null);

/** Above questions that are counted from 1 again a name is the title of one paper of several. */
function isTitle(lines: TextLine[], places: number[]): boolean {
  const firsts = places.filter((at) => {
    for (const { text } of lines.slice(at + 1, at + 1 + LINES_BELOW)) {
      const number = numberOf(text);
      if (number?.style === 'plain') return number.number === 1;
      if (headingOf(text)?.isDoubtful === false) return true;
    }
    return false;
  });
  return firsts.length * 4 > places.length;
}
