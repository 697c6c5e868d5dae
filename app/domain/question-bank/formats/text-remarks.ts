import type { ParsedKind, ParsedQuestion } from './format.rules';
import { isVerbatim, joinLines, type RawQuestion } from './text-raw';
import { narrow, parseJudge, parseLetters } from './words.rules';

/** What teachers write behind the key of a question: AC（漏选得1分）, ×（应为蓝的）, D 解析 … */

const LEAD = '(?:故?选|应选|正确答案[为是]|[（(]?选项)?\\s?';
const LETTERS = '([A-JＡ-Ｊ](?:[\\s、,，]{0,2}[A-JＡ-Ｊ]){0,9})\\s?(?:选?项)?';
const BEHIND =
  '\\s{0,4}(?:[（(【[](.{1,2000})[)）】\\]]|[,，。；;]?\\s{0,4}(?:答案)?(?:解析|分析|详解|解释|理由|原因)\\s?[:：]?\\s{0,4}(.{1,2000})|[,，。；;]\\s?((?:因为|由于|理由|原因).{1,2000})|([（(]\\s?\\d{1,2}(?:\\.[05]0?)?\\s?分\\s?[)）].{1,2000})|。\\s?([^A-JＡ-Ｊ\\s].{2,2000}))?';
const CHOICE = new RegExp(`^${LEAD}${LETTERS}${BEHIND}[。.]?$`);
const SIGN = /^([（(]?\s?[√×✓✗✔✘✕╳❌✅]\s?[)）]?)\s{0,4}[,，。.;；:：]?\s{0,4}(\S.{0,2000})$/;
const WORD = /^(正确|错误|不正确|对|错|[TF])(?:\s{0,4}[,，。.;；:：]\s{0,4}|\s{1,4}|(?=[（(]))(\S.{0,2000})$/;
const FRAMED = /^[（(](.{1,2000})[)）][。.]?$/;
/** What makes another answer right, or this one doubtful. */
const OTHERWISE =
  /也可|也对|也行|也算|亦可|亦对|均可|都可|皆可|或者?[选填]?\s?[A-J]|有误|更正|原答案|改[为成]|应[为选]\s?[A-J]|争议|送分/;

/** Takes what stands behind a key on its line into the analysis, so that the key is read; where it names another answer that is told. */
export function takeRemark(raw: RawQuestion, parsed: ParsedQuestion, declared: ParsedKind | 'choice' | null): void {
  const lines = raw.answer ?? [];
  const at = lines.findIndex((line) => line !== '');
  const line = lines[at] ?? '';
  if (at < 0 || line.length > 2200 || isVerbatim(lines)) return;
  const found = raw.options.length > 1 ? keyOfChoice(raw, line) : keyOfJudge(raw, line, declared);
  if (!found) return;
  raw.answer = [...lines.slice(0, at), found.key, ...lines.slice(at + 1)];
  if (/^[\s()（）。.,，、;；:：!！]*$/.test(found.remark)) return;
  const remark = FRAMED.exec(found.remark)?.[1] ?? found.remark;
  // × 正确 says both.
  const second = raw.options.length > 1 ? undefined : parseJudge(remark);
  const isOpposite = second !== undefined && second !== parseJudge(found.key);
  if (isOpposite || OTHERWISE.test(narrow(remark))) {
    raw.doubts.push(`答案写的是“${clip(line)}”，这里只用了“${found.key}”，请核对。`);
  }
  const only = raw.options.find(({ key }) => key === narrow(found.key));
  if (only && joinLines(only.lines) === remark) return;
  raw.analysis.unshift(remark);
  parsed.notes.push(`答案后面的“${clip(found.remark)}”放进了解析。`);
}

type Key = { key: string; remark: string };

function keyOfChoice({ options }: RawQuestion, line: string): Key | null {
  const [whole, letters = '', ...remarks] = CHOICE.exec(line) ?? [];
  const keys = whole === undefined ? undefined : parseLetters(letters);
  if (!keys?.every((letter) => options.some(({ key }) => key === letter))) return null;
  // ABCDD is the key of several questions.
  if (letters.replace(/[\s、,，]/g, '').length > keys.length) return null;
  return { key: keys.join(''), remark: remarks.find((each) => each !== undefined)?.trim() ?? '' };
}

/** Where nothing says that right or wrong is asked, only the signs √ and × do. */
function keyOfJudge(raw: RawQuestion, line: string, declared: ParsedKind | 'choice' | null): Key | null {
  if (declared !== null && declared !== 'judge') return null;
  if (declared === null && /_{2,}/.test(joinLines(raw.stem))) return null;
  const [, sign = '', remark = ''] = SIGN.exec(line) ?? (declared === 'judge' ? (WORD.exec(line) ?? []) : []);
  const key = sign.replace(/[\s（()）]/g, '');
  if (declared === null && isOfFormula(line)) return null;
  // √ × √ are signs of several.
  return parseJudge(key) === undefined || /^[\s,，、;；√×✓✗✔✘对错]+$/.test(remark) ? null : { key, remark };
}

/** √2, (√5-1)/2, √(a²+b²) and ×10^3: where no right or wrong is asked for, the sign is of a formula. */
const FORMULA = /^[（(]?[√×][（(]?[-−+]?(?:\d|[A-Za-zα-ωπ](?![A-Za-z]{2}))|^√ \d{1,4}$/;

function isOfFormula(line: string): boolean {
  const text = narrow(line.slice(0, 400));
  return FORMULA.test(text) && !/^√[（(]?\d{1,2}(?:\.[05]0?)?\s?分/.test(text);
}

const clip = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
