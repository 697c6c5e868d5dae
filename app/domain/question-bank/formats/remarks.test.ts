import { expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** Keys with a remark behind them: the key is read, the remark is kept. */

const read = (...lines: string[]) => parseText(toLines(lines.join('\n')));
const OPTIONS = ['A. 一', 'B. 二', 'C. 三', 'D. 以上都不是'];

test.each([
  ['AC（漏选得1分）', 'AC', '漏选得1分'],
  ['D（以上都不是）', 'D', undefined],
  ['B 解析 因为二', 'B', '因为二'],
  ['C（文中写的是春天）', 'C', '文中写的是春天'],
  ['A（易错选B）', 'A', '易错选B'],
  ['B项', 'B', undefined],
  ['正确答案为A，因为好', 'A', '因为好'],
])('%s', (answer, letters, analysis) => {
  const [question] = read('1. 甲', ...OPTIONS, `答案：${answer}`);
  expect(question).toMatchObject({ fields: { answer: [...letters] }, problems: [] });
  expect(question?.fields.analysis).toBe(analysis);
  expect(question?.isDoubtful).toBeUndefined();
});

test.each(['B（A也可）', 'D（原答案C有误）'])('%s is not chosen by itself', (answer) => {
  const [question] = read('1. 甲', ...OPTIONS, `答案：${answer}`);
  expect(question?.isDoubtful).toBe(true);
});

test.each([
  ['×（应为蓝的）', '', 'F', '应为蓝的'],
  ['×，应为蓝的', '一、判断题', 'F', '应为蓝的'],
  ['错误（天是蓝的）', '一、判断题', 'F', '天是蓝的'],
  ['F（天是蓝的）', '一、判断题', 'F', '天是蓝的'],
  ['对。天是蓝的', '一、判断题', 'T', '天是蓝的'],
])('right or wrong: %s', (answer, heading, key, analysis) => {
  const [question] = read(heading, '1. 天是红的。', `答案：${answer}`);
  expect(question).toMatchObject({ kind: 'judge', fields: { answer: key, analysis }, problems: [] });
});

test('in a list of answers', () => {
  const questions = read(
    ...['一、选择题', '1. 甲', ...OPTIONS, '2. 乙', ...OPTIONS, '二、判断题', '3. 天是红的。', '4. 天是蓝的。'],
    ...['参考答案', '1. AC（漏选得1分） 2. D（以上都不是）', '3. ×（应为蓝的）', '4. √'],
  );
  expect(questions.map(({ fields }) => fields.answer)).toEqual([['A', 'C'], ['D'], 'F', 'T']);
});
