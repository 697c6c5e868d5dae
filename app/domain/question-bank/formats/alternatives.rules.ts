import { parseBlankLine } from '../question.rules';

/** What one blank accepts, as teachers write it: 一或二, 一/二均可, colour/color; a formula with / is one answer. */

// 米/秒 is a unit: no two answers.
const UNIT = '(?:每)?(?:毫?秒|小?时|分钟?|天|日|月|年|[千毫]?克|吨|毫?升|立方|平方|[千厘毫]?米|公里|公?斤|人|个|次|件)';
const HAN = '\\u3400-\\u9fff';
/** A bracket behind a word, 北京（京）, is of that word; (a+b) is of a formula. */
const WORD_END = `(?:[${HAN}]|[${HAN}][）)])`;
const NUMERAL = '[零〇一二三四五六七八九十百千万亿两半]';
const SLASH = new RegExp(
  [
    `(?<=${WORD_END}) ?/ ?(?!${UNIT})(?=[${HAN}])`,
    // 五/5 and 5/五
    `(?<=${NUMERAL}) ?/ ?(?=\\d{1,6}$)`,
    `(?<=^\\d{1,6}) ?/ ?(?=${NUMERAL})`,
    // colour/color, but neither km/hr nor and/or
    `(?<=[A-Za-z’'][A-Za-z]) ?/ ?(?=[A-Za-z]{2})`,
    // 0.5/0.50
    `(?<=\\d\\.\\d{1,8}) ?/ ?(?=\\d{1,8}\\.\\d)`,
    `(?<=[A-Za-z${HAN}]{2}[）)]?) / (?=[（(]?[A-Za-z${HAN}]{2})`,
  ].join('|'),
  'g',
);
const LATIN_UNIT =
  /^(?:[mcdkµμ]?m|k?mol|[mk]?g|[mµμ]?l|mL|ms|min|hr|hour|day|rad|deg|[kMG]?bit|[kMG]?b(?:yte)?s?|px|sec|kpa|pa|kw|kwh|hz|ev|cal|kcal|atm|rpm)$/i;
const OR = /(^|[^间抑倘容甚与])\s?(?:或者|或(?![许然多是则且者缺、，,]))(?=\s{0,3}\S)/g;

/** 月球（或月亮）, 一（二也对） */
const OR_IN_BRACKETS =
  /^([^（()）|]{1,60})[（(]\s?(?:(?:或者?|也可以?(?:填|写)?)[:：]?\s?([^（()）]{1,60})|([^（()）]{1,40}?)(?:也对|也行|也可以?|亦可|均可|都对))[)）]$/;
/** 均可 behind several. */
const ANY_OF =
  /\s{0,3}[（(]?\s?(?:均可|都可以?|皆可|都对|均对|都行|任[选写填]?其?一(?:个|种)?(?:即可|均可)?)\s?[)）]?[。.]?$/;

/** Whether a text with / is a formula, a unit or the like rather than words. */
function isOneThing(text: string): boolean {
  if (/^and\s?\/\s?or$/i.test(text)) return true;
  const parts = text.split('/').map((part) => part.trim());
  return parts.length === 2 && parts.every((part) => LATIN_UNIT.test(part));
}

/** What one blank accepts. `|` separates alone; without it / between words and 或 do. */
export function alternatives(text: string): string[] {
  if (/[|｜／]/.test(text)) return parseBlankLine(text);
  // 学科网 writes 或 as ##.
  if (text.includes('##')) return parseBlankLine(text.replace(/\s{0,4}##\s{0,4}/g, '|'));
  const isAnyOf = ANY_OF.test(text);
  const bare = isAnyOf ? text.replace(ANY_OF, '') : text;
  const slashed = isOneThing(bare) ? bare : bare.replace(SLASH, '|');
  const parts = slashed
    .replace(
      OR_IN_BRACKETS,
      (_whole, first: string, second?: string, third?: string) => `${first}|${second ?? third ?? ''}`,
    )
    .replace(OR, (whole, before: string) => (before === '' ? whole : `${/[，,、;；]/.test(before) ? '' : before}|`));
  const split = parseBlankLine(isAnyOf && parts === bare ? bare.replace(/\s?[、，,和]\s?/g, '|') : parts);
  // 均可 behind a single one says something else.
  return isAnyOf && split.length < 2 ? [text] : split;
}

/** Whether several answers were told apart by /, which somebody should look at. */
export const isSlashed = (text: string) =>
  !/[|｜／]/.test(text) &&
  !isOneThing(text.replace(ANY_OF, '')) &&
  text.replace(ANY_OF, '').replace(SLASH, '|').includes('|');
