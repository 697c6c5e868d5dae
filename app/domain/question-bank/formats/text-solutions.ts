import { clip } from './text-draft';
import { isVerbatim, joinLines, type RawQuestion } from './text-raw';
import { kindOfWord, parseLetters } from './words.rules';

/** Papers of which the worked solution alone says the answer: 【解答】… 故选：B．, 故答案为：5． */

const CHOSEN = /(?:故|所以|因此|综上)[^。；;]{0,20}?(?:答案)?应?选[：:]?\s{0,2}([A-JＡ-Ｊ]{1,6})\s{0,2}[．.。]?$/;
/** 选A。 as the last words of an analysis */
const SAID_LAST =
  /(?:^|[，,。；;：:\s])(?:本题|此题)?(?:故|应|因此|所以)?选(?:择)?\s{0,2}[：:]?\s{0,2}([A-JＡ-Ｊ]{1,6})\s{0,2}项?[．.。]?$/;
/** 所以答案为A */
const SAID_SO =
  /(?:故|所以|因此|综上|可知)[^。；;]{0,20}?(?:正确)?答案应?[为是]?\s?[：:]?\s{0,2}([A-JＡ-Ｊ]{1,6})\s{0,2}项?[．.。]?$/;
const STATED = /故(?:答案|应填)[为是]?\s?[：:]\s{0,2}(\S.{0,200}?)\s{0,2}[．.。]?$/;

/** 【解析】B。因为… of a choice without any other key; A．… explains an option. */
const SAID_FIRST = /^(?:选\s?)?([A-JＡ-Ｊ]{1,6})\s{0,2}(?:[。]|项?[。，,]?$)/;

/** 见试题解答内容 above a solution, as 菁优网 has it where the answer is too long for its place. */
const SEE_SOLUTION =
  /^[（(]?\s?(?:答案)?(?:请|详|参)?见(?:试题|习题|本题)?(?:解答|解析|详解)(?:内容|部分|过程)?\s?[)）]?[。．.]?$/;

/** The words that say but where the answer stands are none, where a solution does stand there. */
function leaveReferral(raw: RawQuestion): void {
  const said = joinLines(raw.answer ?? []);
  if (said.length > 20 || !SEE_SOLUTION.test(said) || joinLines(raw.solution) === '' || raw.isRow) return;
  raw.answer = undefined;
  raw.notes.push(`答案写的是“${said}”，已改用下面的解答，请核对。`);
}

/** 证明： or 解： below what is asked. */
const WORKED = /^(?:证明|证|解)\s?[:：]/;
const OMITTED = /^[（(]?(?:解析|证明)?略[)）]?[。.]?$/;

/** A proof below its task, with 答案：略 behind it, is the answer. */
function takeProof(raw: RawQuestion): void {
  const said = joinLines(raw.answer ?? []);
  const begin = raw.stem.findIndex((line, index) => index > 0 && WORKED.test(line));
  if (begin < 0 || raw.isRow || raw.options.length > 0 || !OMITTED.test(said)) return;
  raw.answer = raw.stem.splice(begin);
  raw.notes.push(`答案写的是“${said}”，题目下面“${clip(joinLines(raw.answer))}”起的文字当作答案，请核对。`);
}

/** Gives a question without an answer the one that its solution comes to; a solution is kept in the analysis. */
export function takeSolution(raw: RawQuestion): void {
  leaveReferral(raw);
  takeProof(raw);
  const { solution } = raw;
  const lines = solution.length > 0 ? solution : raw.analysis;
  const isOpen = !raw.answer?.some((line) => line !== '') && !raw.isRow && !isVerbatim(raw.stem);
  const text = isOpen ? lastMatch(lines, raw.options.length > 1 ? CHOSEN : STATED) : undefined;
  if (text !== undefined) {
    raw.answer = [text];
    raw.notes.push(`答案“${text.slice(0, 20)}”取自解析里的“故选”或“故答案为”，请核对。`);
  } else if (isOpen) takeSaidFirst(raw, lines);
  if (!isOpen) compare(raw, lines);
  if (solution.length === 0) return;
  const declared = kindOfWord(raw.kindWord) ?? raw.section.heading?.kind ?? null;
  const isWritten =
    raw.options.length === 0 &&
    (declared === null || ('kind' in declared && /^(?:essay|short|written)$/.test(declared.kind)));
  if (isOpen && text === undefined && isWritten) raw.answer = solution;
  else raw.analysis = [...raw.analysis, ...(raw.analysis.length > 0 ? ['解答：'] : []), ...solution];
}

function takeSaidFirst(raw: RawQuestion, lines: string[]): void {
  const first = lines.find((line) => line !== '') ?? '';
  const letters = raw.options.length > 1 ? SAID_FIRST.exec(first.slice(0, 20))?.[1] : undefined;
  if (letters === undefined || !parseLetters(letters)?.every((key) => raw.options.some((each) => each.key === key)))
    return;
  raw.answer = [letters];
  raw.notes.push(`答案“${letters}”取自解析的开头，请核对。`);
}

/** 答案：B above 故选A: one of the two is wrong. */
function compare(raw: RawQuestion, lines: string[]): void {
  const isChoice = raw.options.length > 1 && !raw.isRow;
  const last = lines.filter((line) => line !== '').slice(-2);
  const chosen = isChoice
    ? (lastMatch(last, CHOSEN) ?? lastMatch(last, SAID_SO) ?? lastMatch(last.slice(-1), SAID_LAST))
    : undefined;
  const stated = parseLetters(joinLines(raw.answer ?? []))?.join('');
  const letters = chosen === undefined ? undefined : parseLetters(chosen)?.join('');
  if (stated === undefined || letters === undefined || letters === stated) return;
  raw.doubts.push(`答案写的是 ${stated}，解析里却写“选 ${letters}”，请核对哪个对。`);
}

function lastMatch(lines: string[], pattern: RegExp): string | undefined {
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const found = pattern.exec((lines[at] ?? '').slice(-300))?.[1];
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Without the questions of a blank paper that stand again, with their answers, in the solutions below it. */
export function withoutRepeated(questions: RawQuestion[]): RawQuestion[] {
  const solved = new Map<string, RawQuestion>();
  for (let at = questions.length - 1; at >= 0; at -= 1) {
    const question = questions[at] as RawQuestion;
    if (isSolved(question)) solved.set(keyOf(question), question);
  }
  if (solved.size === 0) return questions;
  return questions.filter((question) => {
    const again = isSolved(question) || question.number === null ? undefined : solved.get(keyOf(question));
    if (!again || joinLines(question.stem).length < 4) return true;
    again.notes.push('这道题在文件里有两次，用了有答案的那一次。');
    return false;
  });
}

const isSolved = ({ answer, solution, analysis }: RawQuestion) =>
  answer !== undefined || solution.length + analysis.length > 0;
/** The same words below another text, or in another paper, ask something else. */
const keyOf = ({ number, text, stem, options, section }: RawQuestion) =>
  JSON.stringify([number, text, section.part, joinLines(stem), options.map(({ lines }) => joinLines(lines))]);

/** 答案：5．赏 below question 5: its own number is no part of the answer, unless the answer counts on from it; 1． begins a list. */
export function dropOwnNumber({ number, answer, blankNumbers, isRow }: RawQuestion): void {
  if (!answer || number === null || number < 2 || blankNumbers.length > 0 || isRow || isVerbatim(answer)) return;
  const at = answer.findIndex((line) => line !== '');
  const first = answer[at]?.slice(0, 2000) ?? '';
  const sign = new RegExp(
    `^(?:第\\s?${number}\\s?题\\s?[.．、:：]?|${number}\\s?[.．、:：])\\s{0,4}(?![\\d０-９])(?=\\S)`,
  ).exec(first)?.[0];
  if (sign === undefined) return;
  const next = new RegExp(`(?:^|[\\s;；,，。])(?:第\\s?)?${number + 1}\\s?[.．、:：题]`);
  if (answer.some((line) => next.test(line.slice(0, 2000)))) return;
  answer[at] = (answer[at] ?? '').slice(sign.length);
}
