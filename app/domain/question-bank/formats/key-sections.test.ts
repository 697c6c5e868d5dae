import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** Keys that call the sections by the names the paper has for them, and what stands in a key for nobody. */

const read = (...lines: string[]) => parseText(toLines(lines.join('\n')));
const keys = (...lines: string[]) => read(...lines).map(({ fields, problems }) => [fields.answer, ...problems]);
const OPTIONS = 'A. 一  B. 二';
const four = (first: string, second: string) => [
  first,
  '1. 甲（ ）',
  OPTIONS,
  '2. 乙（ ）',
  OPTIONS,
  second,
  '3. 丙（ ）',
  OPTIONS,
  '4. 丁（ ）',
  OPTIONS,
];
const ALL = [[['A']], [['B']], [['B']], [['A']]];

describe('a section by its name', () => {
  test.each([
    [['听力 1-2 AB', '单选 3-4 BA']],
    [['听力：1-2 AB', '单选：3-4 BA']],
    [['听力: 1. A 2. B', '单选: 3. B 4. A']],
    [['一、听力 1-2 AB', '二、单选 3-4 BA']],
    [['一、听力：1-2 AB 二、单选：3-4 BA']],
    [['听力（1-2）AB', '单选（3-4）BA']],
    [['听力', '1-2 AB', '单选', '3-4 BA']],
    [['听力（共2题）', '1. A', '2. B', '单选（共2题）', '3. B', '4. A']],
    [['【听力】1-2 AB', '【单选】3-4 BA']],
    [['听力答案：1-2 AB', '单选答案：3-4 BA']],
    [['单选 3-4 BA', '听力 1-2 AB']],
  ])('%j', (key) => {
    for (const title of ['答案', '参考答案']) expect(keys(...four('一、听力', '二、单选'), title, ...key)).toEqual(ALL);
  });

  test.each([
    ['听力', '阅读'],
    ['Ⅰ. 听力', 'Ⅱ. 单项选择'],
    ['阅读理解', '完形填空'],
    ['语文', '数学'],
    ['基础知识', '现代文阅读'],
    ['第一部分 听力', '第二部分 阅读理解'],
  ])('%s and %s in both places', (first, second) =>
    expect(keys(...four(first, second), '参考答案', first, '1-2 AB', second, '3-4 BA')).toEqual(ALL),
  );

  test('may be shorter than the paper has it', () =>
    expect(keys(...four('一、听力理解', '二、阅读理解'), '参考答案', '听力：1-2 AB', '阅读：3-4 BA')).toEqual(ALL));

  test('tells apart sections that count alike', () => {
    const twice = (name: string) => [name, '1. 甲（ ）', OPTIONS, '2. 乙（ ）', OPTIONS];
    const paper = [...twice('一、听力'), ...twice('二、阅读')];
    expect(keys(...paper, '参考答案', '阅读 1-2 BA', '听力 1-2 AB')).toEqual(ALL);
  });

  test('of a part whose sections count alike', () => {
    const part = (name: string, from: number) => [
      `${name}（共两节）`,
      '第一节（共1小题）',
      `${from}. 甲（ ）`,
      OPTIONS,
      '第二节（共1小题）',
      `${from + 1}. 乙（ ）`,
      OPTIONS,
    ];
    const paper = [...part('第一部分 听力', 1), ...part('第二部分 阅读', 3)];
    expect(keys(...paper, '参考答案', '听力', '1. A 2. B', '阅读', '3. B', '4. A')).toEqual(ALL);
  });

  test('without a question is told, and its numbers are of no other', () => {
    const questions = read(
      ...four('一、听力', '二、单选'),
      '三、短文改错',
      '参考答案',
      '短文改错',
      '1. go→went 2. saw→see',
    );
    expect(questions[0]?.fields.answer).toEqual([]);
    expect(questions[3]?.notes.join()).toContain('1. go→went 2. saw→see');
  });

  test('of a text has the text as its answer', () => {
    const paper = [...four('一、听力', '二、单选'), '三、应用文写作（满分15分）', '假定你是李华，请给Jim写信。'];
    const questions = read(...paper, '参考答案', '听力 1-2 AB', '单选 3-4 BA', '应用文写作', 'Dear Jim,', 'I am fine.');
    expect(questions[3]?.fields.answer).toEqual(['A']);
    expect(questions[4]).toMatchObject({
      fields: { prompt: '假定你是李华，请给Jim写信。', referenceAnswer: 'Dear Jim,\nI am fine.' },
      problems: [],
      notes: [],
    });
  });

  test('single answers before those of several on one line', () => {
    const more = ['一、听力', '1. 甲（ ）', OPTIONS, '二、阅读', '6. 乙（ ）', OPTIONS, '7. 丙（ ）', OPTIONS];
    expect(keys(...more, '参考答案', '1. A 6-7 BA')).toEqual([[['A']], [['B']], [['A']]]);
  });

  test('a line that is but like one stays in its answer', () => {
    const paper = ['一、阅读', '1. 他爱做什么？', '2. 为什么？', '参考答案', '1. 有两样：', '阅读和听力', '2. 有益'];
    expect(read(...paper)[0]?.fields.answer).toBe('有两样：\n阅读和听力');
  });
});

describe('behind the last blank of a text', () => {
  const PASSAGE = [
    '第一节 语法填空（共3小题；每小题1.5分，满分4.5分）',
    'The panda ___56___ (live) in China. It is ___57___ animal. People go ___58___ (see) it.',
  ];
  const REST = ['第二节 短文改错', 'Yesterday I go to school.', '第三节 书面表达（满分25分）', '请给Jim写信。'];
  const KEY = [['lives'], ['an'], ['to see']];
  const ENTRIES = '56. lives  57. an  58. to see';
  const notesOf = (...key: string[]) => {
    const questions = read(...PASSAGE, ...REST, '答案', ENTRIES, ...key);
    expect(questions[0]?.fields.answer).toEqual(KEY);
    return questions.flatMap(({ notes }) => notes).join();
  };

  test('entries of questions that were not read are told', () => {
    expect(notesOf('66. go→went 67. saw→see')).toContain('第 66、67 题的答案');
    expect(notesOf('66．go→went', '67．saw→see')).toContain('第 66、67 题的答案');
  });

  test('a text is told, and none of the key', () =>
    expect(notesOf('Dear Jim,', 'I am fine.')).toContain('没有导入：“Dear Jim, I am fine.”'));

  test('another section has its own answers', () => {
    const questions = read(
      ...PASSAGE,
      ...REST,
      '答案',
      ENTRIES,
      '短文改错',
      '1. go→went',
      '书面表达 One possible version',
      'Dear Jim,',
    );
    expect(questions[0]).toMatchObject({ fields: { answer: KEY }, problems: [] });
    expect(questions[2]?.fields.referenceAnswer).toBe('One possible version\nDear Jim,');
  });

  test('on its line a number with an answer of its own is doubted', () =>
    expect(read(...PASSAGE, ...REST, '答案', `${ENTRIES} 66. go→went`)[0]).toMatchObject({ isDoubtful: true }));

  test('书面表达 alone begins the next section', () => {
    const paper = [
      '语法填空',
      PASSAGE[1] ?? '',
      '书面表达',
      '请给Jim写信。',
      '答案',
      ENTRIES,
      'Dear Jim,',
      'I am fine.',
    ];
    const [passage, writing] = read(...paper);
    expect(passage?.fields.answer).toEqual(KEY);
    expect(passage?.notes.join()).toContain('没有导入：“Dear Jim, I am fine.”');
    expect(writing).toMatchObject({ kind: 'written', fields: { prompt: '请给Jim写信。' } });
  });

  test('短文改错 alone begins the next section as well', () => {
    const [passage, mistakes] = read(
      '语法填空',
      PASSAGE[1] ?? '',
      '短文改错',
      'Yesterday I go.',
      '答案',
      ENTRIES,
      '66. go→went',
    );
    expect(passage?.fields).toMatchObject({ answer: KEY, stem: expect.not.stringContaining('Yesterday') as string });
    expect(mistakes?.problems.join()).toContain('改错');
    expect(mistakes?.notes.join()).toContain('第 66 题');
  });

  test('as many lines as blanks are no key where the first line has all of it', () => {
    const [passage] = read('语法填空', PASSAGE[1] ?? '', `答案：${ENTRIES}`, 'Dear Jim,', 'I am fine.');
    expect(passage?.fields.answer).toEqual(KEY);
    expect(passage?.notes.join()).toContain('Dear Jim,');
  });
});
