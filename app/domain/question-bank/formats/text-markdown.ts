import { headingOf } from './text-headings';
import { VERBATIM, segmentsOf } from './text-labels';
import { numberOf } from './text-numbers';

/** A paper as Markdown writes it (`**1.** …`, `- A. …`, `> 答案：B`), read as the same paper without its signs. */

/** What only Markdown writes: one of them may be chance, two are none. */
const SIGNS =
  /^(?:[-*+] +\**[A-HＡ-Ｈ]\**[.．、)）]|\*\*(?:\d{1,3}\**\\?[.．、)）]|(?:参考|正确)?答案)|\d{1,3}\\[.)]|> *\**(?:(?:参考|正确)?答案|解析)|#{1,6} +[一二三四五六七八九十]{1,3}、)/;
const ENOUGH = 2;

/** The lines without what Markdown adds to them; lines of anything else as they are. */
export function withoutMarkdown<T extends { text: string }>(lines: T[]): T[] {
  let signs = 0;
  for (const { text } of lines) if (SIGNS.test(text) && (signs += 1) >= ENOUGH) break;
  return signs < ENOUGH ? lines : lines.map((line) => ({ ...line, text: plainOf(line.text) }));
}

function plainOf(line: string): string {
  if (line.length > 2000 || line.includes(VERBATIM)) return line;
  const quoted = line.replace(/^> ?/, '').trim();
  const titled = quoted.replace(/^#{1,6} +/, '');
  const isTitle = titled !== quoted && (headingOf(titled) ?? numberOf(titled) ?? segmentsOf(titled)[0]?.label) !== null;
  return (isTitle ? titled : quoted)
    .replace(/^[-*+] +(?=\**[A-JＡ-Ｊ]\**\\?[.．、)）])/, '')
    .replace(/^\*\*([^*]{1,400})\*\*$/, '$1')
    .replace(/^(\*\*|__)([^*_]{1,20})\1(?=\s|\S)/, (whole, _sign: string, label: string) =>
      /^(?:第?\d{1,3}题?\\?[.．、)）]?|[A-JＡ-Ｊ][.．、)）]?|.{0,6}(?:答案|解析|解答|分析)[:：]?.{0,12})$/.test(label)
        ? label
        : whole,
    )
    .replace(/^(\d{1,3}|[A-J])\\([.)])/, '$1$2');
}
