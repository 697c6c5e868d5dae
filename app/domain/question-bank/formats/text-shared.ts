import { VERBATIM } from './text-labels';
import { type OptionMark, optionsOf } from './text-options';
import { narrow } from './words.rules';

/** Lines that say for which questions a text or a row of options is. */

const SHARED =
  /(?:完成|回答|解答|做)(?:后面|下面|下列|以下)?(?:的)?(?:各题|第)?\s{0,3}[(（]?([0-9０-９]{1,3})\s{0,3}(?:[-—–~～〜－－至到、,，和]{1,2})\s{0,3}第?([0-9０-９]{1,3})\s{0,3}[)）]?\s{0,3}(?:小题|题|两题|各题|问|[。.：:]|$)/;

/** Read and answer questions 3-4. */
const SHARED_ENGLISH =
  /^[A-Z].{0,200}?\b(?:answer|do|complete|finish)\b.{0,60}?\bquestions?\s{1,3}(\d{1,3})\s{0,3}(?:[-—–~〜]|to|and)\s{0,3}(\d{1,3})\b/i;

/** 听下面一段独白，回答第3题。 */
const SHARED_ONE = /^听.{2,60}?(?:回答|完成)第\s?([0-9０-９]{1,3})\s?(?:小题|题)[。.：:]?$/;

/** （3～4题共用题干）, （7-8题共用备选答案） above a case or a row of options, as papers of medicine have them. */
export const SHARED_HEAD =
  /^[（(【[]?\s{0,3}第?\s{0,3}([0-9０-９]{1,3})\s{0,3}题?\s{0,3}[-—–~～〜－至到、]{1,2}\s{0,3}第?\s{0,3}([0-9０-９]{1,3})\s{0,3}(?:小题|题)?\s{0,3}(?:共用|共同|共享)/;

const SHARED_OPTIONS = /(?:共用|共同|共享)(?:的)?(?:备选)?(?:答案|选项)/;

/** The options that several questions share, from the lines above them; null where these are a text. */
export function sharedOptions(lines: string[]): OptionMark[] | null {
  const at = lines.findIndex((line) => SHARED_OPTIONS.test(line.slice(0, 60)));
  if (at < 0) return null;
  const options = lines.slice(at + 1).flatMap((line, index, all) => optionsOf(line, all[index + 1] ?? '', false));
  return options.length > 1 && options.every(({ key }, index) => key === String.fromCharCode(65 + index))
    ? options
    : null;
}

/** The words of a bank above questions with blanks, A. apple B. banana C. cat; [] where there is none. */
export function wordBank(lines: string[]): OptionMark[] {
  const words = lines.flatMap((line, index) => optionsOf(line, lines[index + 1] ?? '', false));
  return words.length > 2 && words.every(({ key }, index) => key === String.fromCharCode(65 + index)) ? words : [];
}

/** The questions a line says that the text at it is for: 阅读下面材料，完成4—5题 … 据此回答6～8题; null for none. */
export function sharedBy(line: string): { from: number; to: number } | null {
  if (line.length > 400 || !/[0-9０-９]/.test(line) || line.includes(VERBATIM)) return null;
  const match = SHARED.exec(line) ?? SHARED_HEAD.exec(line) ?? SHARED_ENGLISH.exec(line);
  const from = Number(narrow(match?.[1] ?? ''));
  const to = Number(narrow(match?.[2] ?? ''));
  const only = match ? undefined : SHARED_ONE.exec(line)?.[1];
  if (only !== undefined) return { from: Number(narrow(only)), to: Number(narrow(only)) };
  return match && to > from && to - from < 30 ? { from, to } : null;
}

/** 据此完成下面小题。: for the questions below, however many. */
const SHARED_BELOW =
  /(?:完成|回答|解答)(?:(?:下面|下列|以下|后面)(?:的)?(?:各?小题|各题)|各?小题)(?:[（(][^（()）]{0,20}[)）])?\s{0,3}[。.：:]?$/;

/** Whether a line says that the text at it is for several questions. */
export const isSharing = (line: string) =>
  sharedBy(line) !== null || (line.length < 400 && !line.includes(VERBATIM) && SHARED_BELOW.test(line.slice(-60)));
