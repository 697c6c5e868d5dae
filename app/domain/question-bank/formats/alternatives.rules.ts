import { parseBlankLine } from '../kinds/cloze/blank-line.rules';
import { solutionForms, solutionSet } from './alternative-or.rules';
import { withoutRemark } from './answer-remarks.rules';
import { englishForms } from './english-answers.rules';

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
    // 500g/0.5kg
    '(?<=^\\d{1,6}(?:\\.\\d{1,6})?\\s?[A-Za-zμ℃°]{1,4}) ?/ ?(?=\\d{1,6}(?:\\.\\d{1,6})?\\s?[A-Za-zμ℃°]{1,4}$)',
  ].join('|'),
  'g',
);
const LATIN_UNIT =
  /^(?:[mcdkµμ]?m|k?mol|[mk]?g|[mµμ]?l|mL|ms|min|hr|hour|day|rad|deg|[kMG]?bit|[kMG]?b(?:yte)?s?|px|sec|kpa|pa|kw|kwh|hz|ev|cal|kcal|atm|rpm)$/i;
const OR = /(^|[^间抑倘容甚与])\s?(?:或者|或(?![许然多是则且者缺、，,]))(?=\s{0,3}\S)/g;

/** 月球（或月亮）, 一（二也对） */
const OR_IN_BRACKETS =
  /^([^（()）|]{1,60})[（(]\s?(?:(?:或者?|也可以?(?:填|写)?)[:：]?\s?([^（()）]{1,60})|([^（()）]{1,40}?)(?:也对|也行|也可以?|亦可|均可|都对|也给分|也得分|也算对|也正确))[)）]$/;
/** 写20 within such brackets. */
const WRITTEN = /^(?:(?:写|填|答)成\s?|(?:写|填|答)\s?(?=[\dA-Za-z“"]))/;
const QUOTED = /^[“"]([^“”"]{1,40})[”"]$/;
/** 均可 behind several. */
const ANY_OF =
  /\s{0,3}[（(]?\s?(?:(?:均|都|皆)可以?(?:得|给)分|均可|都可以?|皆可|都对|均对|都行|任[选写填]?其?[一1](?:个|种|点)?(?:即可|均可)?|(?:写|填|答|举)(?:出|对)?(?:其中)?(?:任意)?[一1](?:个|种|点|项|例)?(?:即可|就行|就可以?))\s?[)）]?[。.]?$/;

/** 丙或(丁) */
const OR_BRACKETED = /^([^（()）|]{1,60}?)\s?或者?\s?[（(]([^（()）|]{1,60})[)）]$/;
/** 甲，写“乙”也给分 */
const OR_BEHIND =
  /^([^，,；;。|]{1,60})[，,；;。]\s?(?:若?(?:写|填|答)(?:成|为|出)?\s?)?[“"]?(?![我你您他她它咱])([^，,；;。|“”"]{1,40}?)[”"]?(?:也对|也行|也可以?|亦可|也给分|也得分|也算对|也正确)[。.]?$/;
/** 写“乙”也给分 right behind 甲 */
const OR_WRITTEN =
  /^([^，,；;。|“”"]{1,60}?)(?:写|填|答)(?:成|为|出)?[“"]([^|“”"]{1,40})[”"](?:也对|也行|也可以?|亦可|也给分|也得分|也算对|也正确)[。.]?$/;
/** 五四运动 // 1919, 甲丨乙; // behind a colon is of an address. */
const DRAWN_APART = new RegExp(
  `(?<=[^\\s:：/])\\s?//\\s?(?=[^\\s/])|(?<=[\\u3400-\\u4e27\\u4e29-\\u9fff）)])\\s?[丨￨]\\s?(?=[\\u3400-\\u4e27\\u4e29-\\u9fff（(])`,
  'g',
);

/** Whether a text with / is a formula, a unit or the like rather than words. */
function isOneThing(text: string): boolean {
  if (/^and\s?\/\s?or$/i.test(text)) return true;
  const parts = text.split('/').map((part) => part.trim());
  return parts.length === 2 && parts.every((part) => LATIN_UNIT.test(part));
}

/** A sign that would go on with a further answer, where none is. */
const OPEN_END = /([^\s;；，、]\s?)[；，、]\s{0,4}$|([\u3400-\u9fff]\s?);\s{0,4}$/;
/** 学科网 writes 或 so. */
const OR_SIGN = /([^#\s])\s?##\s?(?=[^#\s])/g;
const DRAWN = /^_{2,}\s?([^_\s](?:[^_]{0,200}[^_\s])?)\s?_{2,}$/;

/** {x|1<x<3} is a set. */
const SET = /[{｛][^{}｛｝]{1,200}[}｝]/g;
/** |x|, 2=|a|: an absolute value, where a|b|c are three answers. */
const ABSOLUTE = /(?:^|[=＝<>≤≥+*×÷(（,，]\s?)\|[A-Za-z0-9+\-−.^]{1,20}\|/g;
/** a || b */
const OR_OF_CODE = /^[\u0020-\u007b\u007d-\u007e]{1,80}\|\|[\u0020-\u007b\u007d-\u007e]{1,80}$/;
const maskBars = (part: string) => part.replace(/\|/g, '\u0001');

/**
 * What one blank accepts. `|` separates alone; without it ##, / between words and 或 do. Where an answer stands with a
 * remark both are accepted.
 */
export function alternatives(text: string): string[] {
  const masked = text.includes('\\') ? text : text.replace(SET, maskBars).replace(ABSOLUTE, maskBars);
  if (masked !== text) return alternatives(masked).map((each) => each.replace(/\u0001/g, '|'));
  if (OR_OF_CODE.test(text)) return [text];
  if (/[|｜／]/.test(text)) return parseBlankLine(text);
  const tidy = text.replace(OPEN_END, '$1$2').trimEnd().replace(DRAWN, '$1');
  const solutions = solutionSet(tidy);
  if (solutions) return solutionForms(tidy, solutions);
  const apart = tidy.replace(OR_SIGN, '$1\u0000');
  const parts = (apart.includes('://') ? apart : apart.replace(DRAWN_APART, '\u0000')).split('\u0000');
  if (parts.length > 1) return [...new Set(parts.flatMap(alternatives))];
  const english = englishForms(tidy);
  if (english) return [...new Set([tidy, ...english])];
  const bare = withoutRemark(tidy);
  const read = isSeveral(tidy) ? null : bare;
  return read === null ? separated(tidy) : [...new Set([tidy, ...alternatives(read)])];
}

/** 甲（或乙）: what the brackets hold is an answer. */
const isSeveral = (text: string) =>
  [OR_IN_BRACKETS, OR_BRACKETED, OR_BEHIND, OR_WRITTEN].some((pattern) => pattern.test(text)) ||
  (ANY_OF.test(text) && /[、，,和或/]/.test(text));

const between = (list: string) => list.replace(/\s?(?:、|[，,](?![\d\s]))\s?/g, '|');

function separated(text: string): string[] {
  const isAnyOf = ANY_OF.test(text);
  const own = text.replace(OR_BRACKETED, '$1|$2').replace(OR_BEHIND, '$1|$2').replace(OR_WRITTEN, '$1|$2');
  const bare = isAnyOf ? own.replace(ANY_OF, '').replace(/\s?等$/, '') : own;
  const slashed = isOneThing(bare) ? bare : bare.replace(SLASH, '|');
  const parts = slashed
    .replace(
      OR_IN_BRACKETS,
      (_whole, first: string, second?: string, third?: string) =>
        `${first}|${between((second ?? third ?? '').replace(WRITTEN, '').replace(QUOTED, '$1'))}`,
    )
    .replace(OR, (whole, before: string) => (before === '' ? whole : `${/[，,、;；]/.test(before) ? '' : before}|`));
  const split = parseBlankLine(isAnyOf && parts === bare ? bare.replace(/\s?[、，,和]\s?/g, '|') : parts);
  // 均可 behind a single one says something else.
  return isAnyOf && split.length < 2 ? [text] : split;
}

/** Whether several answers were told apart by /, which somebody should look at. */
export const isSlashed = (text: string) =>
  (!text.includes('://') && new RegExp(DRAWN_APART).test(text)) ||
  (!/[|｜／]/.test(text) &&
    !isOneThing(text.replace(ANY_OF, '')) &&
    text.replace(ANY_OF, '').replace(SLASH, '|').includes('|'));

/** Whether 或 within a text may part it into several answers. */
export const hasOr = (text: string) => new RegExp(OR.source).test(text);
