import { type Draft, doubt } from './text-draft';
import { answerPlace } from './text-finish-choice';
import { type Judged, type JudgedPlace, judgedAnswer, judgedBracket, judgedNotes } from './text-judged';
import { type RawQuestion, isVerbatim, joinLines } from './text-raw';
import { narrow, parseJudge, parseLetters } from './words.rules';

/** The fields of a question that asks for right or wrong. */

const TRUE_LINE = /^(?:true|T)\s?[.．、:：)）]\s{0,4}(?:正确|对|√|true)$/i;

const FALSE_LINE = /^(?:false|F)\s?[.．、:：)）]\s{0,4}(?:错误|不正确|错|×|false)$/i;

const PLAIN = /^(?:正确 错误|对 错|√ ×|是 否)$/;

/** `true. 正确` and `false. 错误` below a sentence ask whether it is right. */
export function takeTrueFalse(raw: RawQuestion): void {
  const lines = raw.stem.filter((line) => line !== '');
  const [yes = '', no = ''] = lines.slice(-2);
  // 正确 and 错误 without a sign are what is chosen from where one of them is the answer.
  const isPlain = parseJudge(joinLines(raw.answer ?? [])) !== undefined && PLAIN.test(`${yes} ${no}`);
  const isAsked = isPlain || (TRUE_LINE.test(yes) && FALSE_LINE.test(no));
  if (raw.options.length > 0 || raw.isRow || isVerbatim(raw.stem) || lines.length < 3 || !isAsked) return;
  raw.stem = lines.slice(0, -2);
  raw.kindWord ||= '判断题';
}

const JUDGE_BRACKET =
  /[（(【[［〔〈]\s{0,8}(√|✓|✔|☑|✅|×|✗|✘|✕|╳|❌|χ|X|x|Ｘ|对|错|叉|正确|错误|T|F|Y|N|是|否)\s{0,8}[)）】\]］〕〉]/g;

const SIGN_BRACKET = /[（(【[［〔]\s{0,8}([√✓✔×✗✘✕])\s{0,8}[)）】\]］〕]/g;
const BOTH_WORDS = /[（(]\s?(?:正确|对)\s?[)）]\s{0,4}[（(]\s?(?:错误|错)\s?[)）]/;

/** f(x), 自然数(N): behind a word a letter names something. */
const NAMED = /^[xＸYN]$/;
const APART = /(?:^|[。.．！!？?…”"\s])$/;

/** 鲸是鱼类。 F, and √) without its bracket */
const BARE_END = /[。.！!？?]\s{0,4}[-—–]{0,2}(?:\s([TF√×✓✗✔✘对错]|正确|错误)|[（(]\s?([√×✓✗✔✘])|([√×✓✗✔✘])\s?[)）])$/;

/** （ ）√ */
const BEHIND_PLACE = /[（(]\s{0,20}[)）]\s{0,4}([√×✓✗✔✘])[。.]?$/;

const EMPTY_END = /\s{0,8}[（(【[]\s{0,20}[)）】\]]\s{0,4}[。.]?$/;

const EMPTY_START = /^[（(【[]\s{0,20}[)）】\]]\s{0,4}/;

/** The sign in brackets at the beginning or the end of a stem, and the stem without it. */
export function bracketJudge(stem: string): { key: 'T' | 'F'; said: string; stem: string } | null {
  for (const isEnd of [true, false]) {
    const start = isEnd ? Math.max(0, stem.length - 24) : 0;
    const part = isEnd ? stem.slice(start) : stem.slice(0, 24);
    const found = [...part.matchAll(JUDGE_BRACKET)];
    const match = isEnd ? found[found.length - 1] : found[0];
    const key = match ? parseJudge(match[1] ?? '') : undefined;
    if (!match || !key) continue;
    const before = stem.slice(0, start + match.index);
    const after = stem.slice(start + match.index + match[0].length);
    if (NAMED.test(match[1] ?? '') && !APART.test(before.slice(-1))) continue;
    if (isEnd ? /^\s{0,4}[。.]?$/.test(after) : before === '')
      return { key, said: match[1] ?? '', stem: `${before.trim()}${after.trim()}` };
  }
  return null;
}

/** The sign behind the last sentence of what is declared to be judged. */
function bareJudge(stem: string): JudgedPlace | null {
  const behind = BEHIND_PLACE.exec(stem.slice(-40));
  const told = parseJudge(behind?.[1] ?? '');
  if (behind && told)
    return { judged: { key: told, behind: '' }, said: behind[1] ?? '', stem: stem.slice(0, -behind[0].length).trim() };
  const tail = stem.slice(-14);
  const match = BARE_END.exec(tail);
  const key = parseJudge(match?.[1] ?? match?.[2] ?? match?.[3] ?? '');
  if (!match || !key) return null;
  // The stop before it is the sentence's own.
  const rest = stem.slice(0, stem.length - tail.length + match.index + 1).trim();
  return { judged: { key, behind: '' }, said: match[0].slice(1).trim(), stem: rest };
}

/** （×）（应为球形）, (F) (It depends on pressure) */
const REMARKED =
  /[（(【[]\s{0,8}(√|✓|✔|☑|✅|×|✗|✘|✕|╳|❌|对|错|正确|错误|[TF])\s{0,8}[)）】\]]\s{0,4}[（(]([^（()）]{1,200})[)）]\s{0,4}[。.]?$/;

/** The sign in brackets at the end of a stem with a remark in brackets behind it. */
export function remarkedJudge(stem: string): JudgedPlace | null {
  const match = REMARKED.exec(stem.slice(-240));
  const [whole = '', said = '', behind = ''] = match ?? [];
  const key = parseJudge(said);
  const before = stem.slice(0, stem.length - whole.length);
  if (!key || parseJudge(behind) !== undefined || (/[TF]/.test(said) && !APART.test(before.slice(-1)))) return null;
  return { judged: { key, behind: behind.trim() }, said, stem: before.trim() };
}

/** （√）…（×）, (正确)(错误): signs of both kinds say nothing of the whole. */
const isOfBoth = (stem: string) =>
  BOTH_WORDS.test(stem.slice(-60)) ||
  new Set([...stem.slice(-400).matchAll(SIGN_BRACKET)].map(([, sign = '']) => parseJudge(sign))).size > 1;

function placeOf(stem: string): JudgedPlace | null {
  if (isOfBoth(stem)) return null;
  const bracket = bracketJudge(stem);
  if (bracket) return { ...bracket, judged: { key: bracket.key, behind: '' } };
  return judgedBracket(stem) ?? remarkedJudge(stem) ?? bareJudge(stem);
}

/** 辰。（ A ） with A. 对 and B. 错 below it: what the letter in its place says, and the place is empty. */
function takeJudgeLetter(draft: Draft): 'T' | 'F' | undefined {
  const place = isVerbatim(draft.raw.stem) || draft.raw.options.length === 0 ? null : answerPlace(draft);
  const option = draft.raw.options.find(({ key }) => place?.letters.length === 1 && key === place.letters[0]);
  const key = option && parseJudge(joinLines(option.lines));
  if (place && key) draft.stem = place.stem.replace(EMPTY_END, '');
  return key;
}

/** Without the bracket that the answer is written in. */
function withoutPlace(stem: string): string {
  const start = Math.max(0, stem.length - 40);
  return (stem.slice(0, start) + stem.slice(start).replace(EMPTY_END, '')).replace(EMPTY_START, '');
}

/** A sign that says right or wrong and nothing else. */
const FIRM = /^[√✓✔☑✅×✗✘✕╳❌]$/;

/** The key of the answer and of the place in the stem, and what is said of either. */
export function finishJudge(draft: Draft): void {
  const { raw, parsed } = draft;
  const place = isVerbatim(raw.stem) ? null : placeOf(draft.stem);
  const stated = draft.answer === '' ? undefined : judgedAnswer(draft.answer, raw.isRow);
  // 人称代词（是） with another answer below it is part of the text.
  const isPlace = place !== null && (stated === undefined || stated.key === place.judged.key);
  if (isPlace) draft.stem = place.stem;
  else if (!isVerbatim(raw.stem)) draft.stem = withoutPlace(draft.stem);
  if (place && stated && !isPlace && FIRM.test(place.said))
    doubt(parsed, `题干里写着“${place.said}”，答案却是“${draft.answer.slice(0, 20)}”，请核对哪个对。`);
  let judged = stated;
  if (raw.options.length > 0) {
    const letter = parseLetters(draft.answer)?.[0];
    const option = raw.options.find((each) => each.key === letter);
    const key = option && (parseJudge(joinLines(option.lines)) ?? parseJudge(option.lines[0] ?? ''));
    judged = option ? key && { key, behind: '' } : judged;
  }
  judged ??= letterAlone(draft);
  if (draft.answer === '') {
    const letter = place ? undefined : takeJudgeLetter(draft);
    judged = place?.judged ?? (letter && { key: letter, behind: '' });
  }
  if (judged === undefined) parsed.problems.push(missingJudge(draft));
  else tellJudged(draft, judged, draft.answer === '' ? (place?.said ?? '') : draft.answer);
  parsed.fields.stem = draft.stem;
  parsed.fields.answer = judged?.key ?? '';
}

/** A and B for 正确 and 错误 in a table without columns of options: usual, but a person says whether it is so. */
function letterAlone({ raw, parsed, answer }: Draft): Judged | undefined {
  const letter = raw.isRow && raw.options.length === 0 ? /^[ABＡＢ]$/.exec(answer.trim())?.[0] : undefined;
  if (letter === undefined) return undefined;
  doubt(parsed, '判断题的答案写的是字母，这一行没有选项，已把 A 当作“正确”、B 当作“错误”，请核对。');
  return { key: narrow(letter) === 'A' ? 'T' : 'F', behind: '' };
}

function tellJudged({ parsed }: Draft, judged: Judged, said: string): void {
  for (const { note, isDoubt } of judgedNotes(judged, said)) {
    if (isDoubt) doubt(parsed, note);
    else parsed.notes.push(note);
  }
  if (judged.behind === '') return;
  const { analysis } = parsed.fields;
  parsed.fields.analysis = typeof analysis === 'string' ? `${judged.behind}\n${analysis}` : judged.behind;
}

function missingJudge({ raw, answer }: Draft): string {
  if (/^[（(]?(?:无|略|无答案|待定|没有|缺)[)）]?[。.]?$/.test(answer))
    return `答案写的是“${answer}”，没有说对错；请补上“正确”或“错误”，或不导入这道题。`;
  if (answer !== '') return `判断题的答案“${answer.slice(0, 20)}”看不出对错，请写“正确”或“错误”。`;
  return raw.isRow
    ? '“答案”这一列是空的，请填“正确”或“错误”。'
    : '没有答案，请在题目下面写“答案：正确”或“答案：错误”。';
}
