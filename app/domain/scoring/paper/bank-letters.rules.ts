import { describeAnswer } from '~/domain/attempt/answer.rules';
import type { AnswerValue } from '~/domain/question-bank/kinds/answer.schema';
import { formatRightKeys } from '~/domain/question-bank/question.rules';
import type { QuestionSnapshot } from '~/domain/question-bank/question.schema';

/**
 * Chosen and right options as whoever marks reads them: by the letters of the question bank, which stand in the
 * teacher's own paper and key, with those of a shuffled paper beside them, of which the student speaks. Pure.
 */

/** The same question with its options as the bank has them: they got their keys in that order. */
function inBankOrder<T extends QuestionSnapshot>(question: T): T {
  if (question.bank !== 'theory') return question;
  const options = [...question.body.options].sort((a, b) => (a.key < b.key ? -1 : 1));
  return { ...question, body: { ...question.body, options } };
}

function withPaperLetters(inBank: string, onPaper: string): string {
  return inBank === onPaper ? inBank : `${inBank}（学生卷上是 ${onPaper}）`;
}

/** What a student gave. */
export function describeGivenInBank(question: QuestionSnapshot, value: AnswerValue): string {
  return withPaperLetters(describeAnswer(inBankOrder(question), value), describeAnswer(question, value));
}

/** What is right. */
export function rightKeysInBank(question: QuestionSnapshot & { bank: 'theory' }): string {
  const { kind, body } = question;
  return withPaperLetters(formatRightKeys(kind, inBankOrder(question).body), formatRightKeys(kind, body));
}
