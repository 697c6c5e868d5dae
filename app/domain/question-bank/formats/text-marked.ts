import type { ParsedKind, ParsedQuestion } from './format.rules';
import { isVerbatim, joinLines, type RawQuestion } from './text-raw';
import { parseJudge } from './words.rules';

/** Answers that a Word file only shows, in red or underlined: taken where there is no other, and always told. */

const LETTER_BEFORE = /^[（(【[]?\s?([A-JＡ-Ｊ])\s?(?:[.．、:：)）】\]]\s*|$)/;
const YES_NO = /^\s?(?:正确|对|√)\s?[/／|]?\s?(?:错误|错|×)\s?$/;

/** As far as colours can tell it: a formula's signs and blanks are none of it. */
const bare = (text: string) => text.replace(/[\s$^_{}\\\ue002]/g, '');

/** Gives a question without any answer the one that stands out, as if it stood behind 答案：. */
export function takeMarked(raw: RawQuestion, parsed: ParsedQuestion, declared: ParsedKind | 'choice' | null): void {
  if (raw.answer !== undefined || raw.marked.length === 0 || raw.isRow || isVerbatim(raw.stem)) return;
  if (raw.options.length > 1) return takeOptions(raw, parsed, declared);
  if (declared === 'judge' || declared === null) takeYesNo(raw, parsed);
  if (declared === 'cloze') takeBlanks(raw, parsed);
}

function takeOptions(raw: RawQuestion, parsed: ParsedQuestion, declared: ParsedKind | 'choice' | null): void {
  const shown = raw.options.filter(({ key, lines }) => {
    const own = bare(joinLines(lines));
    return raw.marked.some(({ text }) => {
      const letter = LETTER_BEFORE.exec(text)?.[0];
      const rest = bare(letter === undefined ? text : text.slice(letter.length));
      const isSameKey = letter === undefined || LETTER_BEFORE.exec(text)?.[1]?.normalize('NFKC') === key;
      return isSameKey && rest === own;
    });
  });
  if (shown.length === 0 || shown.length === raw.options.length) return;
  const letters = shown.map(({ key }) => key).join('');
  raw.answer = [letters];
  const isFirm = raw.marked.every((each) => each.isFirm) && (shown.length === 1 || declared === 'multiple');
  tell(parsed, `文件里没有写答案，选项 ${letters} 是红色、加亮或有下划线的，已当作答案，请核对。`, isFirm);
}

function takeYesNo(raw: RawQuestion, parsed: ParsedQuestion): void {
  const at = raw.stem.reduce((last, line, index) => (line === '' ? last : index), -1);
  if (!YES_NO.test(raw.stem[at] ?? '')) return;
  const words = raw.marked.filter(({ text }) => parseJudge(text) !== undefined);
  const [word] = words;
  if (word === undefined || words.length > 1) return;
  raw.stem = raw.stem.slice(0, at);
  raw.kindWord ||= '判断题';
  raw.answer = [word.text.trim()];
  tell(parsed, `文件里没有写答案，“${word.text.trim()}”是红色、加亮或有下划线的，已当作答案，请核对。`, word.isFirm);
}

/** 首都是北京 with 北京 underlined: a blank, whose answer it is. */
function takeBlanks(raw: RawQuestion, parsed: ParsedQuestion): void {
  const stem = joinLines(raw.stem);
  if (/_{2,}|[（(【[]\s*[)）】\]]/.test(stem)) return;
  const words = raw.marked.map(({ text }) => text.trim()).filter((text) => text !== '' && text.length <= 60);
  let rest = stem;
  let made = '';
  for (const word of words) {
    const at = rest.indexOf(word);
    if (at < 0) return;
    made += `${rest.slice(0, at)}____`;
    rest = rest.slice(at + word.length);
  }
  if (words.length === 0 || made + rest === '____') return;
  raw.stem = (made + rest).split('\n');
  raw.answer = [words.join('\n')];
  tell(parsed, `题干里红色、加亮或有下划线的“${words.join('”“')}”已改成空，并当作答案。`, false);
}

function tell(parsed: ParsedQuestion, sentence: string, isFirm: boolean): void {
  parsed.notes.push(isFirm ? sentence : `${sentence}默认不导入，核对以后可以按“导入”。`);
  if (!isFirm) parsed.isDoubtful = true;
}
