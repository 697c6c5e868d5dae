import { splitAnswers } from './text-key-signs';
import { isVerbatim, type RawQuestion } from './text-raw';
import { kindOfWord, narrow, parseJudge } from './words.rules';

/**
 * 参考答案：ABCDDCBAAB below the last of ten choices: the whole key in one line, without numbers. It stands at the last
 * question as if it were that question's own, while all before it wait for theirs.
 */

const KEY_LINE = /^(?:[A-JＡ-Ｊ]|[√×✓✗✔✘]|正确|错误|对|错|[\s,，、;；.。])+$/;
const SIGN = /[A-JＡ-Ｊ]|[√×✓✗✔✘]|正确|错误|对|错/g;
/** The letter of the answer within the stem: that question waits for none. */
const ANSWERED_WITHIN = /[（(【[［]\s{0,8}(?:[A-JＡ-Ｊ]{1,6}|[√×✓✗✔✘对错])\s{0,8}[)）】\]］]/;

type Asked = { question: RawQuestion; isJudge: boolean };

/** Gives every key of one line to the questions it is for; where it does not fit them it says so at each. */
export function settleKeyLines(questions: RawQuestion[]): void {
  for (let at = 0; at < questions.length; at += 1) {
    const question = questions[at] as RawQuestion;
    const following = questions[at + 1];
    if (following && following.section === question.section && !beginsAgain(question, following)) continue;
    const key = keyLineOf(question);
    if (key !== null) settle(questions, at, key);
  }
}

const beginsAgain = (question: RawQuestion, following: RawQuestion) =>
  question.number !== null && following.number !== null && following.number <= question.number;

/** The answer of a question where it is letters and signs alone, and several of them. */
function keyLineOf({ answer = [], isRow }: RawQuestion): string | null {
  const text = answer.filter((line) => line !== '').join(' ');
  if (isRow || text.length > 2000 || isVerbatim(answer) || !KEY_LINE.test(text)) return null;
  return (text.match(SIGN) ?? []).length > 1 ? text : null;
}

function settle(questions: RawQuestion[], at: number, key: string): void {
  const question = questions[at] as RawQuestion;
  let begin = at;
  while (begin > 0 && isWaiting(questions[begin - 1])) begin -= 1;
  let section = at;
  while (section > begin && questions[section - 1]?.section === question.section) section -= 1;
  // Where one before it has its own answer, each has.
  const isWhole = begin === 0 || questions[begin - 1]?.section !== questions[begin]?.section;
  const isOwnSection = section > begin || isWhole;
  const runs = [...(isWhole ? [begin] : []), ...(isOwnSection && section !== begin ? [section] : [])]
    .map((from) => askedAmong(questions.slice(from, at + 1)))
    .filter((asked) => asked.some((each) => each.question !== question));
  for (const asked of runs) {
    const answers = splitAnswers(key, asked.length);
    if (answers?.every((answer, index) => fits(answer, asked[index] as Asked)))
      return give(question, asked, answers, key);
  }
  const [asked] = runs;
  if (asked) refuse(question, asked, key);
}

const isWaiting = (question: RawQuestion | undefined) =>
  question !== undefined &&
  question.answer === undefined &&
  !question.isRow &&
  question.marked.length === 0 &&
  !question.stem.some((line) => ANSWERED_WITHIN.test(line.slice(0, 2000)));

const declaredOf = ({ kindWord, section }: RawQuestion) => {
  const kind = kindOfWord(kindWord) ?? section.heading?.kind ?? null;
  return kind && 'kind' in kind ? kind.kind : null;
};

const askedAmong = (questions: RawQuestion[]): Asked[] =>
  questions
    .map((question) => ({ question, isJudge: question.options.length < 2 && declaredOf(question) === 'judge' }))
    .filter(({ question, isJudge }) => isJudge || question.options.length > 1);

function fits(answer: string, { question, isJudge }: Asked): boolean {
  if (isJudge) return parseJudge(answer) !== undefined;
  const letters = narrow(answer);
  if (!/^[A-J]{1,10}$/.test(letters) || new Set(letters).size < letters.length) return false;
  if (letters.length > 1 && declaredOf(question) === 'single') return false;
  return [...letters].every((letter) => question.options.some(({ key }) => key === letter));
}

/** ABD below a choice of A to D may be the answer of that question alone: letters that rise, each an option. */
function mayBeOwn(question: RawQuestion, key: string): boolean {
  const declared = declaredOf(question);
  if (question.options.length < 2) return declared !== 'judge' && key.replace(/[\s,，、;；.。]/g, '').length < 5;
  if (declared === 'single' || declared === 'judge') return false;
  const letters = narrow(key).replace(/[\s,，、;；.。]/g, '');
  const isRising = [...letters].every((letter, index) => index === 0 || letter > (letters[index - 1] ?? ''));
  return isRising && fits(letters, { question, isJudge: false });
}

function give(question: RawQuestion, asked: Asked[], answers: string[], key: string): void {
  const isOwn = mayBeOwn(question, key);
  // 多选题 have several letters each: words of them, AB ACD BC, are one a question, a single word is the last one's.
  if (isOwn && declaredOf(question) === 'multiple') return;
  question.answer = undefined;
  asked.forEach((each, index) => {
    each.question.answer = [answers[index] ?? ''];
    if (isOwn)
      each.question.doubts.push(`答案“${key}”没有写题号，已按次序给了 ${asked.length} 道题，也可能只是一道题的答案。`);
  });
}

function refuse(question: RawQuestion, asked: Asked[], key: string): void {
  const isOwn = mayBeOwn(question, key);
  const isText = question.options.length < 2 && declaredOf(question) !== 'judge';
  if ((isOwn && declaredOf(question) === 'multiple') || isText) return;
  const count = (key.match(SIGN) ?? []).length;
  const text = `答案“${key.slice(0, 40)}”没有写题号，有 ${count} 个，与 ${asked.length} 道题对不上；请写成“1-5 ABCDA”，或在每题后写“答案：”。`;
  for (const each of asked) each.question.problems.push(text);
}
