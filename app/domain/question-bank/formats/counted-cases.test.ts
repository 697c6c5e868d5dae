import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** 案例一 … 案例二 and 一、根据以下资料，回答111～112题。: each text is for the questions below it. */

const read = (...lines: string[]) => parseText(toLines(lines.join('\n')));
const stemsOf = (lines: string[]) => read(...lines).map(({ fields }) => fields.stem ?? fields.prompt);
const ASKED = ['1．张某的行为是否合法？', '2．为什么？', '3．李某的行为是否合法？', '4．怎么办？'];
const KEY = ['答案：', '1．不合法。', '2．因为甲。', '3．合法。', '4．因为乙。'];

describe('cases that are counted', () => {
  const [FIRST, SECOND, THIRD, FOURTH] = ASKED.map((line) => line.slice(2));
  test.each([
    ['案例一', '案例二', ''],
    ['案例1：', '案例2：', ''],
    ['【案例一】', '【案例二】', ''],
    ['情境一', '情境二', ''],
    ['案例一', '案例二', '一、案例分析题'],
    ['案例一：', '案例二：', '一、简答题'],
  ])('%s and %s below “%s”', (one, two, heading) => {
    const above = heading === '' ? [] : [heading];
    const isAlone = /[一二]$/.test(one);
    const cases = [one, two].map((name, at) => {
      const text = `${at === 0 ? '张' : '李'}某违反规定。`;
      return isAlone ? [name, text] : [`${name}${text}`];
    });
    const [first = [], second = []] = cases;
    if (one === '【案例一】') above.push('一、案例分析题');
    const stems = stemsOf([...above, ...first, ...ASKED.slice(0, 2), ...second, ...ASKED.slice(2), ...KEY]);
    expect(stems).toEqual([
      [...first, FIRST].join('\n'),
      [...first, SECOND].join('\n'),
      [...second, THIRD].join('\n'),
      [...second, FOURTH].join('\n'),
    ]);
  });

  test('with the answer behind each question', () => {
    const lines = ASKED.flatMap((line, at) => [line, `答案：${at}`]);
    lines.splice(4, 0, '案例二', '李某违反规定。');
    expect(stemsOf(['一、案例分析题', '案例一', '张某违反规定。', ...lines])[2]).toBe(
      `案例二\n李某违反规定。\n${THIRD}`,
    );
  });

  test('numbers that begin again are told', () => {
    const lines = [
      '案例一',
      '张某违反规定。',
      ...ASKED.slice(0, 2),
      '案例二',
      '李某违反规定。',
      '1．合法吗？',
      '2．为何？',
    ];
    const questions = read('一、案例分析题', ...lines, ...KEY);
    expect(questions.flatMap(({ notes }) => notes).join()).toContain('“案例二”起的文字也许是另外几题的材料');
    expect(questions.some(({ isDoubtful }) => isDoubtful)).toBe(true);
  });

  test('案例二 of a question with both stays in it', () => {
    const [first] = read(
      '1．比较两个案例。',
      '案例一',
      '张某违反规定。',
      '案例二',
      '李某守法。',
      '2．为什么？',
      '答案：',
      '1．甲',
      '2．乙',
    );
    expect(first?.fields.stem).toBe('比较两个案例。\n案例一\n张某违反规定。\n案例二\n李某守法。');
  });
});

describe('texts counted as sections are', () => {
  const GRAIN = '2023年，某省粮食总产量为4000万吨。';
  const STEEL = '2024年，某省钢产量为2000万吨。';
  const question = (number: number, key: string) => [
    `${number}．下列正确的是（ ）`,
    'A．甲  B．乙',
    ...(key === '' ? [] : [`答案：${key}`]),
  ];
  const paper = (isKeyed: boolean) => [
    '第五部分 资料分析',
    '一、根据以下资料，回答111～112题。',
    GRAIN,
    ...question(111, isKeyed ? 'A' : ''),
    ...question(112, isKeyed ? 'B' : ''),
    '二、阅读以下资料，回答113～114题。',
    STEEL,
    ...question(113, isKeyed ? 'A' : ''),
    ...question(114, isKeyed ? 'B' : ''),
    ...(isKeyed ? [] : ['参考答案', '111．A 112．B 113．A 114．B']),
  ];

  test.each([[true], [false]])('their questions have them, keyed each: %s', (isKeyed) => {
    const questions = read(...paper(isKeyed));
    const stem = (bid: string, text: string) => `${bid}\n${text}\n下列正确的是（ ）`;
    expect(questions.map(({ fields }) => fields.stem)).toEqual([
      stem('根据以下资料，回答111～112题。', GRAIN),
      stem('根据以下资料，回答111～112题。', GRAIN),
      stem('阅读以下资料，回答113～114题。', STEEL),
      stem('阅读以下资料，回答113～114题。', STEEL),
    ]);
    expect(questions.map(({ fields }) => fields.answer)).toEqual([['A'], ['B'], ['A'], ['B']]);
    expect(questions.flatMap(({ problems }) => problems)).toEqual([]);
  });
});
