import { parseLetters } from './words.rules';

/** The letters of an answer behind the place they belong into, at the end of the stem: 就是（  ）A, 从____升起。（D）. */

const EMPTY = '[（(【[［][^\\S\\n]{0,40}[)）】\\]］]';
const LETTERS = '[A-JＡ-Ｊ](?:[\\s,，、]{0,2}[A-JＡ-Ｊ]){0,7}';
/** Only behind an empty bracket: behind a blank a letter may go on with the sentence. */
const BARE = new RegExp(`(${EMPTY}[^\\S\\n]{0,4}[。.．？?：:]?)[^\\S\\n]{0,8}(${LETTERS})[^\\S\\n]{0,4}([。.．]?)$`);
const FRAMED = new RegExp(
  `(${EMPTY}|[。.．？?！!])\\s{0,8}[（(【[［][^\\S\\n]{0,4}(${LETTERS})[^\\S\\n]{0,4}[)）】\\]］][^\\S\\n]{0,4}([。.．]?)$`,
);
/** 产生了(  )历史性飞跃。 B */
const APART = new RegExp(`([。？?！!])[^\\S\\n]{1,8}(${LETTERS})([^\\S\\n]{0,4})$`);
const BRACKET = new RegExp(EMPTY);
const PLACE = new RegExp(`${EMPTY}|[_＿]{2,}`);
const LONGEST = 120;

type LettersBehind = { letters: string[]; stem: string; whole: string };

/** Such letters, each of them of an option, and the stem without them; null where there are none. */
export function lettersBehind(options: { key: string }[], stem: string): LettersBehind | null {
  const tail = stem.slice(-LONGEST);
  const found = BARE.exec(tail) ?? FRAMED.exec(tail) ?? (BRACKET.test(stem) ? APART.exec(tail) : null);
  if (!found) return null;
  const [whole, before = '', said = '', sign = ''] = found;
  const letters = parseLetters(said);
  const rest = (stem.slice(0, stem.length - whole.length) + before).trim();
  const isKnown = letters?.every((letter) => options.some(({ key }) => key === letter)) ?? false;
  if (!letters || !isKnown || !PLACE.test(rest)) return null;
  return { letters, stem: `${rest}${/[。.．？?]$/.test(before) ? '' : sign}`, whole };
}
