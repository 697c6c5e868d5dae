import { type Draft, clip } from './text-draft';
import { answerPlace } from './text-finish-choice';
import { type RawQuestion, isVerbatim, joinLines } from './text-raw';
import { parseJudge, parseLetters } from './words.rules';

/** The fields of a question that asks for right or wrong. */

const TRUE_LINE = /^(?:true|T)\s?[.．、:：)）]\s{0,4}(?:正确|对|√|true)$/i;

const FALSE_LINE = /^(?:false|F)\s?[.．、:：)）]\s{0,4}(?:错误|不正确|错|×|false)$/i;

/** `true. 正确` and `false. 错误` below a sentence ask whether it is right. */
export function takeTrueFalse(raw: RawQuestion): void {
  const lines = raw.stem.filter((line) => line !== '');
  const [yes = '', no = ''] = lines.slice(-2);
  if (raw.options.length > 0 || lines.length < 3 || !TRUE_LINE.test(yes) || !FALSE_LINE.test(no)) return;
  raw.stem = lines.slice(0, -2);
  raw.kindWord ||= '判断题';
}

const JUDGE_BRACKET = /[（(【[［]\s{0,8}(√|✓|✔|×|✗|✘|✕|X|对|错|正确|错误|T|F|是|否)\s{0,8}[)）】\]］]/;

const EMPTY_END = /\s{0,8}[（(【[]\s{0,20}[)）】\]]\s{0,4}[。.]?$/;

const EMPTY_START = /^[（(【[]\s{0,20}[)）】\]]\s{0,4}/;

/** The sign in brackets at the beginning or the end of a stem, and the stem without it. */
export function bracketJudge(stem: string): { key: 'T' | 'F'; stem: string } | null {
  for (const isEnd of [true, false]) {
    const start = isEnd ? Math.max(0, stem.length - 24) : 0;
    const part = isEnd ? stem.slice(start) : stem.slice(0, 24);
    const match = JUDGE_BRACKET.exec(part);
    const key = match ? parseJudge(match[1] ?? '') : undefined;
    if (!match || !key) continue;
    const before = stem.slice(0, start + match.index);
    const after = stem.slice(start + match.index + match[0].length);
    if (isEnd ? /^\s{0,4}[。.]?$/.test(after) : before === '') return { key, stem: `${before.trim()}${after.trim()}` };
  }
  return null;
}

/** 辰。（ A ） with A. 对 and B. 错 below it: what the letter in its place says, and the place is empty. */
function takeJudgeLetter(draft: Draft): 'T' | 'F' | undefined {
  const place = isVerbatim(draft.raw.stem) || draft.raw.options.length === 0 ? null : answerPlace(draft);
  const option = draft.raw.options.find(({ key }) => place?.letters.length === 1 && key === place.letters[0]);
  const key = option && parseJudge(joinLines(option.lines));
  if (place && key) draft.stem = place.stem.replace(EMPTY_END, '');
  return key;
}

export function finishJudge(draft: Draft): void {
  const { raw, parsed } = draft;
  const bracket = isVerbatim(raw.stem) ? null : bracketJudge(draft.stem);
  const stated = parseJudge(draft.answer) ?? parseJudge(draft.answer.split(/[\s,，。.;；]/)[0] ?? '');
  // 人称代词（是） with another answer below it is part of the text.
  const isPlace = bracket !== null && (stated === undefined || stated === bracket.key);
  if (isPlace) draft.stem = bracket.stem;
  else if (!isVerbatim(raw.stem)) {
    const start = Math.max(0, draft.stem.length - 40);
    draft.stem = (draft.stem.slice(0, start) + draft.stem.slice(start).replace(EMPTY_END, '')).replace(EMPTY_START, '');
  }
  const behind = draft.answer.replace(/^[^\s,，。.;；]*[\s,，。.;；]*/, '');
  if (stated !== undefined && parseJudge(draft.answer) === undefined && !isVerbatim(raw.answer ?? [])) {
    parsed.notes.push(`答案后面的文字没有导入：“${clip(behind)}”。`);
  }
  let key = stated;
  if (raw.isRow && /^[01]$/.test(draft.answer)) {
    key = draft.answer === '1' ? 'T' : 'F';
    parsed.notes.push(`答案“${draft.answer}”已读作“${key === 'T' ? '正确' : '错误'}”。`);
  }
  if (raw.options.length > 0) {
    const letter = parseLetters(draft.answer)?.[0];
    const option = raw.options.find((each) => each.key === letter);
    key = option ? (parseJudge(joinLines(option.lines)) ?? parseJudge(option.lines[0] ?? '')) : key;
  }
  if (draft.answer === '') key = bracket?.key ?? takeJudgeLetter(draft);
  if (key === undefined) {
    parsed.problems.push(
      draft.answer === ''
        ? raw.isRow
          ? '“答案”这一列是空的，请填“正确”或“错误”。'
          : '没有答案，请在题目下面写“答案：正确”或“答案：错误”。'
        : `判断题的答案“${draft.answer.slice(0, 20)}”看不出对错，请写“正确”或“错误”。`,
    );
  }
  parsed.fields.stem = draft.stem;
  parsed.fields.answer = key ?? '';
}
