import { clip } from './text-draft';
import { narrow, parseJudge } from './words.rules';

/** What says right or wrong where a question is known to ask for it: more than stands for that anywhere else. */

/**
 * `behind`: a remark of it; `left`: what stands there besides; `sign`: what was read so though others write it otherwise;
 * `isOpen`: it may as well say something else.
 */
export type Judged = {
  key: 'T' | 'F';
  behind: string;
  sign?: string;
  isOpen?: boolean;
  isBoth?: boolean;
  left?: string;
};

const SAID_SO = /^(?:答案?|判断|结论)\s?[:：]\s?/;
const RIGHT = /^(?:(?:正确|对)的?|是的|没有?错误?|无误|正|成立|真命题)$/;
const WRONG = /^(?:(?:错误?|不对|不正确)的?|不是的?|有误|误|不成立|假命题|Х)$/;
/** A tick typed as a letter or left without its font: Ö and ´ are √ and × of Symbol. */
const RIGHT_SIGN = /^[VvÖ]$/;
const WRONG_SIGN = /^[´☒]$/;

/** Right or wrong as one word or sign; the digits 1 and 0 only where they stand as the answer. */
function wordOf(text: string): Judged | undefined {
  const plain = text.slice(0, 40).replace(/[。.\s\ufe0f]/g, '');
  const key = parseJudge(plain) ?? (RIGHT.test(plain) ? 'T' : WRONG.test(plain) ? 'F' : undefined);
  if (key !== undefined) return { key, behind: '' };
  const sign = narrow(plain);
  if (RIGHT_SIGN.test(sign)) return { key: 'T', behind: '', sign };
  if (WRONG_SIGN.test(sign)) return { key: 'F', behind: '', sign };
  // A circle says right where a cross says wrong, but it may be a nought or an empty place as well.
  return /^[Oo○◯]$/.test(sign) ? { key: 'T', behind: '', sign, isOpen: true } : undefined;
}

const DIGIT = /^[01]$/;
/** √（2分）, ×，应为乙, 错误。理由：乙 */
const WITH_REMARK =
  /^(√|✓|✔|☑|✅|×|✗|✘|✕|╳|❌|正确|错误|不正确|对|错|不对)\s{0,4}(?:[（(【](.{1,200})[)）】]|[,，。.;；:：]\s{0,4}(\S.{0,200}))[。.]?$/;

/** What an answer or a bracket says, with the remark behind it. */
export function judgedOf(text: string): Judged | undefined {
  const bare = text.trim().replace(SAID_SO, '');
  const word = wordOf(bare);
  if (word) return word;
  const [, sign, inBrackets, after] = bare.length < 220 ? (WITH_REMARK.exec(bare) ?? []) : [];
  const found = sign === undefined ? undefined : wordOf(sign);
  if (!found) return undefined;
  const behind = (inBrackets ?? after ?? '').trim();
  const other = wordOf(behind);
  return { ...found, behind, isBoth: other !== undefined && other.key !== found.key };
}

/** The answer below a question that is to be judged. */
export function judgedAnswer(answer: string, isRow: boolean): Judged | undefined {
  const bare = narrow(answer.trim());
  // In a table 1 says right; on paper it may as well count what is wrong.
  if (DIGIT.test(bare)) return { key: bare === '1' ? 'T' : 'F', behind: '', sign: bare, isOpen: !isRow };
  const whole = judgedOf(answer);
  if (whole) return whole;
  const [first = ''] = answer.split(/[\s,，。.;；]/);
  const found = first.length < answer.length ? wordOf(first) : undefined;
  if (!found) return undefined;
  const left = answer.slice(first.length).replace(/^[\s,，。.;；]{1,20}/, '');
  const other = wordOf(left);
  return { ...found, left, isBoth: other !== undefined && other.key !== found.key };
}

const SIGN_ALONE = /^[XxTFNYRxyntfr√×]$/;
const ASKS_FOR = /(?:[=是为]|等于|多少|[几什]么?|哪[^，,。]{0,6})\s{0,4}(?:[（(]\s{0,20}[)）])?\s{0,4}[?？。.]?$/;
const OF_JUDGEMENT = /说法|对错|正误|判断|判定|命题|观点|结论|叙述|表述|描述|这句|[是对]的?吗|是否|是不是|对不对/;

/** 力的单位是（ ） with N, 2x－x=（ ） with x: what stands for right or wrong elsewhere is what is asked for. */
export function isAskedFor(stem: string, answer: string): boolean {
  if (!SIGN_ALONE.test(narrow(answer.trim()))) return false;
  const tail = stem.slice(-200);
  return ASKS_FOR.test(tail) && !OF_JUDGEMENT.test(tail);
}

const CLOSING: Record<string, string> = {
  ')': '(（',
  '）': '(（',
  '】': '【[［',
  ']': '【[［',
  '］': '【[［',
  '〕': '〔',
  '〉': '〈',
};
const MAX_BRACKET = 120;

/** Where the bracket opens that a text ends with; -1 for none. */
function openingOf(text: string): number {
  const opening = CLOSING[text.charAt(text.length - 1)] ?? '';
  const closing = Object.keys(CLOSING).filter((sign) => CLOSING[sign] === opening);
  let depth = 0;
  for (let at = text.length - 1; at >= Math.max(0, text.length - MAX_BRACKET); at -= 1) {
    const sign = text.charAt(at);
    if (closing.includes(sign)) depth += 1;
    else if (opening.includes(sign) && (depth -= 1) === 0) return at;
  }
  return -1;
}

/** f(x), 自然数(N), 负负得（正）: behind a word a letter, or what is seldom said of a sentence, is part of it. */
const NAMED = /^(?:[A-Za-z]{1,3}|[ÖΧХχ´正误真假]|不?成立|是的|不是)$/;
/** Behind these a sentence has ended. */
const APART = /(?:^|[。.．！!？?…”"\s])$/;

/** `said`: what stands there; `stem`: the text without it. */
export type JudgedPlace = { judged: Judged; said: string; stem: string };

/** What the bracket at the end of a stem says that is to be judged, and the stem without it. */
export function judgedBracket(stem: string): JudgedPlace | null {
  const text = stem.replace(/[\s。.]{1,8}$/, '');
  const at = openingOf(text);
  const inner = text.slice(at + 1, -1).trim();
  if (at < 0 || inner === '') return null;
  // A tick typed as a letter stands between blanks where it is written into its place.
  const isWritten = /^[VvÖ´]$/.test(inner) && /^\s.\s$/.test(text.slice(at + 1, -1));
  if (NAMED.test(narrow(inner)) && !isWritten && !APART.test(text.slice(0, at).slice(-1))) return null;
  const judged = judgedOf(inner);
  if (!judged || judged.isOpen === true) return null;
  return { judged, said: inner, stem: `${text.slice(0, at).trim()}${stem.slice(text.length).trim()}` };
}

/** What is to be said of a key that was read so. */
export function judgedNotes(
  { key, sign, behind, left = '', isOpen, isBoth }: Judged,
  whole: string,
): { note: string; isDoubt: boolean }[] {
  const word = key === 'T' ? '正确' : '错误';
  const notes: { note: string; isDoubt: boolean }[] = [];
  if (sign !== undefined) notes.push({ note: `答案“${sign}”已读作“${word}”。`, isDoubt: isOpen === true });
  if (left !== '') notes.push({ note: `答案后面的文字没有导入：“${clip(left)}”。`, isDoubt: false });
  if (behind !== '') notes.push({ note: `答案后面的“${clip(behind)}”放进了解析。`, isDoubt: false });
  if (isBoth) notes.push({ note: `答案写的是“${clip(whole)}”，这里只用了“${word}”，请核对。`, isDoubt: true });
  return notes;
}
