import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** Texts with a number on each blank, as English papers have them. */

const read = (...lines: string[]) => parseText(toLines(lines.join('\n')));
const text = (blank: (number: number) => string) =>
  `Tom was a ${blank(24)} boy. He went ${blank(25)} with his friends and ${blank(26)} home late.`;
const OPTIONS = [
  '24. A. good  B. bad  C. sad  D. mad',
  '25. A. swim  B. swam  C. swimming  D. to swim',
  '26. A. get  B. got  C. gets  D. getting',
];
const BLANKS: [string, (number: number) => string][] = [
  ['{24}', (number) => `{${number}}`],
  ['【24】', (number) => `【${number}】`],
  ['[24]', (number) => `[${number}]`],
  ['……24……', (number) => `……${number}……`],
  ['____(24)____', (number) => `______(${number})______`],
  ['__24__', (number) => `__${number}__`],
  ['24 ____', (number) => `${number} ______`],
  ['<u> 24 </u>', (number) => `<u> ${number} </u>`],
];

test('the numbers of formulas and the brackets of calls are no blanks', () => {
  const [half, prices] = read(
    '一、填空题',
    '1. 比$\\frac{1}{2}$大、比$\\frac{2}{3}$小的数是____。',
    '答案：0.6',
    '2. 从$SO_{2}$到$SO_{3}$，氧化数变化____。',
    '答案：2',
  );
  expect(half?.fields).toMatchObject({ stem: '比$\\frac{1}{2}$大、比$\\frac{2}{3}$小的数是____。', answer: [['0.6']] });
  expect(prices?.fields).toMatchObject({ stem: '从$SO_{2}$到$SO_{3}$，氧化数变化____。', answer: [['2']] });
  const [called] = read('四、程序阅读题', '1. 程序 int main(){ print(012); } 输出什么？', '答案：012');
  expect(called?.fields.stem).toBe('程序 int main(){ print(012); } 输出什么？');
});

test.each([
  (number: number) => `(${number}) `,
  (number: number) => `（${number}）`,
  (number: number) => `（   ）${number}. `,
])('the options of each blank behind its number in brackets', (sign) => {
  const options = OPTIONS.map((line, at) => line.replace(/^\d+\. /, sign(24 + at)));
  const questions = read(
    '五、完形填空',
    text((number) => `(${number})`),
    ...options,
    '参考答案',
    '(24) A (25) C (26) B',
  );
  expect(questions.map(({ fields }) => fields.answer)).toEqual([['A'], ['C'], ['B']]);
});

test('a text whose blanks have no numbers is refused with what to do', () => {
  const [question] = read('五、完形填空', 'Tom was a boy.', ...OPTIONS);
  expect(question?.problems).toEqual([expect.stringMatching(/“完形填空”没有读出来：.*__1__/)]);
});

describe.each(BLANKS)('%s in a text', (_name, blank) => {
  const passage = text((number) => `__${number}__`);
  const choices = ['A', 'C', 'B'].map((key, at) => [`${passage}\n第 ${24 + at} 空`, [key]]);

  test.each([
    ['behind the options', '五、完形填空', ['24. A', '25. C', '26. B']],
    ['on one line', '五、完形填空（每小题1分）', ['24. A 25. C 26. B']],
    ['under a title', 'Section B Cloze', ['Answers', '24. A', '25. C', '26. B']],
    ['as a range', '一、单项选择题', ['参考答案', '24-26 ACB']],
  ])('with its options below and the answers %s: a choice for each blank', (_how, heading, answers) => {
    const questions = read(heading, text(blank), ...OPTIONS, ...answers);
    expect(questions.map(({ fields, problems }) => [fields.stem, fields.answer, ...problems])).toEqual(choices);
    for (const { notes, kind } of questions)
      expect([kind, notes.join()]).toEqual(['single', expect.stringContaining('短文')]);
  });

  test('with the answer behind each', () => {
    const answers = ['答案：A', '答案：C', '答案：B'];
    const questions = read('完形填空', text(blank), ...OPTIONS.flatMap((line, at) => [line, answers[at] ?? '']));
    expect(questions.map(({ fields, problems }) => [fields.stem, fields.answer, ...problems])).toEqual(choices);
  });

  test.each([
    ['on lines', ['24. good', '25. swimming', '26. came']],
    ['behind a label', ['答案：24. good  25. swimming  26. came']],
    ['under a title', ['【答案】', '24. good; 25. swimming; 26. came']],
    [
      'at the end of the paper',
      ['六、简答题', '27. Why?', '28. How?', '参考答案', '24. good 25. swimming 26. came', '27. Yes', '28. No'],
    ],
  ])('with words as answers %s: one question', (_how, answers) => {
    const [question] = read('五、语法填空', text(blank), ...answers);
    expect(question).toMatchObject({
      kind: 'cloze',
      fields: { stem: text(() => '____'), answer: [['good'], ['swimming'], ['came']] },
      problems: [],
    });
    expect(question?.notes.join()).toContain('第 24—26 空');
  });
});

test('numbers that do not count on, or are years, are part of the text', () => {
  const stem = 'In [3] and [7] he says so; in 1998 ____ was.';
  expect(read('一、填空题', `1. ${stem}`, '答案：甲')[0]?.fields).toEqual({ stem, answer: [['甲']] });
});

test('a blank drawn with dots; an ordinary …… is none', () => {
  const one = (stem: string, answer: string) => read('一、填空题', `1. ${stem}`, `答案：${answer}`)[0]?.fields;
  expect(one('水是…………，火是…………。', '甲；乙')).toEqual({ stem: '水是____，火是____。', answer: [['甲'], ['乙']] });
  expect(one('他说：“我……”他叫____。', '王五')).toEqual({ stem: '他说：“我……”他叫____。', answer: [['王五']] });
});

test('a long text that no question takes is told', () => {
  const lost = 'Tom was a good boy who lived in Beijing with his parents and his two sisters, and a dog.';
  const [first] = read(lost, '', '一、单选题', '1. Choose', 'A. a', 'B. b', '答案：A');
  expect(first?.notes.join()).toContain('没有导入：“Tom was');
});
