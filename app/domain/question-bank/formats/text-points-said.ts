import { narrow, parseNumeral, simplified } from './words.rules';

/** What the heading of a section, or a line below it, says of its points and of how many questions it has. */

export type SaidPoints = {
  /** Points of each question, of each blank, and of all together, where it says so. */
  each: number | null;
  perBlank: number | null;
  total: number | null;
  /** How many questions it says there are. */
  count?: number | null;
  /** 第1～4题每题4分，第5题6分: the points of some of them by their numbers; `isBlank`: of each of their blanks. */
  ranges?: { from: number; to: number; each: number; isBlank?: boolean }[];
  /** 2×3=6: the one of the two that is not the count is the points of each. */
  factors?: [number, number];
};

const VALUE = '(\\d{1,3}(?:\\.[05]0?)?)(?![\\d.])';
const QUESTION = '(?:个?小题|道小?题|题|道)(?!目)';

/** Without blanks and in digits: 每题三分 as 每题3分, 2×3′ as 2×3分. */
function inDigits(said: string): string {
  return simplified(narrow(said))
    .replace(/\s/g, '')
    .replace(/(\d)['’′](?![A-Za-z])/g, '$1分')
    .replace(
      /(每[一小]?(?:题|道|个|空)|共有?|计|满分)([一二两三四五六七八九十]{1,3})(?=分|个?小?题|道)/g,
      (whole, before: string, word: string) => {
        const number = parseNumeral(word.replace('两', '二'));
        return number === undefined ? whole : `${before}${number}`;
      },
    );
}

const EACH_ALL = new RegExp(`每[一小]?(?:小?题|道题?|个)[^\\d空]{0,4}${VALUE}分`, 'g');
/** Ways to say the points of each question where no 每题 does, and those of all, the surest first. */
const EACH = [
  `${VALUE}分\\/(?:小?题|个|道)`,
  `\\d(?:小?题|个|道)?[×xX*]${VALUE}分`,
  `${VALUE}分[×xX*]\\d`,
  `(?:各|一题)${VALUE}分`,
  `${VALUE}分[一每]题`,
  `${VALUE}(?:points?|marks?)each`,
].map((pattern) => new RegExp(pattern));
const PER_BLANK = [new RegExp(`每[一小]?个?空[^\\d]{0,4}${VALUE}分`)];
const TOTAL = [
  `(?:共|计|满分|总分)[^\\d]{0,2}${VALUE}分`,
  `=${VALUE}分?`,
  `[（(]${VALUE}分(?![/×xX*一每])`,
  `[（(]${VALUE}(?:points?|marks?)[)）]`,
  `^[^\\d每各一]{0,3}${VALUE}分(?![/×xX*一每])`,
  `\\d${QUESTION}[,，、;；]${VALUE}分`,
].map((pattern) => new RegExp(pattern));

/** What a text says of points; a line of a paper may be as long as it likes. */
export function pointsIn(said: string): SaidPoints {
  const text = inDigits(said.slice(0, 1000));
  if (!/\d/.test(text)) return { each: null, perBlank: null, total: null, count: null };
  const ranges = rangesIn(text);
  const plain = ranges.reduce((rest, { whole }) => rest.replace(whole, ''), text);
  const number = (patterns: RegExp[]) => {
    for (const pattern of patterns) {
      const found = pattern.exec(plain)?.[1];
      if (found !== undefined) return Number(found);
    }
    return null;
  };
  const values = [...new Set([...plain.matchAll(EACH_ALL)].map(([, value]) => Number(value)))];
  const each = values[0] ?? number(EACH);
  return {
    // 每题2分 … 每题6分: nobody can tell which is for which.
    each: values.length > 1 || ranges.length > 0 ? null : each,
    perBlank: number(PER_BLANK),
    total: number(TOTAL),
    count: countIn(plain),
    ...(ranges.length > 0 || values.length > 1 ? { ranges: ranges.map(({ whole: _whole, ...range }) => range) } : {}),
    ...factorsIn(plain),
  };
}

const RANGE =
  /(第?)(\d{1,3})(?:小?题)?(?:([-—–~～－至到]{1,2}|[、和与])第?(\d{1,3}))?小?题(?:[^\d分第]{0,24}?(每(?:小?题|道|个)|各|每[一小]?个?空)[^\d题分]{0,4}|[^\d题分]{0,4})(\d{1,3}(?:\.[05]0?)?)分/g;

/** 共2题，每题6分 counts them; 第2题6分, 第3、4题5分 and 1-2题每题6分 name them. */
function rangesIn(text: string) {
  let behind = 0;
  return [...text.matchAll(RANGE)].flatMap(([whole, named, first, sign = '', last, isEach, value]) => {
    const [from, to] = [Number(first), Number(last ?? first)];
    // 15-16题每题2分，17题3分: the one behind a range counts on.
    if (named === '' && (behind === 0 || from !== behind + 1) && (last === undefined || !isEach)) return [];
    const isPair = /[、和与]/.test(sign);
    if (to < from || (isPair && to !== from + 1) || (to > from && !isPair && !isEach)) return [];
    behind = to;
    return [{ whole, from, to, each: Number(value), ...(isEach?.endsWith('空') ? { isBlank: true } : {}) }];
  });
}

/** Of some that may be chosen nobody knows how many are there. */
export const CHOSEN = /任选|选做|选答|任意选|选择其中/;

const COUNTED = new RegExp(`(?:^|[^第、\\d.~～—–－至到-])(\\d{1,3})${QUESTION}`);

function countIn(text: string): number | null {
  if (CHOSEN.test(text)) return null;
  const counted = COUNTED.exec(text)?.[1];
  if (counted !== undefined) return Number(counted);
  const ranged = /(?:^|[^\d])(\d{1,3})(?:小?题)?[-—–~～－至到]{1,2}第?(\d{1,3})小?题/.exec(text);
  const count = ranged ? Number(ranged[2]) - Number(ranged[1]) + 1 : 0;
  return count > 0 ? count : null;
}

function factorsIn(text: string): Pick<SaidPoints, 'factors'> {
  const found = /(\d{1,3}(?:\.[05]0?)?)(?:分|小?题|个|道)?[×xX*](\d{1,3}(?:\.[05]0?)?)/.exec(text);
  return found ? { factors: [Number(found[1]), Number(found[2])] } : {};
}

const STATED = /每(?:[一小]?(?:小?题|道|个)|[一小]?空).{0,4}\d分|(?:[共有]|本题)\d{1,3}(?:个?小?题|道).{0,20}\d分/;

/** 本部分共15题，每题3分，共45分。 and the like below a heading. */
export const isPointsLine = (line: string) => line.length < 300 && /分|['’′]/.test(line) && STATED.test(inDigits(line));
