import { formatRightKeys } from '~/domain/question-bank/question.rules';
import type { QuestionSnapshot, TheoryBody, TheoryKind, WrittenBody } from '~/domain/question-bank/question.schema';

/** What is right about a question, in rows of words for a file. Pure. */

export type KeyRow = { term: string; texts: string[] };

/** The key of an item that is worth `points`: the same rows as its page shows. */
export function keyRows(question: QuestionSnapshot, points: number): KeyRow[] {
  const rows =
    question.bank === 'theory'
      ? theoryRows(question.kind, question.body)
      : question.bank === 'written'
        ? writtenRows(question.body, points)
        : [];
  return [...rows, { term: '关键词', texts: [question.keyPoints.join('、')] }]
    .map(({ term, texts }) => ({ term, texts: texts.filter((text) => text !== '') }))
    .filter(({ texts }) => texts.length > 0);
}

function theoryRows(kind: TheoryKind, body: TheoryBody): KeyRow[] {
  const analysis = { term: '解析', texts: [body.analysis] };
  switch (kind) {
    case 'short':
      return [{ term: '参考答案', texts: [body.reference] }, analysis];
    case 'cloze':
      return [{ term: '正确答案', texts: blankTexts(body.blanks) }, analysis];
    default:
      return [{ term: '正确答案', texts: [formatRightKeys(kind, body)] }, analysis];
  }
}

function blankTexts(blanks: string[][]): string[] {
  const words = blanks.map((alternatives) => alternatives.join(' 或 '));
  return words.length === 1 ? words : words.map((word, index) => `第 ${index + 1} 空 ${word}`);
}

function writtenRows({ referenceAnswer, markingPoints }: WrittenBody, points: number): KeyRow[] {
  const marks = scaledMarkingPoints(markingPoints, points);
  return [
    { term: '参考答案', texts: [referenceAnswer] },
    { term: '评分要点', texts: marks.map((mark, index) => `${index + 1}. ${mark.text}（${mark.points} 分）`) },
  ];
}

/** An exam may give the item another full mark than the bank did; its marking points keep their share. */
export function scaledMarkingPoints<M extends { points: number }>(marks: readonly M[], points?: number): M[] {
  const total = marks.reduce((sum, mark) => sum + mark.points, 0);
  const scale = points === undefined || total === 0 ? 1 : points / total;
  return marks.map((mark) => ({ ...mark, points: Math.round(mark.points * scale * 100) / 100 }));
}
