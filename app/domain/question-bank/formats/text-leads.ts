import { VERBATIM } from './text-labels';

/** Lines that say without any number that a text or a picture is for the questions below: 读图，完成下面两题。 */

const END = '(?:[（(][^（()）]{0,20}[)）])?\\s{0,3}[。.：:]?$';
const DO = '(?:完成|回答|解答|解决|做)';
const COUNT = '([一二两三四五六七八九2-9])?';
const BELOW = new RegExp(
  `${DO}(?:后面|下面|下列|以下|其后|下)的?\\s?各?\\s?${COUNT}\\s?[道个]?(?:小题|题目?|小问题|问题)${END}`,
);
/** 据此回答问题。: what it is of must stand before it, or any stem might end so. */
const OF_ABOVE = new RegExp(
  `^(?:.{0,200}[。！；;，,])?(?:据此|由此|[阅]?读|[看据按]|根据|结合|依据|观察|分析|运用).{0,40}${DO}(?:相关|有关)?\\s?${COUNT}\\s?[道个]?(?:小题|题|问题)${END}`,
);
/** With a number or a heading's sign before it a line begins a question or a section of its own. */
const OWN_BEGINNING =
  /^[（(【[]?\s?(?:[\d０-９]{1,3}|[一二三四五六七八九十]{1,3}|[A-JＡ-Ｊ]|[①-⑳])\s?[)）】\].．、,，]|^第.{1,4}[题部]/;

const MAX_LENGTH = 400;

function leadIn(line: string): RegExpExecArray | null {
  if (line.length > MAX_LENGTH || line.includes(VERBATIM) || OWN_BEGINNING.test(line)) return null;
  return BELOW.exec(line.slice(-60)) ?? OF_ABOVE.exec(line);
}

/** Whether a line says so: only where the next question counts on is it more than the end of a stem. */
export const isLead = (line: string) => leadIn(line) !== null;

/** Whether it names the questions below, 下面两题, as no explanation does. */
export const isFirmLead = (line: string) => isLead(line) && BELOW.test(line.slice(-60));

/** For how many of the questions below: 2 for 两题; null where it does not say. */
export function leadCount(line: string): number | null {
  const sign = leadIn(line)?.[1];
  if (sign === undefined) return null;
  return sign === '两' ? 2 : /\d/.test(sign) ? Number(sign) : '一二三四五六七八九'.indexOf(sign) + 1;
}
