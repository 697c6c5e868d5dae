import { expect, test } from 'vitest';
import type { QuestionSnapshot } from '~/domain/question-bank/question.schema';
import { describeGivenInBank, rightKeysInBank } from './bank-letters.rules';

function multiple(order: string): QuestionSnapshot & { bank: 'theory' } {
  return {
    ...{ questionId: 1, title: '哪几座？', level: 1, keyPoints: [], imageIds: [] },
    bank: 'theory',
    kind: 'multiple',
    body: {
      stem: '哪几座？',
      options: [...order].map((key) => ({ key, text: `选项${key}` })),
      keys: ['A', 'B', 'D'],
      blanks: [],
      reference: '',
      analysis: '',
    },
  };
}

test('a shuffled question has the letters of the bank, and those of the paper beside them', () => {
  const question = multiple('ACBD');
  expect(describeGivenInBank(question, { keys: ['A', 'B', 'D'] })).toBe('A、B、D（学生卷上是 A、C、D）');
  expect(rightKeysInBank(question)).toBe('A、B、D（学生卷上是 A、C、D）');
  expect(describeGivenInBank(question, { keys: ['A', 'D'] })).toBe('A、D');
});

test('in the order of the bank nothing is added', () => {
  expect(describeGivenInBank(multiple('ABCD'), { keys: ['B', 'C'] })).toBe('B、C');
  expect(rightKeysInBank(multiple('ABCD'))).toBe('A、B、D');
  expect(describeGivenInBank(multiple('DCBA'), {})).toBe('（空）');
});

test('several sets that count', () => {
  const question = multiple('BACD');
  const corrected = { ...question, body: { ...question.body, alsoRight: [['B']] } };
  expect(rightKeysInBank(corrected)).toBe('A、B、D 或 B（学生卷上是 A、B、D 或 A）');
});
