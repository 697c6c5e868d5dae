import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** Keys and labels where few write them: before the number, behind what is read out, as a word that may say nothing. */

const read = (text: string) => parseText(toLines(text));

test('a key in front of the number is the key, and the place stays', () => {
  const text =
    '一、选择题\n（ C ）1．最大的洋是：A．大西洋 B．印度洋 C．太平洋 D．北冰洋\n（ A ）2．最大的洲是：\nA．亚洲 B．非洲\n（B）3．最长的河是\nA．黄河\nB．长江';
  expect(read(text)).toMatchObject([
    { problems: [], fields: { stem: '（　　）最大的洋是：', answer: ['C'] } },
    { problems: [], fields: { stem: '（　　）最大的洲是：', answer: ['A'] } },
    { problems: [], fields: { stem: '（　　）最长的河是', answer: ['B'] } },
  ]);
});

describe('the answer 无', () => {
  test('of a blank may be the word, and waits for somebody to look', () => {
    expect(read('一、填空题\n1．水是____色的。\n答案：无')).toMatchObject([
      { isDoubtful: true, problems: [], fields: { answer: [['无']] } },
    ]);
  });

  test.each(['一、选择题\n1．甲（ ）\nA．一\nB．二\n答案：无', '一、判断题\n1．甲。\n答案：无'])(
    'of %j is none',
    (text) => {
      const [question] = read(text);
      expect(question?.problems.join()).toContain('答案写的是“无”');
      expect(question?.problems.join()).not.toContain('请写成“答案：A”');
    },
  );
});

test('分析： right behind the number is of the text', () => {
  const [question] = read('1．分析：下列说法正确的是（ ）\nA．甲\nB．乙\n答案：B');
  expect(question?.fields).toMatchObject({ stem: '分析：下列说法正确的是（ ）', answer: ['B'] });
  expect(question?.fields.analysis).toBeUndefined();
});

test.each(['x=50m\n答：位移为50m。', '解：x=50m\n答：位移为50m。'])('%j keeps 答：', (answer) => {
  const [question] = read(`一、简答题\n1．求位移。\n答案：${answer}`);
  expect(question?.fields.answer).toContain('\n答：位移为50m。');
});

test('a worked answer of a list is no table of answers', () => {
  const text =
    '一、填空。\n1、3千克=（  ）克  15分=（  ）时\n四、解决问题。\n6、还剩多少元？\n参考答案\n一、1、3000  2.25\n四、6、12-3×2.5=4.5（元） 答：还剩4.5元。';
  const [first, second] = read(text);
  expect(first?.fields.answer).toEqual([['3000'], ['2.25']]);
  expect(second).toMatchObject({
    kind: 'essay',
    problems: [],
    fields: { referenceAnswer: '12-3×2.5=4.5（元） 答：还剩4.5元。' },
  });
  expect(second?.isDoubtful).toBeUndefined();
});

test('the key below what is read out is found', () => {
  const text =
    '一、听力\n听下面一段对话，回答第1至2题。\n1. Where are they?\nA. At home. B. At school.\n2. What will they do?\nA. Eat. B. Sleep.\n听下面一段独白，回答第3题。\n3. Who is it?\nA. A teacher. B. A nurse.\n听力原文：\nText 1\nW: Hello.\nM: Hi.\n答案：1-3 BAB';
  const questions = read(text);
  expect(questions.map(({ fields }) => fields.answer)).toEqual([['B'], ['A'], ['B']]);
  expect(questions[1]?.fields.options).toEqual(['Eat.', 'Sleep.']);
  expect(questions[2]?.fields.stem).toBe('听下面一段独白，回答第3题。\nWho is it?');
});

describe('sections that are named 填空', () => {
  test('with a numbered text are one question', () => {
    const [question, ...more] = read(
      '三、语法填空（每空1分）\nTom went 1.________ (visit) me in 2.________ village.\n答案：\n1. visiting   2. a',
    );
    expect(more).toEqual([]);
    expect(question).toMatchObject({
      kind: 'cloze',
      problems: [],
      fields: { stem: 'Tom went ____ (visit) me in ____ village.', answer: [['visiting'], ['a']] },
    });
  });

  test.each(['语法填空', '根据首字母填空', '短文填空'])('%s with a sentence behind each number are as many', (name) => {
    expect(read(`二、${name}\n1．He ____ (go) home.\n答案：went\n2．She h____ a cat.\n答案：has`)).toMatchObject([
      { kind: 'cloze', problems: [], fields: { answer: [['went']] } },
      { kind: 'cloze', problems: [], fields: { answer: [['has']] } },
    ]);
  });
});

test('a key for several blanks below the options they share is named', () => {
  const text = 'Read. ___36___ First, eat well. ___37___\nA. It is easy.\nB. A smile helps.\nC. No.\n36-37 CA';
  expect(read(text)[0]?.problems.join()).toContain('“36-37 CA”是几道题的答案');
});

test('所以答案为A against the key D waits for somebody to look', () => {
  const [question] = read('1．甲（ ）\nA．一\nB．二\nC．三\nD．四\n答案：D\n解析：因为好，所以答案为A。');
  expect(question).toMatchObject({ isDoubtful: true, fields: { answer: ['D'] } });
});

test('计算： at the beginning of a question is a task: its section says its kind', () => {
  const kinds = (heading: string, ...lines: string[]) =>
    parseText(toLines([heading, ...lines].join('\n'))).map(({ kind, fields }) => [kind, fields.stem]);
  expect(kinds('一、填空题（每空2分）', '1．计算：3+2=____。', '答案：5')).toEqual([['cloze', '计算：3+2=____。']]);
  expect(kinds('一、选择题', '1．计算：3+2=（  ）', 'A．5', 'B．6', '答案：A')).toEqual([
    ['single', '计算：3+2=（  ）'],
  ]);
  expect(kinds('期末试卷', '1．计算：3+2。', '答案：5')[0]?.[0]).toBe('essay');
});
