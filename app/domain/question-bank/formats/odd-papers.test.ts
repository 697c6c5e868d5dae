import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** Papers as they come from sites, from other systems and out of old files: nothing is lost or changed in silence. */

const read = (...lines: string[]) => parseText(toLines(lines.join('\n')));
const notes = (...lines: string[]) => read(...lines).flatMap((question) => question.notes);
const OPTIONS = ['A. 一', 'B. 二', 'C. 三', 'D. 四'];

describe('numbers that do not count on', () => {
  test('a question left out begins the next one all the same', () => {
    const questions = read('一、判断题', '1、甲错。', '3、乙对。', '(√)', '4、丙错。(ⅹ)', '9、.丁对。(√)');
    expect(questions.map(({ fields }) => [fields.stem, fields.answer])).toEqual([
      ['甲错。', ''],
      ['乙对。', 'T'],
      ['丙错。', 'F'],
      ['丁对。', 'T'],
    ]);
    expect(questions.flatMap((question) => question.notes).filter((note) => note.includes('题号从'))).toHaveLength(2);
  });

  test('and the key follows the numbers that wait for it', () => {
    const questions = read(
      ...['一、填空题', '1. 甲____。', '3. 乙____。', '6. 丙____。', '二、判断题', '7. 丁。', '9. 戊。'],
      ...['三、简答题', '14. 己？', '参考答案', '1.一 3.二 6.三 7.√ 9.×', '14.七'],
    );
    expect(questions.map(({ fields }) => fields.answer)).toEqual([[['一']], [['二']], [['三']], 'T', 'F', '七']);
  });

  test('a number that stands twice makes a key by numbers doubtful', () => {
    const paper = [1, 2, 2, 3].flatMap((number) => [`${number}. 题`, ...OPTIONS]);
    const questions = read('一、选择题', ...paper, '参考答案', '1.A 2.B 3.A 4.B');
    expect(questions[3]?.isDoubtful).toBe(true);
    expect(questions[3]?.notes.join()).toContain('没有读到这些题');
  });
});

test.each(['材料一 | 1840年，鸦片战争。', '材料一  1840年，鸦片战争。', '材料一：1840年，鸦片战争。'])(
  '%s above the questions is their text',
  (line) => {
    const questions = read(line, '1．根据材料一，指出事件。', '答案：鸦片战争', '2．甲', ...OPTIONS, '答案：A');
    expect(questions.map(({ fields }) => String(fields.stem).split('\n')[0])).toEqual([line, line]);
  },
);

describe('a key', () => {
  const PAPER = ['一、填空题', '18．一年有____和____。', '19．圆周率____。', '二、简答题', '20．甲？', '21．乙？'];
  test.each([
    [['参考答案', '18．春；秋19．3.14', '20．答一。21．第一点；第二点。']],
    [['参考答案', '18、春；秋。19、3.14', '20、答一。21、第一点；第二点。']],
  ])('%j with several entries on a line', (lines) => {
    expect(read(...PAPER, ...lines).map(({ fields }) => fields.answer)).toEqual([
      [['春'], ['秋']],
      [['3.14']],
      '答一。',
      '第一点；第二点。',
    ]);
  });

  test('parted by Roman numbers as its paper is', () => {
    const questions = read(
      ...[
        'Ⅰ. 单项选择',
        '1. 甲',
        ...OPTIONS,
        '2. 乙',
        ...OPTIONS,
        'Ⅱ. 适当形式填空',
        '1. He ____ (go).',
        '2. A ____ (tall).',
      ],
      ...['Keys:', 'Ⅰ. 1. B 2. A', 'Ⅱ. 1. goes 2. taller'],
    );
    expect(questions.map(({ fields }) => fields.answer)).toEqual([['B'], ['A'], [['goes']], [['taller']]]);
    // Ⅰ is not 一: what stands below 一 may be counted so.
    const nested = read(
      ...['一、选择题', '1. 甲', ...OPTIONS, '2. 乙', ...OPTIONS, 'Ⅰ. 填空题', '1. 丙____', '2. 丁____'],
      ...['参考答案', '一、1. B 2. A', 'Ⅰ. 1. 三 2. 四'],
    );
    expect(nested.map(({ fields }) => fields.answer)).toEqual([['B'], ['A'], [['三']], [['四']]]);
  });

  test('Roman numbers go on behind six', () => {
    const questions = read(
      ...['Ⅵ. 选择题', '1. 甲', ...OPTIONS, '答案：A', 'Ⅶ．填空题', '1. 乙____', '答案：二', 'VIII. 判断题', '1. 丙。'],
      ...['答案：√', 'IX. Fill in the blanks.', '1. 丁____', '答案：四', 'X. 简答题', '1. X、Y 各是什么？', '答案：五'],
    );
    expect(questions.map(({ fields }) => fields.answer ?? fields.referenceAnswer)).toEqual([
      ['A'],
      [['二']],
      'T',
      [['四']],
      '五',
    ]);
    expect(questions.flatMap(({ notes: own }) => own)).toEqual([]);
  });

  test('for sections that are one text each gives each its own', () => {
    const questions = read(
      ...['四、默写', '1. 写出一句。', '五、书面表达（25分）', '假定你是李华，写一封邮件。', '参考答案'],
      ...['四、海日生残夜', '五、Dear Peter'],
    );
    expect(questions.map(({ fields }) => fields.answer ?? fields.referenceAnswer)).toEqual([
      [['海日生残夜']],
      'Dear Peter',
    ]);
  });

  test('behind one text ends where the next text begins', () => {
    const text = 'Tom lived in a small village when he was young and walked to school.';
    const questions = read(
      ...[
        '一、阅读理解',
        'A',
        text,
        '1. 甲',
        ...OPTIONS,
        '2. 乙',
        ...OPTIONS,
        '【答案】1. A  2. B',
        '【1题详解】',
        '因为。',
      ],
      ...['B', `${text} Twice.`, '3. 丙', ...OPTIONS, '4. 丁', ...OPTIONS, '【答案】3. C  4. D'],
    );
    expect(questions.map(({ fields }) => [fields.stem, fields.answer, fields.analysis])).toEqual([
      [`A\n${text}\n甲`, ['A'], '因为。'],
      [`A\n${text}\n乙`, ['B'], undefined],
      [`B\n${text} Twice.\n丙`, ['C'], undefined],
      [`B\n${text} Twice.\n丁`, ['D'], undefined],
    ]);
  });

  test('without a title is part of no question', () => {
    const paper = [1, 2, 3, 4].flatMap((number) => [`${number}. 题`, ...OPTIONS]);
    const questions = read('一、选择题', ...paper, '1-4：D、A、C、B');
    expect(questions.map(({ fields }) => fields.answer)).toEqual([['D'], ['A'], ['C'], ['B']]);
  });

  test('with parts of an answer keeps them together, below the name of the paper', () => {
    const [question] = read(
      ...['一、计算题', '1、求：（1）传动比；（2）转速。', '2、求和。', 'XX学校2023学年第一学期期末考试'],
      ...['参考答案及评分标准', '1、解：（1）i=2（5分）', '（2）n=500（5分）', '2、3'],
    );
    expect(question?.fields.referenceAnswer).toBe('（1）i=2（5分）\n（2）n=500（5分）');
  });

  test('with the name of a section, or with answers of questions that are not there', () => {
    const questions = read(
      ...['一、选择题', '1. 甲', ...OPTIONS, '2. 乙', ...OPTIONS, '二、非选择题', '3. 丙？', '4. 丁？'],
      ...['参考答案', '一、选择题', '1.A 2.B', '二、非选择题', '3．三', '4．四', '7．七'],
    );
    expect(questions.map(({ problems }) => problems)).toEqual([[], [], [], []]);
    expect(questions[3]?.notes.join()).toContain('有第 7 题的答案');
  });

  test('and an analysis that says otherwise are a doubt', () => {
    const [question] = read('1. 甲', ...OPTIONS, '答案：B', '解析：一错，故选A。');
    expect(question?.isDoubtful).toBe(true);
  });
});

describe('a text for several questions without their numbers', () => {
  const TEXT = '下表为某城市气候资料，据此完成下面小题。';
  test('below the options of the question before', () => {
    const questions = read(
      '一、选择题',
      '1. 甲',
      ...OPTIONS,
      TEXT,
      '2. 乙',
      ...OPTIONS,
      '3. 丙',
      ...OPTIONS,
      '答案：A',
    );
    expect(questions[0]?.fields.options).toEqual(['一', '二', '三', '四']);
    expect(questions.map(({ fields }) => String(fields.stem).includes(TEXT))).toEqual([false, true, true]);
  });

  test('right below a heading, and no longer than to its answers', () => {
    const questions = read(
      ...['一、选择题', TEXT, '1. 甲', ...OPTIONS, '2. 乙', ...OPTIONS, '【答案】1. A    2. B'],
      ...['【1题详解】', '因为甲。', '【2题详解】因为乙。', '3. 丙', ...OPTIONS, '【答案】B'],
    );
    expect(questions.map(({ fields }) => String(fields.stem).includes(TEXT))).toEqual([true, true, false]);
    expect(questions.map(({ fields }) => fields.analysis)).toEqual(['因为甲。', '因为乙。', undefined]);
  });
});

test('what stands below the last option is told, and what is printed on every paper is none of it', () => {
  expect(read('1. 甲', ...OPTIONS, '得分 | 评卷人', '2. 乙', ...OPTIONS)[0]?.fields.options).toHaveLength(4);
  expect(read('1. 甲', ...OPTIONS, '学科网（北京）股份有限公司', '2. 乙')[0]?.fields.options).toContain('四');
  expect(notes('1. 甲', ...OPTIONS, '来路不明的一行', '答案：A').join()).toContain('选项 D 有 2 行');
});

test('a worked solution says the answer where nothing else does', () => {
  const questions = read(
    ...[
      '一、选择题',
      '1．（3分）最小的是（　　）',
      ...OPTIONS,
      '【分析】比较．',
      '【解答】解：二最小，',
      '故选：B．',
      '【点评】略．',
    ],
    ...['二、填空题', '2．a＝____．', '【解答】解：a＝±5，', '故答案为：±5．'],
    ...['三、解答题', '3．计算：1+1．', '【解答】解：原式＝2．'],
  );
  expect(questions.map(({ fields }) => fields.answer ?? fields.referenceAnswer)).toEqual([
    ['B'],
    [['±5']],
    '解：原式＝2．',
  ]);
});

test('questions that stand again with their solutions are read once', () => {
  const paper = ['1．最小的数是（　　）', ...OPTIONS, '2．最大的数是（　　）', ...OPTIONS];
  const questions = read(
    ...paper,
    '参考答案与试题解析',
    ...paper.slice(0, 5),
    '【解答】故选：B．',
    ...paper.slice(5),
    '【解答】故选：C．',
  );
  expect(questions.map(({ fields }) => fields.answer)).toEqual([['B'], ['C']]);
});

test('a number or a letter on a line of its own, as 超星 and 雨课堂 are copied', () => {
  const one = (number: number, answer: string) => [
    `${number}`,
    '题干',
    'A',
    '一',
    'B',
    '二',
    'C',
    '三',
    '我的答案：A',
    `正确答案：${answer}`,
  ];
  const questions = read(
    '一.单选题（共2题，4.0分）',
    ...one(1, 'B'),
    ...one(2, 'C'),
    '二.判断题（共1题，1.0分）',
    '1',
    '天是蓝的。',
    '正确答案：√',
  );
  expect(questions.map(({ fields }) => [fields.stem, fields.answer, fields.points])).toEqual([
    ['题干', ['B'], 2],
    ['题干', ['C'], 2],
    ['天是蓝的。', 'T', 1],
  ]);
});

test('boxes of 问卷星 are options', () => {
  const questions = read(
    ...['1. 红的是？ [单选题] *', '○甲', '○乙 (正确答案)', '2. 火警是119。 [判断题] *', '○对 (正确答案)', '○错'],
  );
  expect(questions.map(({ kind, fields }) => [kind, fields.answer])).toEqual([
    ['single', ['B']],
    ['judge', 'T'],
  ]);
});

test('English papers: a letter above the first text, words to be put into their form, parts without numbers', () => {
  const questions = read(
    ...[
      '第二部分 阅读（共两节）',
      '第一节（共1小题；每小题2.5分，满分2.5分）',
      'A',
      'The museum opens at 9 a.m. Tickets cost $10.',
    ],
    ...[
      '21. When does it open?',
      'A. At 8.',
      'B. At 9.',
      '第三部分 语言运用',
      '第二节（共2小题；每小题1.5分，满分3分）',
    ],
    ...['She is __56__ (good) than me. He went out without __57__ (say) a word.', '第四部分 写作（共一节）'],
    ...['第一节（满分15分）', '假定你是李华，请写一封信邀请 Tom。', '参考答案', '21. B', '56. better  57. saying'],
  );
  expect(questions.map(({ kind, fields }) => [kind, fields.points])).toEqual([
    ['single', 2.5],
    ['cloze', 3],
    ['written', 15],
  ]);
  expect(questions[0]?.fields.stem).toContain('The museum');
  expect(questions[1]?.fields.answer).toEqual([['better'], ['saying']]);
});

test('answers with what a teacher adds in brackets', () => {
  const questions = read(
    ...['一、填空题', '1. 质数：____、____。', '答案：2，3（答案不唯一）', '2. 名称是____。', '答案：乙醇（酒精）'],
    ...['3. 下一句是____。', '答案：清泉石上流 （王维《山居秋暝》）'],
  );
  expect(questions.map(({ fields }) => fields.answer)).toEqual([
    [['2'], ['3']],
    [['乙醇（酒精）', '乙醇']],
    [['清泉石上流']],
  ]);
  expect(questions.every(({ notes: own }) => own.length > 0)).toBe(true);
});

test('the traditional signs of a heading', () => {
  const [question] = read('一、單項選擇題(本大題共1小題,每小題1分,共1分)', '1.黑格爾是( A )', 'A. 甲 B. 乙');
  expect(question?.fields).toMatchObject({ points: 1, answer: ['A'] });
});

test('what was read out stands below 听力材料 and in no stem', () => {
  const questions = read(
    '1. 早上____起床。',
    '答案：六点',
    '2. 它是____的。',
    '答案：红',
    '听力材料：',
    '1. What time?',
    '2. What color?',
  );
  expect(questions.map(({ fields }) => fields.stem)).toEqual(['早上____起床。', '它是____的。']);
});

test('two answers by their parts are no one answer of a single blank', () => {
  const [question] = read('一、填空题', '1. （1）波速为____。（2）求折射率。', '答案：（1）2m/s　（2）n=1.5');
  expect(question?.problems.join()).toContain('题干有 1 个空，答案有 2 个');
});

test.each([
  ['①④', ['①④']],
  ['①', ['①']],
  ['①、④', ['①、④']],
  ['（1）（3）', ['（1）（3）']],
  ['①③④##④', ['①③④', '④']],
  ['①甲', ['甲']],
  ['1.甲', ['甲']],
  ['如：春天', ['春天']],
  ['甲；', ['甲']],
  ['甲 2分', ['甲']],
])('the key %s of one blank', (key, answers) => {
  expect(read('一、填空题', '1. 正确的是____。', `答案：${key}`)[0]?.fields.answer).toEqual([answers]);
});

test.each(['①④；②③', '①④ ②③', '①④，②③', '①. ①④    ②. ②③'])('the key %s of two blanks', (key) => {
  const [question] = read('一、填空题', '1. 正确的是____，错误的是____。', `答案：${key}`);
  expect(question?.fields.answer).toEqual([['①④'], ['②③']]);
});

test('points before the place for the answer', () => {
  const [question] = read('一、选择题（每题2分）', '1. 正确的一项是（4分）（  ）', ...OPTIONS, '答案：A');
  expect(question?.fields).toMatchObject({ points: 4, stem: '正确的一项是（  ）' });
});

test('a heading above a text for several questions ends the question before it', () => {
  const questions = parseText(
    toLines(
      '一、默写\n5. 根据语境默写：\n（1）“____”。\n答案：会当凌绝顶\n二、诗歌鉴赏\n阅读下面这首诗，完成6～7题。\n山居秋暝\n空山新雨后，天气晚来秋。\n6. 体裁是（  ）\nA．绝句 B．律诗\n答案：B\n7. 赏析首句。\n答案：以动衬静。',
    ),
  );
  const unkeyed = parseText(
    toLines(
      '一、默写\n5. 根据语境默写：\n（1）“____”。\n二、诗歌鉴赏\n阅读下面这首诗，完成6～7题。\n山居秋暝\n空山新雨后。\n6. 体裁？\n7. 赏析首句。',
    ),
  );
  expect([questions[0], unkeyed[0]].map((each) => String(each?.fields.stem).includes('诗歌鉴赏'))).toEqual([
    false,
    false,
  ]);
});

test('a text for later questions behind an option is told, and what a page has to click on is left out', () => {
  const [first] = parseText(
    toLines('1. 甲？\nA. 一 B. 二\n材料三：某地降水 800 毫米。\n2. 结合材料三，说明气候。\n答案\n1.A 2.湿润。'),
  );
  expect([first?.isDoubtful, first?.notes.join('').includes('像是后面几题的材料')]).toEqual([true, true]);
  const [clicked] = parseText(
    toLines('1. 甲？\nA. 一\nB. 二\n答案：A\n解析：因为。\n收藏 纠错 分享\n2. 乙？\n答案：丙'),
  );
  expect(clicked?.fields.analysis).toBe('因为。');
});
