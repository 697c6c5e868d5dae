import { LETTERS_FIRST } from './text-answer-entries';
import type { Entry } from './text-answer-list';
import { bareLetters } from './text-choice-answer';
import { LEFT_OUT, clip } from './text-draft';
import { type RawQuestion, setProperty } from './text-raw';
import { partsOfKey } from './text-subs-settle';
import { narrow, parseJudge, parseLetters } from './words.rules';

/** A key that says again what stands at the questions already, or otherwise. */

/** How an answer is marked goes with it; of two such texts the first stands. */
function takeMarkingAgain({ marking, markingSign = '' }: Entry, question: RawQuestion): void {
  const text = marking.join('\n').trim();
  const own = question.marking.join('\n').trim();
  if (own === '') {
    question.marking.push(...marking);
    question.markingSign ||= markingSign;
  } else if (text !== '' && text !== own) question.notes.push(`答案里还有一段评分标准没有导入：“${clip(text)}”。`);
}

/** An answer that is said twice; of small questions each its part of it. */
export function compareAgain(entry: Entry, question: RawQuestion | undefined): void {
  if (!question) return;
  const { subs } = question;
  const parts = subs?.isOwn ? partsOfKey(entry.answer.join('\n').trim(), subs.questions.length) : [];
  if (!subs || parts.length === 0) return compareWith(entry, question);
  subs.questions.forEach((each, index) => {
    const own = { ...entry, answer: [parts[index] ?? ''], ...(index > 0 ? { analysis: [], marking: [] } : {}) };
    compareWith(own, each);
  });
}

/** Its analysis goes with it, and where the two differ that is told. */
function compareWith(entry: Entry, question: RawQuestion): void {
  const { answer, analysis } = entry;
  takeMarkingAgain(entry, question);
  for (const { label, text } of entry.properties ?? [])
    if ((label === 'level' ? question.level : question.keyPoint) === '') setProperty(question, label, text);
  const [said = '', again = ''] = [question.answer?.join('\n').trim(), answer.join('\n').trim()];
  if (said === '') question.answer = answer;
  const isSaid = said !== '' && again !== '' && !LEFT_OUT.test(again);
  if (isSaid && keyOf(said, question) !== keyOf(again, question)) {
    question.doubts.push(`答案写了两次，一次是“${said.slice(0, 20)}”，一次是“${again.slice(0, 20)}”，请核对哪个对。`);
  } else if (!question.analysis.some((line) => line !== '')) {
    question.analysis.push(...analysis);
    return;
  }
  // Of two analyses the first stands.
  const textOf = (lines: string[]) => lines.join('\n').trim();
  const other = textOf(analysis);
  if (other !== '' && other !== textOf(question.analysis)) {
    question.notes.push(`答案里还有一段解析没有导入：“${clip(other)}”。`);
  }
}

/** An answer as it counts: the letters of a choice, right or wrong, else its text without blanks and stops. */
function keyOf(text: string, question: RawQuestion): string {
  // Of 3. A 详见课本 only the letter is the answer.
  const first = LETTERS_FIRST.exec(text)?.[1] ?? text;
  const isChoice = question.options.length > 1;
  const letters = isChoice ? parseLetters(bareLetters(first, question) ?? first) : undefined;
  const judged = isChoice ? undefined : parseJudge(first);
  return letters?.join('') ?? judged ?? narrow(text).replace(/[\s。.;；,，]/g, '');
}
