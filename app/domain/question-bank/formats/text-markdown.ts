import { headingOf } from './text-headings';
import { VERBATIM, segmentsOf } from './text-labels';
import { withOptionsTogether } from './text-labelled-options';
import type { TextLine } from './text-line';
import { fencesIn } from './text-markdown-fences';
import { withTablesRead } from './text-markdown-tables';
import { withTopicsBelow } from './text-markdown-topics';
import { numberOf } from './text-numbers';

/** A paper as Markdown writes it (`**1.** …`, `- A. …`, `> 答案：B`), read as the same paper without its signs. */

/** What only Markdown writes: one of them may be chance, two are none. */
const SIGNS =
  /^(?:[-*+] +\**[A-HＡ-Ｈ]\**[.．、)）]|\*\*(?:\d{1,3}\**\\?[.．、)）]|(?:参考|正确)?答案)|\d{1,3}\\[.)]|> *\**(?:(?:参考|正确)?答案|解析)|#{1,6} +[一二三四五六七八九十]{1,3}、|#{2,6} +\**\d{1,3}[.．、]|\*\*(?:题目|题干|选项|解析)[:：]?\*\*|```\w{0,12}$|\|(?:\s{0,3}:?-{3,}:?\s{0,3}\|){2,})/;
const ENOUGH = 2;

const LONGEST = 2000;

/** The lines without what Markdown adds to them; lines of anything else as they are. */
export function withoutMarkdown(lines: TextLine[]): TextLine[] {
  let signs = 0;
  for (const { text } of lines) if (SIGNS.test(text) && (signs += 1) >= ENOUGH) break;
  return withOptionsTogether(withTablesRead(signs < ENOUGH ? lines : plainLines(lines)));
}

function plainLines(lines: TextLine[]): TextLine[] {
  const { fences, fenced } = fencesIn(lines);
  const unmarked = lines.flatMap((line, at) => {
    if (fences.has(at)) return [];
    const isFenced = fenced.has(at);
    return [{ line, plain: isFenced ? line.text : plainOf(line.text), isFenced }];
  });
  return withTopicsBelow(unmarked);
}

/** **选项** alone and **正确答案**甲, without a colon. */
const LABEL_ALONE =
  /^\*\*(?:(题目|题干|选项)\*\*$|((?:正确|参考|标准)?答案|(?:答案|题目|试题)?解析)\*\*(?!\s?[:：])\s{0,4})/;

function plainOf(line: string): string {
  if (line.length > LONGEST || line.includes(VERBATIM)) return line;
  const quoted = line.replace(/^> ?/, '').trim();
  const titled = withoutBold(quoted.replace(/^#{1,6} +/, ''));
  const isTitle = quoted.startsWith('#') && titled !== quoted && isBeginning(titled);
  return withoutBoldWithin(
    (isTitle ? titled : quoted)
      .replace(/^[-*+] +(?=\**[A-JＡ-Ｊ]\**\\?[.．、)）])/, '')
      .replace(LABEL_ALONE, '$1$2：')
      .replace(/^\*\*([^*]{1,400})\*\*$/, '$1')
      .replace(/^(\*\*|__)([^*_]{1,20})\1(?=\s|\S)/, (whole, _sign: string, label: string) =>
        /^(?:第?\d{1,3}题?\\?[.．、)）]?|[A-JＡ-Ｊ][.．、)）]?|.{0,6}(?:答案|解析|解答|分析)[:：]?.{0,12})$/.test(label)
          ? label
          : whole,
      )
      .replace(/^(\d{1,3}|[A-J])\\([.)])/, '$1$2'),
  );
}

/** Whether a title is one that the paper goes by: of a section, of a question, or a label. */
const isBeginning = (titled: string) =>
  (headingOf(titled) ?? numberOf(titled) ?? segmentsOf(titled)[0]?.label ?? null) !== null;

const withoutBold = (text: string) => text.replace(/^\*\*([^*]{1,400})\*\*$/, '$1');

/** What is bold within a line; 2**3**4 and f(**a, b=**c) are none, nor what stands between backticks. */
const BOLD = /(`[^`]{0,400}`)|(^|[^*])\*\*(?![\s*])([^*]{0,400}[^\s*=,(+\-/<>&|])\*\*(?!\*)/g;

function withoutBoldWithin(text: string): string {
  if (!text.includes('**')) return text;
  return text.replace(BOLD, (whole, code: string | undefined, before: string, bold: string, at: number) => {
    if (code !== undefined) return whole;
    const isPower = /[\w)\]]/.test(before) && /^[\w([]/.test(text.charAt(at + whole.length));
    return isPower ? whole : `${before}${bold}`;
  });
}
