import { expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** Sections of a primary school's paper whose sums have no numbers, and the key that counts the sections. */

const read = (...lines: string[]) => parseText(toLines(lines.join('\n')));

const REST = [
  ...['二、填空。（4分）', '1．1时=（    ）分', '2．一支铅笔长约18（    ）'],
  ...[
    '六、解决问题。（10分）',
    '1．一本书看了85页，还剩35页，共多少页？',
    '2．苹果树24棵，是梨树的3倍，梨树有多少棵？',
  ],
];
const KEY = ['二、1．60  2．厘米', '六、1．85+35=120（页）', '2．24÷3=8（棵）'];
const answers = (...lines: string[]) =>
  read(...lines).map(({ fields }) => [
    String(fields.stem ?? fields.prompt).split('\n')[0],
    fields.answer ?? fields.referenceAnswer,
  ]);

test.each(['一、直接写出得数。（8分）', '一、直接写得数', '一、口算', '一、计算题'])(
  '%s is one question with its sums',
  (heading) => {
    const lines = [heading, '24÷3=        300+500=', ...REST, '答案：', '一、8 800', ...KEY];
    expect(answers(...lines)).toEqual([
      ['24÷3=        300+500=', '8 800'],
      ['1时=____分', [['60']]],
      ['一支铅笔长约18____', [['厘米']]],
      ['一本书看了85页，还剩35页，共多少页？', '85+35=120（页）'],
      ['苹果树24棵，是梨树的3倍，梨树有多少棵？', '24÷3=8（棵）'],
    ]);
  },
);

test('answers of a section of which no question was read are told', () => {
  const questions = read('一、画一画。（2分）', '画一条直线', ...REST, '答案：', '一、略图 8', ...KEY);
  expect(questions.map(({ fields }) => fields.answer ?? fields.referenceAnswer)).toEqual([
    [['60']],
    [['厘米']],
    '85+35=120（页）',
    '24÷3=8（棵）',
  ]);
  expect(questions.flatMap(({ notes }) => notes).join()).toContain('略图 8');
});

test('sums with numbers are a question each', () => {
  expect(
    read('一、口算', '1．24÷3=（    ）', '2．300+500=（    ）', '答案', '1．8', '2．800').map(({ kind, fields }) => [
      kind,
      fields.answer,
    ]),
  ).toEqual([
    ['cloze', [['8']]],
    ['cloze', [['800']]],
  ]);
});
