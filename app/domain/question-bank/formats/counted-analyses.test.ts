import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** 【分析】（1）…（2）… and 【解答】…答：… as 菁优网 and 学科网 print them: each line stays in its part. */

const read = (...lines: string[]) => parseText(toLines(lines.join('\n')));
const ASKED = ['1．一辆汽车质量为2t，求：', '（1）重力；', '（2）压强。'];
const STEM = '一辆汽车质量为2t，求：\n（1）重力；\n（2）压强。';
const NEXT = ['2．什么是力？', '答案：作用。'];
const WORKED = ['【解答】解：（1）G=mg=20000N；', '（2）p=F/S=10000Pa。'];

describe('an analysis that is counted as the question is', () => {
  test.each([['【分析】'], ['【解析】'], ['解析：'], ['分析：']])('%s before the answer', (label) => {
    const [question, next] = read(...ASKED, `${label}（1）代入；`, '（2）配方。', '【答案】（1）1；（2）0', ...NEXT);
    expect(question?.fields).toMatchObject({
      stem: STEM,
      analysis: '（1）代入；\n（2）配方。',
      answer: '（1）1；（2）0',
    });
    expect(next?.fields.stem).toBe('什么是力？');
  });

  test('with the parts of the stem on one line', () => {
    const [question] = read(
      '1．一辆汽车质量为2t，求：（1）重力；（2）压强。',
      '【分析】（1）代入；',
      '（2）配方。',
      '【答案】（1）1；（2）0',
      ...NEXT,
    );
    expect(question?.fields.stem).toBe('一辆汽车质量为2t，求：（1）重力；（2）压强。');
  });

  test('a part that is asked behind the answer of the one before is still asked', () => {
    const [question] = read('1．一辆汽车质量为2t。', '（1）求重力。', '答案：20000N', '（2）求压强。', '答案：10000Pa');
    expect(question?.fields).toMatchObject({
      stem: '一辆汽车质量为2t。\n（1）求重力。\n（2）求压强。',
      answer: '20000N\n10000Pa',
    });
  });
});

describe('a worked solution', () => {
  test('with 答： at its end is the reference as a whole', () => {
    const [question] = read(...ASKED, '【分析】（1）甲；', '（2）乙。', ...WORKED, '答：（1）重力为20000N。', ...NEXT);
    expect(question?.fields).toMatchObject({
      stem: STEM,
      analysis: '（1）甲；\n（2）乙。',
      answer: '解：（1）G=mg=20000N；\n（2）p=F/S=10000Pa。\n答：（1）重力为20000N。',
    });
  });

  test.each([['见试题解答内容'], ['见解析'], ['详见解答过程。']])('below 【答案】%s is the answer', (said) => {
    const [question] = read(...ASKED, `【答案】${said}`, ...WORKED, '【点评】略', ...NEXT);
    expect(question?.fields.answer).toBe('解：（1）G=mg=20000N；\n（2）p=F/S=10000Pa。');
    expect(question?.notes.join()).toContain(`答案写的是“${said}”`);
  });

  test('where none stands the words are told', () => {
    const [question] = read(...ASKED, '【答案】见试题解答内容', ...NEXT);
    expect(question?.notes.join()).toContain('参考答案写的是“见试题解答内容”');
    const [blank] = read('1．水是____。', '【答案】见试题解答内容', ...NEXT);
    expect(blank?.problems.join()).toContain('没有写出来');
  });
});
