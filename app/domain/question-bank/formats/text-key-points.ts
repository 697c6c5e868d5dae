import type { TextLine } from './text-line';

/** What a key says of the points of a whole section: 一、选择题：1-5 ABCDA（每题2分，共10分） */

const POINTS =
  /\s{0,4}[（(【[]\s?(?:(?:本大?题)?共?\s?\d{1,2}\s?[小个]?题\s?[,，、;；]\s?)?(?:每\s?[小]?[题空]\s?)?(?:共|满分)?\s?\d{1,3}(?:\.[05]0?)?\s?分(?:\s?[,，、;；]\s?(?:共|满分|合计|计|总计)\s?\d{1,3}\s?分)?\s?[)）】\]]\s?[。.;；]?/g;
const RANGES =
  /^(?:.{0,30}[:：、.．\s])?\s{0,4}\d{1,3}\s?[-—–~～至到]{1,2}\s?\d{1,3}\s?(?:小?题)?[.．、:：]?\s{0,5}(?:[A-JＡ-Ｊ√×✓✗对错TF]|正确|错误)[A-JＡ-Ｊ√×✓✗对错TF正确误\d\s,，、;；.．:：~～—–-]{0,1000}$/;
const MAX_LENGTH = 2000;

/** The lines of such keys without the points, which are told: no letter of an answer is in them. */
export function withoutKeyPoints(lines: TextLine[]): TextLine[] {
  return lines.map((line) => {
    const { text, row } = line;
    if (row || text.length > MAX_LENGTH || !/分\s?[)）】\]]/.test(text)) return line;
    const bare = text.replace(POINTS, ' ').trim();
    if (bare === text || !RANGES.test(bare)) return line;
    const said = [...text.matchAll(POINTS)].map(([sign]) => sign.trim()).join('');
    return {
      ...line,
      text: bare,
      note: [line.note ?? '', `答案部分写的“${said.slice(0, 60)}”没有导入，请核对分值。`].join(''),
    };
  });
}
