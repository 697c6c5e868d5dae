import { type Draft, clip, doubt } from './text-draft';
import { type RawQuestion, isVerbatim, joinLines } from './text-raw';
import { kindOfWord, narrow, parseLetters } from './words.rules';

/** What is said around the letters of a choice's answer, and what may make them wrong. */

const QUOTED = /^[“"'‘「『]\s?(.{1,40}?)\s?[”"'’」』]$/;
const SAID = /^(?:(?:正确)?答案[是为选]?|故?选|应选)\s?[:：]?\s?(?=[A-JＡ-Ｊ])/;
const RIGHT_BEHIND = /^([A-JＡ-Ｊ])\s?(?:选?项)?\s?[（(]?(?:对|正确|√|✓|✔)[)）]?[。.]?$/;
/** A、B任选一个, A、C 见课本: letters with more behind them. */
const SEVERAL = /^[（(【[]?\s?[A-JＡ-Ｊ]\s?[、.．:：,，和]\s?[A-JＡ-Ｊ](?![A-Za-z])/;
export const isOpenList = (answer: string, { options }: RawQuestion) =>
  SEVERAL.test(answer) &&
  !options.some(
    ({ key, lines }) => key === narrow(answer.charAt(0)) && folded(answer.slice(2)) === folded(joinLines(lines)),
  );

/** A对, 答案A, “选A”, A 正确, and A一 with the option's own text: the letters alone; undefined for any other text. */
export function bareLetters(answer: string, { options }: RawQuestion): string | undefined {
  const text = answer.trim();
  if (text.length > 200) return undefined;
  const bare = (QUOTED.exec(text)?.[1] ?? text).replace(SAID, '');
  const letters = RIGHT_BEHIND.exec(bare)?.[1] ?? bare;
  if (letters !== text && parseLetters(letters)) return letters;
  const several = lettersWithTexts(text, options);
  if (several !== undefined) return several;
  const own = options.find(({ key }) => key === narrow(text.charAt(0)));
  return own && folded(text.slice(1)) === folded(joinLines(own.lines)) ? own.key : undefined;
}

/** AB:铜; 铁; where 铜 and 铁 are what options A and B say, as 超星 prints the key of several. */
function lettersWithTexts(text: string, options: RawQuestion['options']): string | undefined {
  const [, letters = '', behind = ''] = /^([A-JＡ-Ｊ]{2,10})\s?[:：]\s?(\S.*)$/.exec(text) ?? [];
  const own = parseLetters(letters)?.map((letter) => options.find(({ key }) => key === letter));
  const said = own?.map((option) => folded(joinLines(option?.lines ?? []))).join('');
  return said !== undefined && said !== '' && said === folded(behind) ? letters : undefined;
}

const STEMS = '甲乙丙丁戊己';

/** 甲丁 for A and D, where no option speaks of 甲 itself. */
export function stemLetters(answer: string, { options }: RawQuestion): string | undefined {
  const signs = answer.replace(/[\s、,，;；.。]/g, '');
  if (!/^[甲乙丙丁戊己]{1,6}$/.test(signs) || options.some(({ lines }) => /[甲乙丙丁]/.test(joinLines(lines))))
    return undefined;
  return [...signs].map((sign) => String.fromCharCode(65 + STEMS.indexOf(sign))).join('');
}

const folded = (text: string) => text.normalize('NFKC').replace(/[\s。.;；，,]/g, '');

const BEHIND_LETTER = /^[（(【[]?\s{0,3}([A-JＡ-Ｊ])\s{0,3}[.．、:：)）】\]]\s{0,4}(\S[\s\S]{0,400})$/;

/** B.三 where 三 is what option C says, or no option. */
function noteOtherText({ raw, parsed, answer }: Draft): void {
  const [, sign = '', text = ''] = BEHIND_LETTER.exec(answer) ?? [];
  const letter = narrow(sign);
  const own = raw.options.find(({ key }) => key === letter);
  if (!own || parseLetters(text) || folded(text) === '' || folded(text) === folded(joinLines(own.lines))) return;
  const other = raw.options.find(({ lines }) => folded(joinLines(lines)) === folded(text));
  if (other) {
    doubt(parsed, `答案写的是“${clip(answer)}”，“${clip(text)}”却是选项 ${other.key} 的文字，请核对选哪个。`);
  } else parsed.notes.push(`答案“${letter}”后面的“${clip(text)}”与选项 ${letter} 的文字不同，没有导入。`);
}

/** A/B and A|B: one of them, or both. */
const PARTED = /^[（(]?\s?[A-JＡ-Ｊ](?:\s?[/／|｜]\s?[A-JＡ-Ｊ])+\s?[)）]?[。.]?$/;
export const isParted = (answer: string) => answer.length < 60 && PARTED.test(answer);

/** Tells what of the answer's own words may make its letters wrong. */
export function noteAnswer(draft: Draft): void {
  const { raw, parsed, answer } = draft;
  if (isVerbatim(raw.answer ?? []) && !raw.isRow) return;
  noteOtherText(draft);
  const letters = stemLetters(answer, raw);
  if (letters !== undefined) doubt(parsed, `答案“${clip(answer)}”已读作“${letters}”，请核对。`);
  const bare = bareLetters(answer, raw);
  const isOwnText =
    bare !== undefined &&
    (folded(answer.slice(1)) === ownText(raw, bare) || lettersWithTexts(answer.trim(), raw.options) !== undefined);
  if (bare !== undefined && parseLetters(answer) === undefined && !isOwnText)
    parsed.notes.push(`答案“${clip(answer)}”已读作“${parseLetters(bare)?.join('') ?? bare}”。`);
  const word = kindOfWord(raw.kindWord) ?? raw.section.heading?.kind ?? null;
  const isMultiple = word !== null && 'kind' in word && word.kind === 'multiple';
  // A table of another system may part the letters of several answers so.
  if (isParted(answer) && !isMultiple && parsed.kind === 'multiple' && !raw.isRow)
    doubt(parsed, `答案“${answer}”当作多选，要选全才对；如果是说选哪一个都算对，请只留一个或改题目。`);
}

const ownText = ({ options }: RawQuestion, letter: string) =>
  folded(joinLines(options.find(({ key }) => key === letter)?.lines ?? []));

/** B 见课本，选B。 */
const REASONED = /^([A-JＡ-Ｊ]{1,8})[\s\u3000]{1,4}(?=[^A-Za-z]{0,20}[\u3400-\u9fff])(\S[\s\S]{3,})$/;
/** B 或C都对 says more of the key itself. */
const OF_KEY = /^(?:或|和|与|均|都|也|皆|[、,，/／|｜])|[A-J]\s?(?:均可|都可|都对|也对|也可)/;

/** The letters of a key with the reason behind them, where nothing else is the analysis. */
export function takeReason(draft: Draft): void {
  const { raw, parsed, answer } = draft;
  const [, letters = '', reason = ''] = answer.length < 2000 ? (REASONED.exec(answer) ?? []) : [];
  const keys = parseLetters(letters);
  if (raw.isRow || isVerbatim(raw.answer ?? []) || parsed.fields.analysis !== undefined || OF_KEY.test(reason)) return;
  if (!keys?.every((key) => raw.options.some((option) => option.key === key))) return;
  // B 北京 with an option's own text says the key once more, or otherwise.
  if (raw.options.some(({ lines }) => folded(joinLines(lines)) === folded(reason))) return;
  draft.answer = letters;
  parsed.fields.analysis = reason;
  parsed.notes.push(`答案“${clip(answer)}”读作“${letters}”，后面的字放进了解析，请核对。`);
}

/** 答案：B and 答案：C of one choice: nobody can tell which holds; of several answers all may. */
export function takeRestated(raw: RawQuestion): void {
  const { answer = [], restated, options } = raw;
  if (restated.length === 0 || options.length < 2 || isVerbatim(answer)) return;
  const own = answer.slice(0, restated[0]);
  const first = joinLines(own.slice(0, own.findIndex((line) => line !== '') + 1));
  const lettersOf = (text: string) => parseLetters(bareLetters(text, raw) ?? text)?.join('');
  const others = restated
    .map((at) => answer[at] ?? '')
    .filter((text) => text !== '' && (lettersOf(text) ?? text) !== (lettersOf(first) ?? first));
  if (first === '') return;
  raw.answer = own;
  if (others.length > 0)
    raw.doubts.push(`答案写了两次，一次是“${clip(first)}”，一次是“${clip(others[0] ?? '')}”，请核对哪个对。`);
}
