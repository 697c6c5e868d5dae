import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { recognise } from './formats.server';
import { readText } from './text-file.server';
import { parseText, toLines } from './text-format';

/** Papers as schools type them: each part where it belongs, or told at its question. */

const read = (...lines: string[]) => parseText(toLines(lines.join('\n')));
const keys = (...lines: string[]) => read(...lines).map(({ kind, fields }) => [kind, fields.stem, fields.answer]);
const problems = (...lines: string[]) => read(...lines).flatMap((question) => question.problems);

describe('what is read out below a dialogue to complete', () => {
  const DIALOGUE = ['五、补全对话', '根据对话内容补全对话。', 'A: Hello!', 'B: 1.____', 'A: How are you?', 'B: 2.____'];
  const SAID = ['W: Hello!', 'M: Hi! I am fine.'];

  test.each([['听力原文'], ['听力材料：'], ['Script:']])('%s above it is no part of the stem', (title) => {
    const [question, ...others] = read(...DIALOGUE, title, ...SAID, '答案：1. Hello 2. fine');
    expect(others).toEqual([]);
    expect(question?.fields.stem).toBe('根据对话内容补全对话。\nA: Hello!\nB: ____\nA: How are you?\nB: ____');
    expect(question?.fields.analysis).toContain('M: Hi! I am fine.');
    expect(question?.fields.answer).toEqual([['Hello'], ['fine']]);
  });
});

describe('【题型】 above each question', () => {
  const PAPER = [
    ['【题型】单选题', '首都是（ ）', 'A. 上海', 'B. 北京', '【答案】B', '【解析】见课本。'],
    ['【题型】判断题', '水往低处流。', '【答案】正确'],
    ['【题型】填空题', '水的化学式是____。', '【答案】H2O'],
    ['【题型】简答题', '读一段话。', '', '简述甲。', '【答案】略说'],
  ];
  const READ = [
    ['single', '首都是（ ）', ['B']],
    ['judge', '水往低处流。', 'T'],
    ['cloze', '水的化学式是____。', [['H2O']]],
    ['short', '读一段话。\n\n简述甲。', '略说'],
  ];

  test('begins it, without any number', () => expect(keys(...PAPER.flat())).toEqual(READ));

  test('behind the name of the paper, with blank lines and 难度 between', () => {
    const lines = PAPER.flatMap(([kind = '', ...rest]) => [kind, '【难度】难', ...rest, '']);
    expect(keys('期末测试题', '', ...lines)).toEqual(READ);
    expect(read('期末测试题', '', ...lines).map(({ fields }) => fields.level)).toEqual([3, 3, 3, 3]);
  });

  test('with numbers as well', () => {
    const lines = PAPER.flatMap(([kind = '', stem = '', ...rest], at) => [kind, `${at + 1}. ${stem}`, ...rest]);
    expect(keys(...lines)).toEqual(READ);
  });

  test('below the answers it is of the question before', () => {
    const lines = PAPER.flatMap(([kind = '', stem = '', ...rest], at) => [`${at + 1}. ${stem}`, ...rest, kind]);
    expect(keys(...lines)).toEqual(READ);
  });
});

describe('（ B ） before the number', () => {
  test('is the answer, though the text has a blank of its own', () => {
    const paper = [
      '一、单项选择',
      '( B ) 1. I ____ a boy.',
      'A. is',
      'B. am',
      '( A ) 2. —Hi! —______',
      'A. Hi',
      'B. Bye',
    ];
    expect(keys(...paper)).toEqual([
      ['single', '(　　)I ____ a boy.', ['B']],
      ['single', '(　　)—Hi! —______', ['A']],
    ]);
  });

  test('and another one below is told', () => {
    const [question] = read('一、单项选择', '( B ) 1. I ____ a boy.', 'A. is', 'B. am', '答案：A');
    expect(question?.isDoubtful).toBe(true);
  });
});

describe('答案 and 解析 with nothing but a blank behind', () => {
  test('are labels throughout a paper', () => {
    const questions = read(
      ...['1. 首都是（ ）', 'A. 上海', 'B. 北京', '答案 B', '解析 见课本。'],
      ...['二、填空题', '2. 水的化学式是____。', '答案 H2O', '解析\t氢和氧。'],
      ...['三、简答题', '3. 简述甲。', '答案　略说。', '解析  从略。'],
    );
    expect(questions.map(({ fields }) => [fields.answer, fields.analysis])).toEqual([
      [['B'], '见课本。'],
      [[['H2O']], '氢和氧。'],
      ['略说。', '从略。'],
    ]);
    expect(questions.flatMap(({ notes, problems: wrong }) => [...notes, ...wrong])).toEqual([]);
  });

  test('a text may begin with the word', () => {
    const [question] = read('1. 读一段话，回答问题。', '答案 在风中飘。', '谁写的？', '答案：甲');
    expect(question?.fields.answer).toBe('甲');
    expect(question?.fields.stem).toContain('答案 在风中飘。');
  });
});

describe('headings without a number', () => {
  const rest = ['1. 水是液体。', '答案：正确'];

  test.each([['判断题 10分'], ['（10分）判断题'], ['10分 判断题'], ['二、（10分）判断题'], ['（10分）二、判断题']])(
    '%s names its kind and its points',
    (heading) => {
      const [question, ...others] = read(heading, ...rest);
      expect(others).toEqual([]);
      expect([question?.kind, question?.fields.points, question?.notes]).toEqual(['judge', 10, []]);
    },
  );

  test('the first one below the answers of another section ends these', () => {
    expect(keys('填空题 每空2分', '1. 水是____。', '答案：冰', '简答题 10分', '2. 简述甲。', '答案：乙')).toEqual([
      ['cloze', '水是____。', [['冰']]],
      ['short', '简述甲。', '乙'],
    ]);
  });
});

describe('sentences learnt by heart', () => {
  const STEM = ['1. 默写填空。', '（1）“____，____”写月光。', '（2）“____，____”写思乡。'];
  const PARTS = [['床前明月光'], ['疑是地上霜'], ['举头望明月'], ['低头思故乡']];

  test.each([
    [['答案：（1）床前明月光，疑是地上霜', '（2）举头望明月，低头思故乡']],
    [['答案：（1）床前明月光，疑是地上霜（2）举头望明月，低头思故乡']],
    [['答案：', '床前明月光，疑是地上霜。', '举头望明月，低头思故乡。']],
    [['参考答案', '1. （1）床前明月光，疑是地上霜', '（2）举头望明月，低头思故乡']],
  ])('%j has a line for each of them', (key) => {
    const [question] = read(...STEM, ...key);
    expect(question?.problems).toEqual([]);
    expect(question?.fields.answer).toEqual(PARTS);
    expect(question?.notes.join()).toContain('已按小题分成 4 个空');
  });

  test('a line with another number of parts is no key for it', () => {
    expect(problems(...STEM, '答案：（1）床前明月光', '（2）举头望明月，低头思故乡')).toHaveLength(1);
  });
});

describe('a remark behind the answer', () => {
  test.each([
    ['声音的速度是【340】(15℃)m/s。', '', '声音的速度是____(15℃)m/s。', ['340']],
    ['声音的速度是____m/s。', '【340】(15℃)', '声音的速度是____m/s。', ['340']],
    ['声音的速度是____m/s。', '340(15℃)', '声音的速度是____m/s。', ['340(15℃)', '340']],
  ])('%s %s', (stem, answer, asked, accepted) => {
    const [question] = read('一、填空题', `1. ${stem}`, ...(answer === '' ? [] : [`答案：${answer}`]));
    expect([question?.fields.stem, question?.fields.answer]).toEqual([asked, [accepted]]);
    expect(question?.notes.join()).toContain('请核对');
  });
});

describe('a paper and its answers in two plain texts of one zip', () => {
  const zip = (files: Record<string, string>) => {
    const bytes = zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
    return { name: '期末.zip', bytes: Buffer.from(bytes) };
  };
  const asked = (keys: string[]) =>
    ['甲', '乙'].flatMap((stem, at) => [
      `${at + 1}. ${stem}？`,
      'A. 一',
      'B. 二',
      ...(keys[at] ? [`答案：${keys[at]}`] : []),
    ]);
  const analyses = '期末试卷解析\n1. 见课本。\n2. 想一想。\n再想一想。\n';
  const READ = [
    ['甲？', ['B'], '见课本。'],
    ['乙？', ['A'], '想一想。\n再想一想。'],
  ];
  const readAll = async (files: Record<string, string>) =>
    (await readText(zip(files))).map(({ fields }) => [fields.stem, fields.answer, fields.analysis]);

  test('are one paper', async () => {
    const files = {
      '期末答案.txt': '参考答案\n1. B 解析：见课本。\n2. A 解析：想一想。',
      '期末.txt': asked([]).join('\n'),
    };
    expect(recognise(zip(files)).format).toBe('text');
    expect(await readAll(files)).toEqual([READ[0], ['乙？', ['A'], '想一想。']]);
  });

  test.each([
    ['below each question', asked(['B', 'A'])],
    ['at the end of the paper', [...asked([]), '参考答案', '1-2 BA']],
  ])('the analyses are of their questions, whose answers stand %s', async (_place, lines) => {
    expect(await readAll({ '期末.txt': lines.join('\n'), '期末解析.txt': analyses })).toEqual(READ);
    expect(
      read(...lines, '解析', '1. 见课本。', '2. 想一想。', '再想一想。').map(({ fields }) => [
        fields.stem,
        fields.answer,
        fields.analysis,
      ]),
    ).toEqual(READ);
  });

  test.each(['~$期末.docx', '一班/~$末.docx', '.~期末.docx', '._期末.txt'])('%s is no paper', async (name) => {
    const files = { '期末.txt': asked([]).join('\n'), '期末答案.txt': '参考答案\n1-2 BA', [name]: '王老师' };
    expect((await readAll(files)).map(([, answer]) => answer)).toEqual([['B'], ['A']]);
  });

  test('more of them are refused by name', async () => {
    const files = { '甲.txt': '1. 甲', '乙.txt': '1. 乙', '丙.txt': '1. 丙' };
    await expect(readText(zip(files))).rejects.toThrow(/一次只能导入一份试卷/);
  });
});
