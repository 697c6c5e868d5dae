import type { ParsedQuestion } from './format.rules';
import { clip, doubt } from './text-draft';
import { type RawQuestion, isVerbatim, joinLines } from './text-raw';

/** Lines below the texts of a Word file, which no text of ours has. */

/** 画线, 划横线, 波浪线, 方框里的字, underlined, in a question or in the heading above it. */
const SAYS_LINES =
  /[画划加]\s?(?:横|波浪|曲|双|直|红)?线|(?:下划|横|波浪|曲)线上?的?(?:词|字|句|部分|字母|短语|内容|单词)|[下]划线|波浪线|underlined/i;

const MAX_TOLD = 6;

/** Tells which parts of a stem or of options were underlined: where they are asked for, the question is held back. */
export function noteUnderlined(raw: RawQuestion, parsed: ParsedQuestion): void {
  if (isVerbatim(raw.stem)) return;
  const marked = [...raw.materialMarked, ...raw.marked].filter(({ isFirm, isBold }) => !isFirm && !isBold);
  // A text that hundreds of questions share is not written out for each.
  if (marked.length === 0) return;
  const own = [joinLines(raw.material), joinLines(raw.stem), ...raw.options.map(({ lines }) => joinLines(lines))];
  const words = marked
    .map(({ text }) => text.trim())
    .filter(
      // 1 of __1__ is the number of a blank, though 2010 has it too.
      (word) =>
        /[^\s_（()）]/.test(word) &&
        !(/^\d{1,3}$/.test(word) && own.some((text) => text.includes(`__${word}__`))) &&
        own.some((text) => text.split(`__${word}__`).join('').includes(word)),
    );
  // What is underlined as the answer is told as that.
  if (words.length === 0 || parsed.notes.some((note) => note.includes('下划线的'))) return;
  const shown = words.slice(0, MAX_TOLD).map(clip).join('”“');
  const all = `“${shown}”${words.length > MAX_TOLD ? `等 ${words.length} 处` : ''}`;
  const heading = raw.section.heading?.text ?? '';
  if (SAYS_LINES.test(own.slice(0, 2).join('\n')) || SAYS_LINES.test(heading))
    doubt(parsed, `题目说到画线的部分，文字下面的线却没有导入（${all}），请在题目里写明是哪一部分。`);
  else parsed.notes.push(`文字下面的线没有导入：${all}。如果题目要用，请在题目里写明是哪一部分。`);
}
