import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** 材料：… as the last part of a question: its own where it speaks of a text, else told. */

const read = (...lines: string[]) => parseText(toLines(lines.join('\n')));
const KEY = ['参考答案', '1．不对。', '2．对。', '3．担当。'];
const WANG = '王老师当众批评了小明。';

describe('a text below the question that asks for it', () => {
  test.each([
    ['根据材料，分析王老师的做法。', '材料：'],
    ['阅读下面的材料，谈谈你的看法。', '材料一：'],
    ['结合资料，评析王老师的行为。（10分）', '资料：'],
    ['请分析下面案例。', '材料：'],
  ])('%s with %s is of that question, with or without a section', (asked, name) => {
    for (const above of [[], ['三、材料分析题（每题10分）'], ['一、论述题']]) {
      const [first, second, third] = read(
        ...above,
        `1．${asked}`,
        `${name}${WANG}`,
        '2．什么是诚信？',
        '3．什么是责任？',
        ...KEY,
      );
      const textOf = (question = first) => String(question?.fields.stem ?? question?.fields.prompt);
      expect(textOf()).toBe(`${asked.replace('（10分）', '')}\n${name}${WANG}`);
      expect(textOf(second)).toBe('什么是诚信？');
      expect(textOf(third)).toBe('什么是责任？');
    }
  });

  test('each of several has its own, and several texts stay together', () => {
    const [first, second] = read(
      '三、材料分析题',
      '1．根据材料，分析王老师的做法。',
      `材料一：${WANG}`,
      '材料二：李老师表扬了小红。',
      '2．根据材料，评析张老师的教育行为。',
      '材料：张老师请来了家长。',
      ...KEY.slice(0, 3),
    );
    expect(first?.fields.prompt).toBe(`根据材料，分析王老师的做法。\n材料一：${WANG}\n材料二：李老师表扬了小红。`);
    expect(second?.fields.prompt).toBe('根据材料，评析张老师的教育行为。\n材料：张老师请来了家长。');
    expect([first, second].flatMap((each) => each?.notes)).toEqual([]);
  });
});

describe('a text below a question that says nothing of it', () => {
  test('goes to the next ones, which is told', () => {
    const [first, second] = read(
      '一、简答题',
      '1．什么是爱心？',
      `材料：${WANG}`,
      '2．王老师对吗？',
      '3．根据材料，说说怎么办。',
      ...KEY,
    );
    expect(first?.fields.stem).toBe('什么是爱心？');
    expect(first?.notes.join()).toContain(`后面的“材料：${WANG}”当作下面几题的材料`);
    expect(second?.fields.stem).toBe(`材料：${WANG}\n王老师对吗？`);
  });

  test('a text in front of the question stays as it was, whatever that one says', () => {
    const [first, second] = read(
      '一、材料分析题',
      `材料一：${WANG}`,
      '1．根据材料，分析王老师的做法。',
      '材料二：李老师表扬了小红。',
      '2．根据材料，评析李老师的做法。',
      ...KEY.slice(0, 3),
    );
    expect(first?.fields.prompt).toBe(`材料一：${WANG}\n根据材料，分析王老师的做法。`);
    expect(second?.fields.prompt).toBe('材料二：李老师表扬了小红。\n根据材料，评析李老师的做法。');
  });
});
