import { VERBATIM } from './text-labels';
import { pointsIn, type SaidPoints } from './text-points-said';
import { SHARED_HEAD } from './text-shared';
import { KIND_NAME, type KindWord, kindOfWord, parseNumeral, simplified } from './words.rules';

/** The heading of a section: 一、单项选择题（每题2分，共20分）. */

export type Heading = SaidPoints & {
  /** 第Ⅰ卷, 第一部分: others stand below it. */
  isPart?: boolean;
  /** Its place: 1 for 一、; null without. */
  ordinal: number | null;
  kind: KindWord | null;
  /** What stands behind it on the line. */
  rest: string;
  text: string;
  /** 一、 without a kind or points may as well number a question. */
  isDoubtful: boolean;
};

const ORDINAL =
  /^(?:[（(]\s{0,3}([一二三四五六七八九十]{1,3})\s{0,3}[)）]|([一二三四五六七八九十]{1,3})\s{0,3}[、.．,，:：]|第\s{0,3}([一二三四五六七八九十ⅠⅡⅢIV\d]{1,4})\s{0,3}(?:大题|部分|题组|章|节|讲|单元|卷|关)|(?:Part|Section)\s{1,3}(?:\d{1,2}|[A-Z]|[IVX]{1,4}|One|Two|Three|Four|Five|Six)(?=[\s:：.、,，（(]|$)[:：.、]?|([Ⅰ-Ⅻ]|I{1,3}|IV|VI{0,3}|IX|XI{1,2}|X(?=[.．]))[、.．])\s{0,4}/i;

const BARE = new RegExp(
  `^[【\\[［（(]?\\s{0,3}(${KIND_NAME})\\s{0,3}[】\\]］）)]?\\s{0,3}((?:[（(【\\[][^（()）】\\]]{0,120}[)）】\\]]|[,，:：]?\\s{0,3}(?:(?:本大?题|共|每)[^。]{0,80}|\\d{1,3}(?:\\.[05]0?)?\\s?分))?)\\s{0,3}[:：。.]?$`,
);

const POINTS_AHEAD = new RegExp(
  `^([（(【\\[][^（()）【】\\[\\]]{0,40}分[^（()）【】\\[\\]]{0,20}[)）】\\]]|\\d{1,3}(?:\\.[05]0?)?\\s?分)[,，\\s]{0,3}((?:[一二三四五六七八九十]{1,3}\\s?[、.．]\\s{0,3})?(?:${KIND_NAME}))$`,
);

/** （20分）判断题 as 判断题（20分）. */
function withPointsBehind(text: string): string {
  const [, points = '', title] = POINTS_AHEAD.exec(text) ?? [];
  if (title === undefined) return text;
  return `${title}${/^\d/.test(points) ? `（${points}）` : points}`;
}

/** A section's heading: 一、单项选择题（每题2分，共20分）, 判断题, 【填空题】 … */
export function headingOf(given: string): Heading | null {
  if (given.length > 300 || given.includes(VERBATIM)) return null;
  const line = withPointsBehind(simplified(given));
  const ordinal = ORDINAL.exec(line);
  const text = ordinal
    ? withPointsBehind(line.slice(ordinal[0].length))
    : line.replace(/^[0-9０-９]{1,2}[、.．]\s{0,4}/, '');
  if (!ordinal && !BARE.test(text) && !PART_ALONE.test(text)) return null;
  const { title, brackets, rest } = splitHeading(text);
  const kind = kindOfTitle(title, brackets);
  const scores = brackets === '' ? text : `${brackets}${title}`;
  const heading: Heading = {
    ordinal: parseNumeral(ordinal?.[1] ?? ordinal?.[2] ?? ordinal?.[3] ?? '') ?? romanOrdinal(ordinal?.[4] ?? ''),
    kind,
    ...pointsIn(scores),
    rest: rest === '' ? '' : given.slice(given.length - rest.length),
    text: given,
    isDoubtful: false,
  };
  heading.isDoubtful =
    /^\S{1,4}\s{0,3}[、.．]/.test(line) && kind === null && heading.each === null && heading.total === null;
  // 三、简述光合作用的意义。 has the word of a kind, but goes on as a question does.
  if (PART_ALONE.test(text) || /^第|^(?:Part|Section)\s/i.test(ordinal?.[0] ?? '')) heading.isPart = true;
  const isNamed = /^(?:Part|Section)\s/i.test(line) || (ordinal?.[4] !== undefined && ENGLISH_TITLE.test(title));
  const isEnglish = isNamed && !/[?!.]$/.test(line);
  if (ordinal && kind && !isEnglish && !isTitle(title.replace(/\s{0,3}[)）]$/, ''))) heading.isDoubtful = true;
  return heading;
}

/** 判断题（判断正误，并说明理由） is answered in words: no sign says the reason. */
function kindOfTitle(title: string, brackets: string): KindWord | null {
  const named = kindOfWord(title);
  const isReasoned = named !== null && 'kind' in named && named.kind === 'judge' && /理由/.test(brackets);
  return isReasoned ? { kind: 'short' } : (named ?? kindOfWord(brackets));
}

/** V. Writing, II. True or False: a few words and no sentence. */
const ENGLISH_TITLE = /^[A-Za-z][A-Za-z,&/'-]{1,14}(?:\s[A-Za-z,&/'-]{1,14}){0,3}$/;

/** 听力 of 第一部分 听力（共两节，满分30分）; null where the line is no heading. */
export function sectionTitle(given: string): string | null {
  if (headingOf(given) === null) return null;
  const line = simplified(given);
  return splitHeading(line.slice(ORDINAL.exec(line)?.[0].length ?? 0)).title;
}

const ROMANS = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII'];

/** The place of a section that Roman numbers count, apart from all that others do: Ⅱ may stand below 一、. */
export function romanOrdinal(sign: string): number | null {
  const at = ROMANS.indexOf(sign.normalize('NFKC').toUpperCase());
  return at < 0 ? null : 101 + at;
}

/** 笔试部分 alone on its line. */
const PART_ALONE = /^(?:听力|笔试|口试|阅读|写作|理论|客观题|主观题)部分\s{0,3}(?:[（(][^（()）]{0,60}[)）])?$/;

function splitHeading(text: string): { title: string; brackets: string; rest: string } {
  const match = /^([^（(:：。]{0,60})((?:[（(][^（()）]{0,160}[)）]\s{0,3}){0,3})[:：。.]?\s{0,3}/.exec(text);
  if (!match) return { title: text, brackets: '', rest: '' };
  const [whole, title = '', brackets = ''] = match;
  // The whole may stand in brackets: 【填空题】 does not, （一）（单选题） does.
  return { title: title.trim() || brackets, brackets, rest: text.slice(whole.length).trim() };
}

const TITLE_END = new RegExp(`(?:题|题目|${KIND_NAME}|卷|部分)\\s{0,3}$|[,，、/及和与]|分$|^.{0,6}$`);

const isTitle = (title: string) => title.length <= 30 && TITLE_END.test(title) && !/[？?。！!]$/.test(title);

/** Whether a line is a section's heading, or says for which questions something stands: never part of an option. */
export const isBetweenQuestions = (line: string) =>
  line.length < 80 &&
  (/^[一二三四五六七八九十]{1,3}\s?[、.．]\s?[^。？?！!；;]{1,20}题\s{0,3}(?:[（(][^（()）]{0,60}[)）])?$/.test(line) ||
    SHARED_HEAD.test(line));

/** Whether a heading says nothing of points. */
export const isSilent = ({ each, perBlank, total, ranges }: Heading) => (each ?? perBlank ?? total) === null && !ranges;

const ROMAN = /^(?:[Ⅰ-Ⅻ]|[IVX]{1,4}\s?[、.．])/;

/** Whether a heading is but the word of a kind: 证明 */
export function isBareWord({ ordinal, each, perBlank, total, text }: Heading): boolean {
  const isSilentWord = ordinal === null && !ROMAN.test(text) && (each ?? perBlank ?? total) === null;
  return isSilentWord && /^[^题()（）【】[\]]{2,8}$/.test(text.replace('问题', ''));
}
