import { expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** 一、1．B 二、1．水: the key of several sections on one line, behind a label or below the title. */

const answers = (...lines: string[]) => parseText(toLines(lines.join('\n'))).map(({ fields }) => fields.answer);
const PAPER = [
  ...['一、选择题', '1．甲（ ）', 'A．一', 'B．二', '2．乙（ ）', 'A．一', 'B．二'],
  ...['二、填空题', '1．水是____。', '2．天是____。', '三、简答题', '1．什么是力？', '2．什么是功？'],
];
const READ = [['A'], ['B'], [['H2O']], [['蓝']], '作用。', '一、力；二、距离。'];

test.each([
  ['答案：一、1．A 2．B 二、1．H2O 2．蓝 三、1．作用。 2．一、力；二、距离。'],
  ['参考答案：', '一、1．A 2．B；二、1．H2O 2．蓝；三、1．作用。 2．一、力；二、距离。'],
  ['【答案】一、1．A 2．B', '二、1．H2O 2．蓝', '三、1．作用。 2．一、力；二、距离。'],
  ['答案：一、1-2 AB 二、1．H2O 2．蓝', '三、', '1．作用。', '2．一、力；二、距离。'],
  ['答案：一、AB 二、1．H2O 2．蓝 三、1．作用。 2．一、力；二、距离。'],
])('%s', (...key) => expect(answers(...PAPER, ...key)).toEqual(READ));

test('signs alone, and 略', () =>
  expect(
    answers(...PAPER.slice(0, 7), '二、判断题', '1．水是液体。', '2．天蓝。', '答案：一、AB；二、√×；三、略'),
  ).toEqual([['A'], ['B'], 'T', 'F']));

test('一、 within the answer of one question is of it', () =>
  expect(answers('一、简答题', '1．甲？', '2．乙？', '答案：一、1处好；二、2处坏')).toEqual([
    '',
    '一、1处好；二、2处坏',
  ]));
