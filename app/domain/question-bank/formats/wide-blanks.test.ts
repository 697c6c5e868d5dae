import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** Texts whose blanks are numbers with room around them, and an answer for each. */

const read = (...lines: string[]) => parseText(toLines(lines.join('\n')));
const TASK = '1．阅读下面材料，在空白处填入适当的内容（1个单词）或括号内单词的正确形式。';
const TEXT = [
  'In 1969 the river was bad. It  61  (be) never clean. It  62  (actual) caught',
  'fire. It is one of  63  best cities.',
];

test.each([
  ['on lines', ['【答案】was', 'actually', 'the/our']],
  ['in a row', ['【答案】was；actually；the/our']],
])('with the answers %s', (_name, key) => {
  const [question, ...more] = read(TASK, ...TEXT, ...key, '', '2．首都是____。', '【答案】北京');
  expect(question).toMatchObject({
    kind: 'cloze',
    fields: {
      stem: expect.stringContaining(
        'It  ____  (be) never clean. It  ____  (actual) caught\nfire. It is one of  ____  best',
      ),
      answer: [['was'], ['actually'], ['the', 'our']],
    },
    problems: [],
  });
  expect(question?.notes).toContain('短文里的 61—63 当作空，已改成 ____，请核对。');
  expect(more).toMatchObject([{ kind: 'cloze', fields: { answer: [['北京']] } }]);
});

test('two of them wait for somebody', () =>
  expect(
    read(TASK, 'When I  61  (arrive) it was late. A few hours  62 , I left.', '【答案】arrived', 'before')[0],
  ).toMatchObject({
    kind: 'cloze',
    fields: { answer: [['arrived'], ['before']] },
    isDoubtful: true,
  }));

describe('numbers of a text', () => {
  test.each([
    ['which are more than the answers', ['【答案】was', 'actually']],
    [
      'whose answers are explained',
      ['【答案】61. was 考查时态，故填was。', '62. actually 考查副词。', '63. the 考查冠词。'],
    ],
    ['with one answer', ['【答案】他们去了河边，因为那里很干净。']],
  ])('%s', (_name, key) => {
    expect(read(TASK, ...TEXT, ...key)[0]).toMatchObject({ kind: 'short' });
  });

  test('which do not count on', () =>
    expect(
      read('1．What does he say?', 'He has  3  dogs and  7  cats and  2  birds.', '【答案】a', 'b', 'c')[0]?.kind,
    ).toBe('short'));
});

test('what bids to fill a text with drawn blanks is of the question below it', () => {
  const questions = read(
    TASK.slice(0, -3),
    '形式。',
    'The adobe dwellings __61__ (build) by the Indians are admired by __62__ (much) people. They',
    'have the __63__ (able) to cool a house without __64__ (use) equipment.',
    ...['【答案】built', 'many', 'ability', 'using', ''],
    ...['2．首都是哪里？', '【答案】北京'],
  );
  expect(questions).toHaveLength(2);
  expect(questions[0]).toMatchObject({
    kind: 'cloze',
    fields: { answer: [['built'], ['many'], ['ability'], ['using']] },
    problems: [],
  });
  expect(questions[0]?.fields.stem).toBe(
    `${TASK.slice(2, -3)}\n形式。\nThe adobe dwellings ____ (build) by the Indians are admired by ____ (much) people. They\nhave the ____ (able) to cool a house without ____ (use) equipment.`,
  );
  expect(questions[1]?.fields).toMatchObject({ stem: '首都是哪里？', answer: '北京' });
});
