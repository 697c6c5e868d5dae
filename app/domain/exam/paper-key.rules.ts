import type { KeyRow } from '~/domain/question-bank/kinds/kind.schema';
import { rulesOf } from '~/domain/question-bank/kinds/kinds.rules';
import type { QuestionSnapshot } from '~/domain/question-bank/question.schema';

/** What is right about a question, in rows of words for a file. Pure. */

/** The key of an item that is worth `points`: the same rows as its page shows. */
export function keyRows(question: QuestionSnapshot, points: number): KeyRow[] {
  const rows = rulesOf(question).keyRows(question.body, points);
  return [...rows, { term: '关键词', texts: [question.keyPoints.join('、')] }]
    .map(({ term, texts }) => ({ term, texts: texts.filter((text) => text !== '') }))
    .filter(({ texts }) => texts.length > 0);
}
