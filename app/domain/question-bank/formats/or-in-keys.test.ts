import { describe, expect, test } from 'vitest';
import { matchesBlank } from '../kinds/cloze/blank.rules';
import { parseText, toLines } from './text-format';

/** What 或, ; and / within the key of a blank mean, and what the stem says of it once more. */

const read = (stem: string, answer: string) => parseText(toLines(`一、填空题\n1. ${stem}\n答案：${answer}`))[0]!;
const blankOf = (answer: string, stem = '甲是____。') => (read(stem, answer).fields.answer as string[][])[0]!;

describe('或 between solutions', () => {
  test.each(['x=2或x=-2', 'x<1或x>3', 'x=2 或 x=3', 'x=1，或x=2', '(1,2)或(-1,2)', '$x=2$或$x=-2$'])(
    '%s is one answer, and told',
    (answer) => {
      const question = read('解是____。', answer);
      const [blank = []] = question.fields.answer as string[][];
      expect(blank[0]).toBe(answer.replace(/\$/g, answer.includes('$') ? '$' : ''));
      for (const half of answer.split(/，?\s?或\s?/)) expect(matchesBlank(half, blank)).toBe(false);
      expect(question.notes.join()).toContain('要写全才算对');
    },
  );

  test('may be written with another sign and in another order', () => {
    for (const given of ['x=2或x=-2', 'x=-2或x=2', 'x=2、x=-2', 'x=2，x=-2', 'x=-2,x=2'])
      expect(matchesBlank(given, blankOf('x=2或x=-2'))).toBe(true);
  });

  test.each(['3或-3', '2cm或3cm', '5或7个', 'k或-k', '30°或150°', '1/2或1/3', 'i++或++i', 'i=i+1或i+=1'])(
    '%s waits for somebody to look',
    (answer) => {
      const question = read('数是____。', answer);
      expect(question.isDoubtful).toBe(true);
      expect(matchesBlank(answer, (question.fields.answer as string[][])[0]!)).toBe(true);
    },
  );

  test.each([
    ['甲或乙', ['甲', '乙']],
    ['0.5或1/2', ['0.5', '1/2']],
    ['50%或0.5', ['50%', '0.5']],
    ['10cm或10厘米', ['10cm', '10厘米']],
    ['500g或0.5kg', ['500g', '0.5kg']],
    ['20或二十', ['20', '二十']],
    ['CO2或SO2', ['CO2', 'SO2']],
  ])('%s are two answers, and told', (answer, expected) => {
    const question = read('甲是____。', answer);
    expect(question.fields.answer).toEqual([expected]);
    expect(question.notes.join()).toContain('里的“或”当作几种答案');
  });

  test('in one of several blanks is told as well', () => {
    const question = read('长____，宽____。', 'x=2或x=-2；甲');
    expect((question.fields.answer as string[][])[1]).toEqual(['甲']);
    expect(question.notes.join()).toContain('要写全才算对');
  });
});

test.each(["have; 've", 'have；has', '3.14（±0.01）', '9.8±0.1'])(
  '%s is kept, and waits for somebody to look',
  (answer) => {
    expect(read('甲是____。', answer)).toMatchObject({ isDoubtful: true, problems: [] });
  },
);

test('500g/0.5kg are two answers, and wait for somebody to look', () => {
  expect(read('质量是____。', '500g/0.5kg')).toMatchObject({
    isDoubtful: true,
    fields: { answer: [['500g', '0.5kg']] },
  });
});

test.each([
  ['在第____页。', '第5页', '5'],
  ['价格是____元。', '￥12.50', '12.50'],
  ['长江在____省入海。', '江苏省', '江苏'],
  ['共有____个人。', '5个', '5'],
])('%s with the key %s accepts %s as well, and says so', (stem, answer, bare) => {
  const question = read(stem, answer);
  expect(question.fields.answer).toEqual([[answer, bare]]);
  expect(question.notes.join()).toContain(answer);
});

test.each(['苹果', '3个半', '河'])('%s is what it is', (answer) => {
  expect(read('在____个。', answer).fields.answer).toEqual([[answer]]);
});

describe('a key of entries on one line', () => {
  test('at the last question is for each of those that wait', () => {
    const text = '一、单选题\n1．一问\nA．一 B．二\n二、填空题\n2．二是____。\n答案：1．A 2．甲';
    expect(parseText(toLines(text)).map(({ fields, problems }) => [fields.answer, problems])).toEqual([
      [['A'], []],
      [[['甲']], []],
    ]);
  });

  test('that misses one of them is none', () => {
    const text = '一、填空题\n1．一是____。\n2．二是____。\n3．三是____。\n答案：1．甲 3．丙';
    const questions = parseText(toLines(text));
    expect(questions.map(({ problems, isDoubtful }) => problems.length > 0 || isDoubtful === true)).toEqual([
      true,
      true,
      true,
    ]);
  });
});

describe('a bank of words', () => {
  test('behind letters stands in each stem, and a blank accepts the letter and its word', () => {
    const bank = 'A. apple B. banana C. cat D. dog E. egg';
    const text = `一、选词填空\n${bank}\n1. I eat an ____.\n2. The ____ barks.\n答案：1. A 2. D`;
    const questions = parseText(toLines(text));
    expect(questions.map(({ fields }) => [fields.stem, fields.answer])).toEqual([
      [`${bank}\nI eat an ____.`, [['A', 'apple']]],
      [`${bank}\nThe ____ barks.`, [['D', 'dog']]],
    ]);
    for (const { problems, notes } of questions) {
      expect(problems).toEqual([]);
      expect(notes.join()).toContain('备选词的字母');
    }
  });

  test('without letters stands in each stem as well', () => {
    const [question] = parseText(toLines('一、选词填空\napple  banana  cat\n1. I eat an ____.\n答案：apple'));
    expect(question?.fields.stem).toBe('apple  banana  cat\nI eat an ____.');
  });
});
