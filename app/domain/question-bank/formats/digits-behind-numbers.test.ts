import { expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** Questions that begin with a digit, so that their number may look like the beginning of a decimal. */

const read = (...lines: string[]) => parseText(toLines(lines.join('\n')));
const asked = (...lines: string[]) => read(...lines).map(({ kind, fields }) => [kind, fields.stem, fields.answer]);

const CHOICE = ['四、选择题', '1．图中，（    ）是四边形。', 'A.三角形   B.正方形   C.圆'];
const KEY = ['答案：', '三、1．×  2．×', '四、1．B'];

test.each([
  ['三、判断题'],
  ['三、判断题。（4分）'],
  ['三、判断题。（对的画“√”，错的画“×”）'],
  ['三、判一判。（对的画“√”，错的画“×”）（4分）'],
])('two sentences to be judged below %s', (heading) => {
  const lines = [heading, '1．0除以任何数都得0。（    ）', '2．1千克铁比1千克棉花重。        （    ）'];
  expect(asked(...lines, ...CHOICE, ...KEY)).toEqual([
    ['judge', '0除以任何数都得0。', 'F'],
    ['judge', '1千克铁比1千克棉花重。', 'F'],
    ['single', '图中，（    ）是四边形。', ['B']],
  ]);
});

test.each(['二、填空题', '二、填空', '二、填一填。（4分）'])('blanks in numbers below %s', (heading) => {
  const lines = [heading, '1．1分=（    ）秒', '2．1吨=（    ）千克', '3．一支铅笔长18（    ）。', '4．5+3=（    ）'];
  const key = ['答案', '二、1．60 2．1000 3．厘米 4．8'];
  expect(read(...lines, ...key).map(({ fields }) => fields.answer)).toEqual([
    [['60']],
    [['1000']],
    [['厘米']],
    [['8']],
  ]);
});

test('with a narrow point a word behind the digits tells a number from a decimal', () => {
  const lines = ['一、填空题', '1.1分=（    ）秒', '2.1吨=（    ）千克', '答案', '1.60', '2.1000'];
  expect(read(...lines)).toHaveLength(2);
  const decimals = ['一、填空题', '1. 在（    ）里填上大于或小于', '2.5（    ）2.05', '2. 水是（    ）的'];
  expect(read(...decimals, '答案', '1. 大于；大于', '2. 冰').map(({ fields }) => fields.stem)).toEqual([
    '在____里填上大于或小于\n2.5____2.05',
    '水是____的',
  ]);
});
