/** What is read out to listen to: its title, and its entries question by question. */

const SCRIPT_TITLE =
  /^[【[（(]?\s{0,3}(?:附\s?[:：]?\s?)?(?:听力|录音)(?:材料|(?:部分|材料|测试)?(?:原文|文稿|文字稿|文本|录音稿))\s{0,3}[】\])）]?\s{0,3}[:：]?$/;

/** Whether a line is but the title of what is read out to listen to. */
export const isScriptTitle = (line: string) => line.length < 40 && SCRIPT_TITLE.test(line);

const SCRIPT_ENTRY =
  /^(?:[（(]?Text\s{0,3}(\d{1,2})[)）]?|第\s{0,3}(\d{1,3})\s{0,3}(?:[-—–~～至到、,，和]\s{0,3}第?\s{0,3}\d{1,3}\s{0,3})?[题段]|(\d{1,3})\s{0,3}(?:[-—–~～至到]\s{0,3}\d{1,3}\s{0,3})?[.．、:：)）])\s{0,3}[.．、:：]?\s{0,8}/i;

/** The number and the text of a line that begins what is read out for one question: Text 1, 第3题, 4. … */
export function scriptEntryOf(line: string): { number: number; rest: string } | null {
  const match = SCRIPT_ENTRY.exec(line);
  if (!match) return null;
  return { number: Number(match[1] ?? match[2] ?? match[3]), rest: line.slice(match[0].length) };
}
