import { expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** Lines of worked answers in a key that begin with the word of a kind: 证明：, 计算：. */

const PAPER = ['一、简答题', '19．求证：甲等于乙。', '20．求乙。', '参考答案'];
const answers = (...lines: string[]) =>
  parseText(toLines([...PAPER, ...lines].join('\n'))).map(({ fields }) => fields.answer);

test.each([
  [['19．', '证明：∵甲=丙，', '∴甲=乙。'], '证明：∵甲=丙，\n∴甲=乙。'],
  [['19．', '证明：', '∵甲=丙，', '∴甲=乙。'], '证明：\n∵甲=丙，\n∴甲=乙。'],
  [['19．（1）甲=1', '证明：（2）∵甲=丙，', '∴甲=乙。'], '（1）甲=1\n证明：（2）∵甲=丙，\n∴甲=乙。'],
  [['19．（1）甲=1', '计算：甲=1+0', '=1'], '（1）甲=1\n计算：甲=1+0\n=1'],
])('%j are the answer of 19', (lines, expected) => {
  expect(answers(...lines, '20．乙>1。')).toEqual([expected, '乙>1。']);
});

test('a name of a kind with its numbers behind or below is a section of the key', () => {
  const paper = ['一、计算题', '1．求甲。', '2．求乙。', '二、证明题', '1．求证丙。', '2．求证丁。', '参考答案'];
  const read = (...key: string[]) =>
    parseText(toLines([...paper, ...key].join('\n'))).map(({ fields }) => fields.answer ?? fields.reference);
  const plain = read('一、计算题', '1．甲。', '2．乙。', '二、证明题', '1．丙。', '2．丁。');
  expect(read('计算：', '1．甲。', '2．乙。', '证明：', '1．丙。', '2．丁。')).toEqual(plain);
  expect(read('计算：1．甲。', '2．乙。', '证明：1．丙。', '2．丁。')).toEqual(plain);
});
