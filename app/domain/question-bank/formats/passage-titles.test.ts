import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** Short texts to read, of one line, each with its title alone above it, and the key that names them. */

const read = (...lines: string[]) =>
  parseText(toLines(lines.join('\n'))).map(({ fields, problems }) => [fields.stem, fields.answer, ...problems]);
const options = (...texts: string[]) => texts.map((text, at) => `${'ABCD'.charAt(at)}. ${text}`);
const NAMES = ['Tom.', 'Lucy.', 'Li.', 'Han.'];

const paper = (heading: string, titles: string[], key: string[], first = NAMES, second = 3) => [
  heading,
  titles[0] ?? '',
  'Tom is a boy.',
  '1. Who is a boy?',
  ...options(...first),
  '2. What is Tom?',
  ...options('A girl.', 'A boy.', 'A cat.', 'A dog.'),
  titles[1] ?? '',
  'Lucy is 12.',
  `${second}. Who is 12?`,
  ...options(...NAMES),
  ...key,
];

describe.each([
  ['A', 'B'],
  ['(A)', '(B)'],
  ['Ａ', 'Ｂ'],
  ['A篇', 'B篇'],
  ['Passage 1', 'Passage 2'],
  ['Passage One', 'Passage Two'],
  ['短文一', '短文二'],
  ['A', '(B)'],
])('%s and %s above a line each', (one, two) => {
  const READ = [
    [`${one}\nTom is a boy.\nWho is a boy?`, ['A']],
    [`${one}\nTom is a boy.\nWhat is Tom?`, ['B']],
    [`${two}\nLucy is 12.\nWho is 12?`, ['B']],
  ];

  test.each([
    ['三、阅读理解', ['参考答案', '1-3 ABB']],
    ['阅读理解', ['答案：1-3 ABB']],
    ['第二部分 选择题', ['参考答案', one, '1. A 2. B', two, '3. B']],
    ['三、阅读理解', ['参考答案', `${one}：1-2 AB`, `${two}  3. B`]],
  ])('below %s, key %j', (heading, key) => expect(read(...paper(heading, [one, two], key))).toEqual(READ));

  test('numbers that begin again with each text', () =>
    expect(read(...paper('三、阅读理解', [one, two], ['答案', one, '1. A 2. B', two, '1. B'], NAMES, 1))).toEqual(
      READ,
    ));
});

test('B behind a question with its answer, below a heading of a reading', () =>
  expect(
    read(
      '三、阅读理解',
      '1. Who?',
      ...options(...NAMES),
      '答案：A',
      'B',
      'Lucy is 12.',
      '2. Who is 12?',
      ...options(...NAMES),
      '答案：B',
    ),
  ).toEqual([
    ['Who?', ['A']],
    ['B\nLucy is 12.\nWho is 12?', ['B']],
  ]));

test('questions without options have their own text', () =>
  expect(
    read(
      '四、任务型阅读',
      'A',
      'Tom is a boy.',
      '1. What is Tom?',
      'B',
      'Lucy is 12.',
      '2. How old is Lucy?',
      '答案',
      '1. A boy',
      '2. 12',
    ),
  ).toEqual([
    ['A\nTom is a boy.\nWhat is Tom?', 'A boy'],
    ['B\nLucy is 12.\nHow old is Lucy?', '12'],
  ]));

test('letters on lines of their own are options, and B behind them a text', () => {
  const apart = (...texts: string[]) => texts.flatMap((text, at) => ['ABCD'.charAt(at), text]);
  const lines = [
    '四、阅读理解',
    'A',
    'Tom is a boy.',
    '1. Who?',
    ...apart(...NAMES),
    '2. Which?',
    ...apart('Tom.', 'Lucy.'),
  ];
  expect(read(...lines, 'B', 'Lucy is 12.', '3. Old?', ...apart(...NAMES), '答案', '1. A', '2. B', '3. C')).toEqual([
    ['A\nTom is a boy.\nWho?', ['A']],
    ['A\nTom is a boy.\nWhich?', ['B']],
    ['B\nLucy is 12.\nOld?', ['C']],
  ]);
});

test('letters that count no texts are options', () =>
  expect(
    parseText(toLines('1. Choose\nA\ncat\nB\ndog\nC\nhen\n2. Next\nA\ncow\nB\npig\nC\nox\nD\nfly\n答案\n1.A 2.D')).map(
      ({ fields }) => [fields.stem, fields.options],
    ),
  ).toEqual([
    ['Choose', ['cat', 'dog', 'hen']],
    ['Next', ['cow', 'pig', 'ox', 'fly']],
  ]));
