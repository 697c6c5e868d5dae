import { expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** Several units in one file whose numbers begin again, with a key that names the unit. */

const read = (...lines: string[]) => parseText(toLines(lines.join('\n')));
const answers = (...lines: string[]) =>
  read(...lines).map(({ fields }) => String(fields.answer ?? fields.referenceAnswer ?? ''));

const unit = (title: string, of: string) => [
  title,
  ...['一、选择题', `1．选${of}（ ）`, 'A．甲 B．乙', '二、填空题', `2．天${of}是____的`, `3．草${of}是____的`],
  ...['三、简答题', `4．述${of}`],
];
const key = (title: string, ...own: string[]) => [title, ...own.map((answer, index) => `${index + 1}．${answer}`)];
const FIRST = ['A', '蓝', '绿', '答一'];
const SECOND = ['B', '清', '红', '答二'];

const NAMES: [string, string, string, string][] = [
  ['第一单元测试卷', '第二单元测试卷', '第一单元测试卷答案', '第二单元测试卷答案'],
  ['第一单元', '第二单元', '第一单元答案', '第二单元答案'],
  ['第1章 运动', '第2章 力', '第1章参考答案', '第2章参考答案'],
  ['Unit 1 Test', 'Unit 2 Test', 'Unit 1 Keys', 'Unit 2 Keys'],
  ['七年级上册第一单元测试卷', '七年级上册第二单元测试卷', '第一单元参考答案', '第二单元参考答案'],
  ['专题一 春', '专题二 夏', '专题一答案', '专题二答案'],
];

test.each(NAMES)('%s: its key at the end of the file', (one, two, first, second) => {
  const lines = [...unit(one, '一'), ...unit(two, '二'), ...key(first, ...FIRST), ...key(second, ...SECOND)];
  expect(answers(...lines)).toEqual([...FIRST, ...SECOND]);
});

test.each(NAMES)('%s: its key behind its questions', (one, two, first, second) => {
  const lines = [...unit(one, '一'), ...key(first, ...FIRST), ...unit(two, '二'), ...key(second, ...SECOND)];
  expect(answers(...lines)).toEqual([...FIRST, ...SECOND]);
});

test.each(NAMES)('%s again below 参考答案', (one, two) => {
  const lines = [...unit(one, '一'), ...unit(two, '二'), '参考答案', ...key(one, ...FIRST), ...key(two, ...SECOND)];
  expect(answers(...lines)).toEqual([...FIRST, ...SECOND]);
});

test('the same words in both units are a question each', () => {
  const lines = [...unit('第一单元', ''), ...unit('第二单元', ''), '参考答案', ...key('第一单元', ...FIRST)];
  expect(answers(...lines)).toEqual([...FIRST, '', '', '', '']);
});

test('answers of a unit that is not there are given to none, and told', () => {
  const lines = [...unit('第一单元', '一'), ...unit('第二单元', '二'), ...key('第三单元答案', ...FIRST)];
  const questions = read(...lines);
  expect(questions.map(({ fields }) => String(fields.answer ?? fields.referenceAnswer ?? '')).join('')).toBe('');
  expect(questions[7]?.notes.join()).toContain('第3单元');
});

test('a paper of one unit, and one whose key alone names units, are read as ever', () => {
  expect(answers(...unit('第一单元测试卷', '一'), ...key('第一单元测试卷答案', ...FIRST))).toEqual(FIRST);
  expect(answers(...unit('期中测试', '一'), '参考答案', ...key('第一单元', ...FIRST))).toEqual(FIRST);
});
