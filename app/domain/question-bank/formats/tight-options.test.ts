import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** Options of which the later ones have no sign behind their letters. */

const read = (...lines: string[]) => parseText(toLines(lines.join('\n')));

describe('C前途 right below options', () => {
  test.each([
    ['A 领导不同', 'B 思想不同', 'C前途不同', 'D《某文》的发表'],
    ['A. 领导不同', 'B. 思想不同', 'C前途不同', 'D《某文》的发表'],
    ['A. 领导不同', 'B. 思想不同', 'C. 前途不同', 'D《某文》的发表'],
    ['A、领导不同  B、思想不同', 'C前途不同', 'D《某文》的发表'],
  ])('%s …', (...options) => {
    const below = ['2. 天是哪种颜色？（A）', 'A 蓝', 'B 绿', 'C 红', 'D 黄'];
    const [question, next] = read('1. 标志是（D）。', ...options, ...below);
    expect(question).toMatchObject({
      kind: 'single',
      fields: { options: ['领导不同', '思想不同', '前途不同', '《某文》的发表'], answer: ['D'] },
      problems: [],
    });
    expect(question?.notes.join()).toContain('D 后面没有点');
    expect(next).toMatchObject({ fields: { options: ['蓝', '绿', '红', '黄'], answer: ['A'] }, notes: [] });
  });

  test('is of the option above where C. stands below it', () => {
    const [question] = read('1. 选（C）', 'A. 甲', 'B. 会用', 'C语言的人', 'C. 丙', 'D. 丁');
    expect(question?.fields.options).toEqual(['甲', '会用\nC语言的人', '丙', '丁']);
  });

  test('is a text where no options stand above it', () => {
    const [question] = read('1. 比较两种语言。', 'B. 的说法是什么？', 'C语言呢？', '答案：略');
    expect(JSON.stringify(question?.fields)).toContain('C语言呢');
  });
});
