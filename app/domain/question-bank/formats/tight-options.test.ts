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

describe('A without its dot before B. and C.', () => {
  test('on a line of options', () =>
    expect(read('1. 安全包括（B）。', 'A 运行安全 B、媒体安全 C、信息安全 D、人事安全')[0]).toMatchObject({
      fields: { options: ['运行安全', '媒体安全', '信息安全', '人事安全'], answer: ['B'] },
      problems: [],
    }));

  test('below a text with numbered blanks', () => {
    const text = 'We were not  21  . It was like a  22  , he said. We had been close as  23  but not then.';
    const options = ['21. A. red  B. blue  C. green  D.', 'white', '22. A dog  B. cat  C. bird  D. cow'];
    const questions = read(text, ...options, '23. A. one  B. two  C. six  D. ten', '参考答案', '21-23 DCB');
    expect(questions.map(({ fields }) => [fields.options, fields.answer])).toEqual([
      [['red', 'blue', 'green', 'white'], ['D']],
      [['dog', 'cat', 'bird', 'cow'], ['C']],
      [['one', 'two', 'six', 'ten'], ['B']],
    ]);
  });

  test('a sentence that begins with A is none', () =>
    expect(read('1. A cat is ____. A. big B. small C. old', '答案：A')[0]).toMatchObject({
      fields: { stem: 'A cat is ____.', options: ['big', 'small', 'old'] },
    }));
});
