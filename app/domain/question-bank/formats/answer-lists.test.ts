import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** Lists of answers at the end of a paper whose entries have numbers and lines of their own. */

const answers = (...lines: string[]) => parseText(toLines(lines.join('\n'))).map(({ fields }) => fields.answer);
const SHORT = ['四、简答题', '1. 简述甲。', '2. 简述乙。', '答案：'];

describe('numbers inside one answer of the list', () => {
  test.each([
    ['1.答：甲的要点有三：1.要点一；2.要点二；3.要点三。', '甲的要点有三：1.要点一；2.要点二；3.要点三。'],
    ['1、甲：1、要点一；2、要点二', '甲：1、要点一；2、要点二'],
    ['1.要点有：1)一；2)二；3)三', '要点有：1)一；2)二；3)三'],
  ])('%s are not the next question’s answers', (line, reference) => {
    expect(answers(...SHORT, line, '2.乙的要点。')).toEqual([reference, '乙的要点。']);
    expect(answers(...SHORT, `四、${line}`, '2.乙的要点。')).toEqual([reference, '乙的要点。']);
  });

  test('on lines of their own they are not either', () => {
    expect(
      answers(...SHORT, '1.答：要点有：', '1.要点一', '2.要点二', '3.要点三', '2.乙的要点。', '1.丙', '2.丁'),
    ).toEqual(['要点有：\n1.要点一\n2.要点二\n3.要点三', '乙的要点。\n1.丙\n2.丁']);
  });

  test('the next question’s answer may stand behind them on the line', () => {
    expect(answers(...SHORT, '1.要点：1.一；2.二；3.三 2.乙的要点。')).toEqual([
      '要点：1.一；2.二；3.三',
      '乙的要点。',
    ]);
  });

  test('an answer that ends with 1. begins no list', () => {
    expect(
      answers('一、填空题', '1. 甲是____。', '2. 乙是____。', '3. 丙是____。', '答案：', '1. x=1. 2. 4 3. 5'),
    ).toEqual([[['x=1.']], [['4']], [['5']]]);
  });
});

describe('答案：1．A with the others on lines of their own', () => {
  const PAPER = [
    '1．甲是',
    'A．一 B．二',
    '2．乙是',
    'A．一 B．二',
    '3．丙有____个，丁有____个。',
    '4．简述戊。',
    '5．简述己。',
  ];
  const LIST = ['2．B', '3．34；4', '4．①制造有机物；②释放氧气。', '5．分解有机物。'];
  const READ = [['A'], ['B'], [['34'], ['4']], '①制造有机物；②释放氧气。', '分解有机物。'];

  test.each(['答案：1．A', '参考答案：1、A', '【答案】1.A'])('%s is the list of the whole paper', (first) => {
    expect(
      answers(...PAPER, first, ...LIST.map((line) => line.replace('．', first.charAt(4) === '、' ? '、' : '．'))),
    ).toEqual(READ);
    expect(answers('一、选择题', ...PAPER.slice(0, 4), '二、其他', ...PAPER.slice(4), '', first, ...LIST)).toEqual(
      READ,
    );
  });

  test('an answer of several points keeps them', () => {
    expect(
      answers('1．简述甲。', '答案：乙', '2．简述丙。', '答案：1．丁', '2．戊', '3．己', '3．简述庚。', '答案：辛'),
    ).toEqual(['乙', '1．丁\n2．戊\n3．己', '辛']);
    // The first question alone has no answer: too few to be a list.
    expect(answers('1．简述甲。', '答案：1．丁', '2．戊', '2．简述丙。', '答案：庚')).toEqual(['1．丁\n2．戊', '庚']);
  });
});

describe('entries in any order', () => {
  const PAPER = ['1. 甲是什么？', '2. 乙是什么？', '3. 丙是什么？'];

  test('each go to the question of their number', () => {
    expect(answers(...PAPER, '参考答案', '3. 汽', '2. 冰', '1. 水')).toEqual(['水', '冰', '汽']);
    const choices = ['1. 甲（ ）', 'A. 一 B. 二', '2. 乙（ ）', 'A. 一 B. 二'];
    expect(answers(...choices, '答案与解析', '第2题：B。乙是二。', '第1题：A。甲是一。')).toEqual([['A'], ['B']]);
  });

  test('below the name of a second part', () => {
    const key = ['3. 【答案】汽', '【解析】第3页。', '1. 【答案】水', '2. 【答案】冰'];
    expect(answers(...PAPER, '第二部分 答案与解析', ...key)).toEqual(['水', '冰', '汽']);
  });

  test('and parts that count within an answer stay in it', () => {
    expect(answers(...PAPER, '参考答案', '1. 水', '2. 冰有两点：', '（1）冷', '（2）硬', '3. 汽')).toEqual([
      '水',
      '冰有两点：\n（1）冷\n（2）硬',
      '汽',
    ]);
  });
});

describe('lines without a number', () => {
  const PAPER = ['I. 单项选择', '1. He ____ Tom.', 'A. is B. am', '2. She ____ Lucy.', 'A. is B. am'];

  test('below the name of a section are its one answer', () => {
    const essay = ['IV. 书面表达', '请写一篇短文。'];
    const key = ['Keys:', 'I. 1-2 AA', 'IV. One possible version:', 'My family has three people.'];
    const written = parseText(toLines([...PAPER, ...essay, ...key].join('\n')))[2];
    expect(written?.fields.referenceAnswer).toBe('My family has three people.');
  });

  test('答案 1.A 2.B needs no colon', () => {
    expect(answers(...PAPER, '答案 1.A 2.B')).toEqual([['A'], ['B']]);
  });
});

describe('numbers that begin again in each section', () => {
  const SECTIONS = [
    ['一、填空题', '1. 甲____', '2. 乙____'],
    ['二、填空题', '1. 丙____', '2. 丁____'],
    ['三、判断题', '1. 戊。', '2. 己。'],
  ];
  const parse = (lines: string[]) => parseText(toLines(lines.join('\n')));

  test.each([
    [['答案：1. 一 2. 二'], ['答案：1. 三 2. 四'], ['答案：1.√ 2.×']],
    [
      ['参考答案', '1. 一', '2. 二'],
      ['参考答案', '1. 三', '2. 四'],
      ['参考答案', '1-2 √×'],
    ],
  ])('with the answers behind each: %j', (...keys) => {
    const questions = parse(SECTIONS.flatMap((lines, at) => [...lines, ...keys[at]!]));
    expect(questions.map(({ fields }) => fields.answer)).toEqual([[['一']], [['二']], [['三']], [['四']], 'T', 'F']);
    expect(questions.flatMap(({ notes }) => notes)).toEqual([]);
  });

  test('where one section has answers alone they are held, and given to no other', () => {
    const questions = parse([...SECTIONS[0]!, ...SECTIONS[1]!, '答案：1. 三 2. 四']);
    expect(questions.map(({ fields }) => fields.answer)).toEqual([[], [], [['三']], [['四']]]);
    expect(questions.map(({ isDoubtful }) => isDoubtful ?? false)).toEqual([false, false, true, true]);
    const choices = ['一、选择题', '1. 甲', 'A. 一', 'B. 二', '2. 乙', 'A. 一', 'B. 二'];
    const lettered = parse([...choices, ...SECTIONS[1]!, '参考答案', '1. A', '2. B']);
    expect(lettered.map(({ fields, isDoubtful }) => [fields.answer, isDoubtful ?? false])).toEqual([
      [['A'], true],
      [['B'], true],
      [[], false],
      [[], false],
    ]);
  });
});

describe('questions that are counted as sections are', () => {
  const parse = (...lines: string[]) =>
    parseText(toLines(lines.join('\n'))).map(({ fields }) => [fields.stem, fields.answer]);
  const READ = [
    ['简述光合作用的意义。', '甲'],
    ['论述改革开放的意义。', '乙'],
    ['解方程x=1。', '丙'],
  ];

  test.each(['参考答案', '答案：'])('一、 with their key behind %s', (title) => {
    expect(
      parse(
        '一、简述光合作用的意义。',
        '二、论述改革开放的意义。',
        '三、解方程x=1。',
        title,
        '一、甲',
        '二、乙',
        '三、丙',
      ),
    ).toEqual(READ);
  });

  test('（一） below 一、简答题, with an answer each or a key', () => {
    const [first, second, third] = [
      '（一）简述光合作用的意义。',
      '（二）论述改革开放的意义。',
      '（三）解方程x=1。',
    ] as const;
    expect(parse('一、简答题', first, '答案：甲', second, '答案：乙', third, '答案：丙')).toEqual(READ);
    const paper = ['一、简答题（共30分）', first, second, third];
    expect(parse(...paper, '参考答案', '（一）甲', '（二）乙', '（三）丙')).toEqual(READ);
    expect(parse(...paper, '参考答案', '一、（一）甲', '（二）乙', '（三）丙')).toEqual(READ);
  });

  test('and where they were read as one question it is held', () => {
    const lines = [
      '一、名词解释：光合作用（10分）',
      '二、简述光合作用的意义。（20分）',
      '三、论述改革开放的意义。（30分）',
    ];
    const [question] = parseText(toLines([...lines, '答案：略'].join('\n')));
    expect(question).toMatchObject({
      isDoubtful: true,
      notes: expect.arrayContaining([expect.stringContaining('二、简述')]),
    });
  });
});
