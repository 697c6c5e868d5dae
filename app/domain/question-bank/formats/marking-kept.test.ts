import { describe, expect, test } from 'vitest';
import { fieldsForBank } from './format.rules';
import { parseText, toLines } from './text-format';
import { parseMarkingPoints } from './words.rules';

/** How an answer is marked stands in the reference as the file has it, or is told. */

const read = (...lines: string[]) => parseText(toLines(lines.join('\n')));

describe.each([
  ['评分标准：每点2分。'],
  ['评分要点：\n每点（2分）'],
  ['【评分标准】答出一点给2分。'],
  ['评分细则：（1）甲（2分）；\n（2）乙（3分）'],
  ['采分点：甲'],
])('%j', (marking) => {
  test('behind the answer of a short question', () =>
    expect(read('三、简答题', '1. 为什么？', '答案：因为甲。', marking)[0]).toMatchObject({
      fields: { answer: `因为甲。\n${marking}` },
      notes: [],
    }));

  test('in a key at the end', () => {
    const questions = read('三、简答题', '1. 为什么？', '2. 为何？', '参考答案', '1. 因为甲。', marking, '2. 因为乙。');
    expect(questions.map(({ fields }) => fields.answer)).toEqual([`因为甲。\n${marking}`, '因为乙。']);
  });
});

test('a label at the end of the answer is none of it', () => {
  const questions = read(
    '三、简答题',
    '1. 为什么？',
    '2. 为何？',
    '参考答案',
    '1. 甲',
    '2. 因为乙。评分标准：',
    '每点（2分）',
  );
  expect(questions[1]).toMatchObject({ fields: { answer: '因为乙。\n评分标准：\n每点（2分）' }, notes: [] });
});

test('a text that becomes a list of points is told where it is written otherwise', () => {
  const [first, second, third] = read(
    ...['三、论述题', '1. 论述甲的意义。', '答案：甲', '评分标准：', '（1）答出甲，2分', '（2）答出乙，3分'],
    ...['2. 论述乙的意义。', '答案：甲', '评分要点：', '答出甲（2分）；', '答出乙（3分）。'],
    ...['四、作文题', '3. 写一篇作文。', '评分标准：', '内容（20分）', '语言（20分）'],
  );
  expect(first?.notes).toEqual(['“评分标准：”读作 2 条评分要点：“答出甲（2 分） 答出乙（3 分）”，请核对。']);
  expect([second?.notes, third?.notes]).toEqual([[], []]);
});

test('points behind commas are points of their own, and what they come to holds in either bank', () => {
  const [question] = read(
    ...['三、论述题（每题30分）', '1. 请讲解太和殿。', '答案：甲', '评分标准：内容完整10分，语言流畅10分，仪态10分。'],
  );
  const marked = [
    { text: '内容完整', points: 10 },
    { text: '语言流畅', points: 10 },
    { text: '仪态', points: 10 },
  ];
  expect(question?.fields).toMatchObject({ points: 30, markingPoints: marked });
  const other = { kind: 'essay' as const, fields: { prompt: '讲解', markingPoints: marked } };
  expect(fieldsForBank(other, 'theory')).toMatchObject({ points: 30 });
  expect(parseMarkingPoints('结构完整，3分')).toEqual([{ text: '结构完整', points: 3 }]);
});

test.each([
  [['一、单选题', '1. 首都是？', 'A. 甲 B. 乙', '答案：A']],
  [['一、填空题', '1. 水是____。', '答案：冰']],
  [['一、判断题', '1. 水是冰。', '答案：对']],
])('a kind that nobody marks has no place for it: %j', (lines) =>
  expect(read(...lines, '评分标准：写错不得分')[0]?.notes).toEqual(['这种题型没有评分标准，没有导入：“写错不得分”。']),
);

describe('评分标准 at the end of a key', () => {
  const OPTIONS = 'A. 1 B. 2 C. 3 D. 4';
  const PAPER = ['一、选择题', '1. 题一', OPTIONS, '2. 题二', OPTIONS, '二、简答题', '3. 计算：2+3', '4. 谈谈理想。'];
  const MARKING = ['评分标准：观点2分，论述3分。', '语言通顺1分。'];

  test.each([
    [['选择题答案：BC', '3. 5', '4. 理想美好', ...MARKING]],
    [['参考答案', '选择题：BC', '3. 5', '4. 理想美好', ...MARKING]],
    [['参考答案', '1-2 BC', '3. 5', '4. 理想美好', ...MARKING]],
  ])('%j is kept with the answer', (key) => {
    const answers = read(...PAPER, ...key).map(({ fields }) => fields.answer);
    expect(answers).toEqual([['B'], ['C'], '5', `理想美好\n${MARKING.join('\n')}`]);
  });

  test('that says otherwise than the one at the question is told', () => {
    const own = ['1. 计算：2+3', '答案：5', '评分标准：过程1分。', '2. 谈谈理想。', '答案：美好'];
    const [first] = read(...own, '参考答案', '1. 5', '评分标准：结果2分。', '2. 美好');
    expect(JSON.stringify(first?.fields)).toContain('过程');
    expect(first?.notes.join()).toContain('结果2分。');
  });

  test('behind a blank of a text is told', () => {
    const lines = [
      '语法填空',
      'It is ___56___ good ___57___.',
      '书面表达',
      '写信。',
      '答案',
      '56. a 57. b',
      '评分标准：每空1分',
    ];
    expect(read(...lines)[0]?.notes.join()).toContain('每空1分');
  });
});
