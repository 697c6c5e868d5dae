import { formatBlankLine } from '../kinds/cloze/blank-line.rules';
import type { AnswerBy, MarkingPoint } from '../question.schema';
import { alternatives } from './alternatives.rules';
import { isLabelAlone, splitCounted, splitNumbered, withoutLabels } from './blank-labels.rules';
import type { ParsedKind } from '../kinds/kinds.schema';

/** The words and signs by which teachers write kinds, answers, difficulties and points; every width of a sign counts. */

/** What a heading or a cell says a question is. */
export type KindWord =
  | { kind: ParsedKind | 'choice' }
  /** No bank has it; `isWhole`: one text with sub-questions, which belong together. */
  | { unsupported: string; isWhole: boolean };

// The longer word first: 多项选择 contains 选择, 听力选择 is a choice all the same.
const KIND_WORDS: [RegExp, ParsedKind | 'choice' | null][] = [
  [/完[形型]填空|语法填空|七选五|短文填空|首字母填空/, null],
  [/连词成句|连词组句|组词成句/, 'short'],
  [/连线|匹配|配对|搭配|排序|听写|画图|作图|拖拽|判断改错|改错/, null],
  // 单项/多项选择题 has some of each: the letters of the key say which.
  [/单[项选][^，,。；;]{0,6}多[项选]|多[项选][^，,。；;]{0,6}单[项选]/, 'choice'],
  [/不定项|多项选择|多选|复选|Multiple (?:answer|response)/i, 'multiple'],
  [/单项选择|单项填空|单选|Single choice/i, 'single'],
  [/X\s?型(?=题|选择|$)/i, 'multiple'],
  [/(?:^|[^A-Z])[A-D][1-4]?(?:\s?[/／、]\s?[A-D]?[1-4])?\s?型(?=题|选择|$)/i, 'choice'],
  [/选择|Multiple choice/i, 'choice'],
  // 判断说明题 asks for the reasons as well, which no sign gives.
  [/判断(?!题)[^。；;]{0,24}(?:理由|说理|说明|分析|辨析|简析|评析|论述|原因)/, 'short'],
  [/判断|判一判|辨一辨|是非|True (?:or|\/) ?False/i, 'judge'],
  [/填空|默写|Fill in/i, 'cloze'],
  [/作文|写作|书面表达|习作|看图写话|Writing/i, 'written'],
  [/笔试/, 'written'],
  [
    /朗读|口语|口头|口试|看图说话|情[景境](?:说话|问答)|话题(?:说话|表达|简述|陈述)|即兴|演讲|复述|听说|Speaking/i,
    'oral',
  ],
  [/论述|论文|计算|解答|证明|解决问题|应用题|案例|材料|实验|翻译|分析题|综合题|操作|编程|主观|Essay/i, 'essay'],
  [/简答|问答|名词解释|概念解释|简述|Short answer/i, 'short'],
];

/** The kind a heading names, if any; the words stand anywhere in it. */
export function kindOfWord(text: string): KindWord | null {
  if (text === '') return null;
  // 非选择题 are of any kind but that.
  const head = text.slice(0, 60).replace(/非选择题?/g, '');
  for (const [pattern, kind] of KIND_WORDS) {
    const found = pattern.exec(head)?.[0];
    if (found === undefined) continue;
    if (kind !== null) return { kind };
    return { unsupported: found, isWhole: /填空|七选五/.test(found) };
  }
  return null;
}

/** A word that names a kind and nothing else: 单选题, 多项选择, 判断 … */
export const KIND_NAME =
  '(?:不定项选择|多项选择|单项选择|单项填空|判断(?:说明|说理|分析|辨析)|完[形型]填空|语法填空|概念解释|名词解释|案例分析|材料分析|书面表达|看图说话|话题说话|看图写话|单选|多选|选择|判断|是非|填空|默写|简答|问答|论述|计算|解答|证明|应用|综合|实验|翻译|操作|解决问题|写作|作文|习作|朗读|口语|口试|笔试|连词成句|连线|匹配|配对|排序|短文改错|改错|[A-DX][1-4]?(?:[/／、][A-D]?[1-4])?\\s?型(?=题))(?:题目?)?';

const LEVEL_WORDS: [RegExp, number][] = [
  [/^(?:较?容?易|简单|较简单|基础|初级|初|低|easy|★)$/i, 1],
  [/^(?:中等?|适中|一般|中级|中档|普通|medium|★★)$/i, 2],
  [/^(?:较?困?难|偏难|高级|高|拔高|提高|hard|difficult|★★★)$/i, 3],
];

/** A difficulty as 1–3: a word, a number, stars, or a coefficient (the share that gets it right). */
export function parseLevel(text: string): number | undefined {
  const word = narrow(text)
    .replace(/☆/g, '')
    .replace(/[题。.]$/, '')
    .trim();
  for (const [pattern, level] of LEVEL_WORDS) if (pattern.test(word)) return level;
  if (/^★{4,5}$/.test(word)) return 3;
  if (/^[123]$/.test(word)) return Number(word);
  if (!/^(?:0?\.\d+|[01]\.0+)$/.test(word)) return undefined;
  const share = Number(word);
  return share >= 0.7 ? 1 : share >= 0.4 ? 2 : 3;
}

const RIGHT = /^(?:√|✓|✔|☑|✅|⭕|对|對|正确|正確|是|真|T|TRUE|Y|YES|R|RIGHT)$/i;
const WRONG = /^(?:×|✗|✘|✕|╳|✖|❌|❎|X|ⅹ|Ⅹ|χ|叉|错|錯|错误|錯誤|不正确|不正確|不对|不對|否|非|假|F|FALSE|N|NO|WRONG)$/i;

/** ✅ 正确: the sign and the word for it. */
const SIGN_AND_WORD = /^([√✓✔☑✅×✗✘✖❌❎])(对|错|正确|错误|不正确)$/;

/** T or F for every way a judgement is written. */
export function parseJudge(text: string): 'T' | 'F' | undefined {
  const word = narrow(text.slice(0, 200)).replace(/[。.\s\ufe0f]/g, '');
  const both = SIGN_AND_WORD.exec(word);
  if (both) return RIGHT.test(both[1] ?? '') === RIGHT.test(both[2] ?? '') ? parseJudge(both[1] ?? '') : undefined;
  return RIGHT.test(word) ? 'T' : WRONG.test(word) ? 'F' : undefined;
}

/** `ABD`, `A、B，D`, `A B D` → letters; undefined when there is anything else. */
export function parseLetters(text: string): string[] | undefined {
  const letters = narrow(text)
    .toUpperCase()
    .replace(/[\s,、;.。和及与/|]/g, '');
  return /^[A-Z]{1,26}$/.test(letters) ? [...new Set(letters)].sort() : undefined;
}

const WIDE = /[\uff01-\uff5e\u3000]/;

/** Full-width letters, digits and signs as half-width ones. */
export function narrow(text: string): string {
  if (!WIDE.test(text)) return text;
  return text
    .replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/\u3000/g, ' ');
}

const TRADITIONAL = '單項選擇題斷問簡論閱讀寫計總滿對錯參詳標準聽應證實驗譯釋義連線據資';
const SIMPLIFIED = '单项选择题断问简论阅读写计总满对错参详标准听应证实验译释义连线据资';

const OF_TRADITIONAL = new RegExp(`[${TRADITIONAL}]`, 'g');

/** The words of headings and labels in the signs that are written here; everything else as it is. */
export function simplified(text: string): string {
  return text.replace(OF_TRADITIONAL, (sign) => SIMPLIFIED.charAt(TRADITIONAL.indexOf(sign)));
}

const CHINESE_DIGITS = '零一二三四五六七八九';

/** 一 … 九十九 as a number, or digits of either width. */
export function parseNumeral(text: string): number | undefined {
  const digits = narrow(text);
  if (/^\d{1,4}$/.test(digits)) return Number(digits);
  const match = /^([一二三四五六七八九]?)(十?)([一二三四五六七八九]?)$/.exec(text);
  if (!match || text === '') return undefined;
  const [, tens = '', ten, ones = ''] = match;
  if (!ten) return tens !== '' && ones === '' ? CHINESE_DIGITS.indexOf(tens) : undefined;
  return (tens === '' ? 1 : CHINESE_DIGITS.indexOf(tens)) * 10 + (ones === '' ? 0 : CHINESE_DIGITS.indexOf(ones));
}

/** A number as headings count: 一, 十二, 二十. */
export function chineseNumeral(number: number): string {
  const tens = Math.floor(number / 10);
  const ones = number % 10;
  if (tens === 0) return CHINESE_DIGITS.charAt(ones);
  return `${tens > 1 ? CHINESE_DIGITS.charAt(tens) : ''}十${ones > 0 ? CHINESE_DIGITS.charAt(ones) : ''}`;
}

/** Nothing longer can be one of these short words. */
const MAX_WORD = 40;

/** The points in `2分`, `2.5 分`, `2`. */
export function parsePoints(text: string): number | undefined {
  const match = /^(\d{1,3}(?:\.\d{1,2})?) ?分?$/.exec(narrow(text.slice(0, MAX_WORD)).trim());
  return match ? Number(match[1]) : undefined;
}

/** The seconds in `30`, `30 秒`, `1分30秒`, `2 分钟`. */
export function parseSeconds(text: string): number | undefined {
  const word = narrow(text.slice(0, MAX_WORD)).replace(/\s/g, '');
  const match = /^(?:(\d{1,3})分钟?)?(?:(\d{1,4})(?:秒钟?|s)?)?$/i.exec(word);
  if (!match || (match[1] === undefined && match[2] === undefined)) return undefined;
  return Number(match[1] ?? 0) * 60 + Number(match[2] ?? 0);
}

/** How a written question may be answered; undefined for a word that says nothing of it. */
export function parseAnswerBy(text: string): AnswerBy | undefined {
  const isPhoto = /拍照|上传|手写|photo/i.test(text);
  const isText = /打字|在线|键盘|text/i.test(text);
  if (/both|均可|都可/.test(text) || (isPhoto && isText)) return 'both';
  return isPhoto ? 'photo' : isText ? 'text' : undefined;
}

/**
 * The answers of a cloze question as they stand after 答案, for `count` blanks: one per line, numbered, or
 * separated by ； | 、 ， or spaces, whichever gives so many; what gives another number is returned as it is.
 */
export function parseBlanks(text: string, count: number): string[][] {
  const whole = text.trim();
  if (whole === '') return [];
  // （1）甲（2）乙 are two, however few blanks there are.
  const parts = count === 1 && !whole.endsWith('|') ? splitNumbered(whole) : [];
  if (parts.length > 1) return parts.map(alternatives);
  if (count <= 1) return (whole.endsWith('|') ? [whole] : withoutLabels([whole])).map(alternatives);
  const lines = withoutLabels(splitBy(whole, '\n'));
  if (lines.length === count) return lines.map(alternatives);
  const numbered = splitNumbered(whole);
  if (numbered.length === count) return numbered.map(alternatives);
  const counted = splitCounted(whole, count);
  if (counted.length === count) return counted.map(alternatives);
  for (const separator of [/[;；]/, BARS, '\t', /\s{2}|\t|\n/, '、', /[,，]/, /\s/]) {
    const parts = withoutLabels(splitBy(whole, separator));
    if (parts.length === count && parts.every(isBalanced) && !isLabelAlone(parts[0] ?? ''))
      return parts.map(alternatives);
  }
  const split = splitBy(whole, /[;；\n]/);
  return (split.length > 1 || numbered.length === 0 ? split : numbered).map(alternatives);
}

/** One line per blank, such that parseBlanks gives the same back. */
export function formatBlanks(blanks: string[][]): string {
  const text = blanks.map(formatBlankLine).join('\n');
  const isSame = JSON.stringify(parseBlanks(text, blanks.length)) === JSON.stringify(blanks);
  return isSame ? text : blanks.map((each) => `${formatBlankLine(each).replace(/\\$/, '\\ ')}|`).join('\n');
}

const BARS = /[|｜]/;

/** Whether every bracket has its other half: (1,2) is one answer, no sign within brackets parts it. */
export const isBalanced = (text: string) =>
  (text.match(/[([{（【「]/g)?.length ?? 0) === (text.match(/[)\]}）】」]/g)?.length ?? 0);

/** The parts that are not empty. A bar with a backslash before it is a sign of its part. */
function splitBy(text: string, separator: string | RegExp): string[] {
  const parts = separator === BARS ? (text.match(/(?:\\[|｜]|[^|｜])+/g) ?? []) : text.split(separator);
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

const LIST_SIGN = /^(?:[①-⑳]|[(（]\d{1,2}[)）]|\d{1,2}[.、．](?!\d)|[-•·●*])\s*/;
const POINTS_AT_END = /(?:[(（[【]\s?(\d{1,3}(?:\.\d)?)\s?分\s?[)）\]】]|[:：,，\s]?(\d{1,3}(?:\.\d)?)\s?分)[。；;.]?$/;

const OWN_FORM = /^(.{1,400})（(\d{1,3}(?:\.5)?) 分）$/;

/** One marking point per line, such that parseMarkingPoints gives the same back. */
export function formatMarkingPoints(points: MarkingPoint[]): string {
  return points.map((point) => `${point.text.replace(/\s*\n\s*/g, ' ')}（${point.points} 分）`).join('\n');
}

/** 内容完整10分，语言流畅10分: several points in one row, each with its own. */
function splitPoints(row: string): string[] {
  const parts = splitBy(row, /[,，]/);
  return parts.length > 1 && parts.every((part) => POINTS_AT_END.test(part.slice(-40))) ? parts : [row];
}

/** Marking points when every line names its points (`立意明确（3 分）`); null when some line does not. */
export function parseMarkingPoints(text: string): MarkingPoint[] | null {
  const lines = splitBy(text, '\n');
  const own = lines.map((line) => OWN_FORM.exec(line));
  if (own.every((match) => match !== null) && own.length <= 10 && own.length > 0) {
    return own.map((match) => ({ text: match[1] ?? '', points: Number(match[2]) }));
  }
  const rows = (lines.length === 1 ? splitBy(text, /[;；]/) : lines).flatMap(splitPoints);
  const points: MarkingPoint[] = [];
  for (const row of rows) {
    const match = POINTS_AT_END.exec(row.slice(-40));
    const value = Number(match?.[1] ?? match?.[2]);
    const end = row.length - (match?.[0].length ?? 0);
    const label = row
      .slice(0, end)
      .replace(LIST_SIGN, '')
      .replace(/[:：]$/, '')
      .trim();
    // 8—10 分 is a band of a scale, not what one point earns.
    if (!match || label === '' || !(value > 0) || /[\d.][-—–~～至到]$/.test(label)) return null;
    points.push({ text: label, points: value });
  }
  return points.length > 0 && points.length <= 10 ? points : null;
}
