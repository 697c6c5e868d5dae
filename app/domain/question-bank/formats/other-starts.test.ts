import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** Questions and options that begin otherwise than with 1. and A., and lines that look like a beginning but are none. */

const read = (...lines: string[]) => parseText(toLines(lines.join('\n')));
const FOUR = ['北京', '上海', '广州', '天津'];

describe('options without a sign behind their letters', () => {
  test.each([
    ['on one line', ['A 北京 B 上海 C 广州 D 天津']],
    ['on two lines', ['A 北京 B 上海', 'C 广州 D 天津']],
    ['wide apart', ['A  北京    B  上海    C  广州    D  天津']],
    ['right before their texts', ['A北京 B上海 C广州 D天津']],
    ['on lines of their own', ['A北京', 'B上海', 'C广州', 'D天津']],
    ['of full width', ['Ａ 北京　Ｂ 上海　Ｃ 广州　Ｄ 天津']],
  ])('%s', (_name, options) => {
    const questions = read('1. 首都是（ ）', ...options, '答案：A', '2. 乙？', '答案：水');
    expect(questions[0]).toMatchObject({ kind: 'single', fields: { options: FOUR, answer: ['A'] }, notes: [] });
    expect(questions).toHaveLength(2);
  });

  test.each(['A 和 B 两地相距 C 千米', 'A B C D', 'A 甲 B 乙 B 丙 C 丁', 'A类 B类'])('%j are none', (line) => {
    expect(read('1. 说明下图', line, '答案：略')[0]?.fields.options ?? []).toEqual([]);
  });
});

describe('【例1】 and 变式1 begin questions', () => {
  test('whatever kind they are', () => {
    const questions = read(
      ...['【例1】液体是（ ）', 'A. 水 B. 冰', '答案：A', '【变式1】3+4=____。', '答案：7'],
      ...[
        '【变式2】3+5=____。',
        '答案：8',
        '【例2】简述水的作用。',
        '答案：解渴',
        '变式2-1 简述冰的作用。',
        '答案：降温',
      ],
    );
    expect(questions.map(({ fields }) => [fields.stem, fields.answer])).toEqual([
      ['【例1】液体是（ ）', ['A']],
      ['【变式1】3+4=____。', [['7']]],
      ['【变式2】3+5=____。', [['8']]],
      ['【例2】简述水的作用。', '解渴'],
      ['变式2-1 简述冰的作用。', '降温'],
    ]);
    expect(questions.flatMap(({ notes, problems }) => [...notes, ...problems])).toEqual([]);
  });

  test('but not within an analysis', () => {
    const questions = read('1. 甲？', '答案：水', '解析：参考', '例1 的做法。', '2. 乙？', '答案：冰');
    expect(questions).toHaveLength(2);
    expect(questions[0]?.fields.analysis).toBe('参考\n例1 的做法。');
  });
});

describe('a list within the text for several questions', () => {
  const QUESTIONS = ['1. 读书的有多少人？', '答案：五十人', '2. 植树的有多少人？', '答案：三十人'];
  test.each([
    ['in brackets', ['阅读材料，回答问题。', '学校有以下活动：', '（1）植树，三十人。', '（2）读书，五十人。']],
    ['in round signs', ['阅读材料，回答问题。', '学校有以下活动：', '①植树，三十人。', '②读书，五十人。']],
    [
      'of numbers',
      ['三、综合题', '阅读下列材料，回答1-2题。', '小明有几条信息：', '1. 植树，三十人。', '2. 读书，五十人。'],
    ],
  ])('is no question: %s', (_name, text) => {
    const questions = read(...text, ...QUESTIONS);
    expect(questions).toHaveLength(2);
    const shown = questions.map(({ fields }) => fields.prompt ?? fields.stem);
    const material = text.filter((line) => line !== '三、综合题').join('\n');
    expect(shown).toEqual([`${material}\n读书的有多少人？`, `${material}\n植树的有多少人？`]);
  });

  test('（1） and （2） that are answered together take their parts', () => {
    const questions = read(
      '阅读材料，回答问题。',
      '读书的有五十人。',
      '（1）多少人？',
      '（2）做什么？',
      '答案：（1）五十人（2）读书',
    );
    expect(questions.map(({ fields }) => fields.answer)).toEqual(['五十人', '读书']);
    for (const { notes } of questions) expect(notes.join()).toContain('已按（1）（2）分给 2 道题');
  });
});

describe('below 选择题', () => {
  test.each([
    ['at the question', ['答案：解渴、清洗'], []],
    ['in the key', [], ['3. A', '参考答案', '1. A', '2. 解渴、清洗', '3. A']],
  ])('a question without options and an answer in words is held, not refused: %s', (_name, own, key) => {
    const [, second] = read(
      ...['一、选择题', '1. 首都是（ ）', 'A. 北京 B. 上海', ...(key.length > 0 ? [] : ['答案：A'])],
      ...['2. 简述水的作用。', ...own],
      ...(key.length > 0 ? ['3. 长江流入（ ）', 'A. 东海 B. 南海', ...key.slice(1)] : []),
    );
    expect(second).toMatchObject({ kind: 'short', isDoubtful: true, problems: [], fields: { answer: '解渴、清洗' } });
    expect(second?.notes.join()).toContain('标题写的是选择题');
  });

  test('one that asks for a letter has lost its options', () => {
    expect(read('一、选择题', '1. 首都是（ ）', '答案：北京')[0]?.problems.join()).toContain('至少要有 2 个选项');
  });
});

test('points and a reason behind the letter of a key', () => {
  const [first] = read('8. 甲（ ）', 'A. 一 B. 二 C. 三 D. 四', '答案：D（2分）由题意，甲是四');
  expect(first).toMatchObject({ problems: [], fields: { answer: ['D'], analysis: '（2分）由题意，甲是四' } });
});

describe('the sheet for the answers', () => {
  const PAPER = ['一、选择题', '1. 甲（ ）', 'A. 一 B. 二', '2. 乙（ ）', 'A. 一 B. 二', '二、填空题', '3. 水是____。'];
  test.each([
    [['答题卡', '姓名：____ 班级：____', '1 [A] [B] 2 [A] [B]', '3. ______']],
    [['XX中学期中考试答题纸', '一、选择题', '题号 1 2', '答案', '二、填空题', '3. ______']],
  ])('is part of no question: %j', (sheet) => {
    const questions = read(...PAPER, ...sheet, '参考答案', '1-2 AB', '3. 液体');
    expect(questions.map(({ fields, problems }) => [fields.answer, problems])).toEqual([
      [['A'], []],
      [['B'], []],
      [[['液体']], []],
    ]);
    expect(questions[2]?.fields.stem).toBe('水是____。');
    expect(questions[2]?.notes.join()).toContain(`后面的“${sheet[0]}”没有导入`);
  });

  test('ends where the next question begins', () => {
    expect(read(...PAPER, '答题卡', '1 [A] [B]', '4. 冰是____。', '答案：固体')).toHaveLength(4);
  });
});

test('room to write below what is to be told is no blank', () => {
  const [question] = read('1. 简述黄河的治理措施。', '__________', '__________', '答案：植树造林；修建水库');
  expect(question).toMatchObject({ kind: 'short', fields: { answer: '植树造林；修建水库' }, notes: [] });
});

test('（2） with an answer of its own is no part of the answer of （1）', () => {
  const [first, second, ...more] = read(
    ...['1. 阅读短文，回答问题。', '春天来了。', '（1）写了什么？', '答案：春天', '（2）作者是谁？', '答案：朱自清'],
    ...['2. 首都是哪里？', '答案：北京'],
  );
  expect(more).toEqual([]);
  expect(first?.fields).toMatchObject({
    stem: '阅读短文，回答问题。\n春天来了。\n（1）写了什么？\n（2）作者是谁？',
    answer: '春天\n朱自清',
  });
  expect(first?.notes.join()).toContain('几个小问的答案');
  expect(second?.fields.answer).toBe('北京');
});

test('a sign of right or wrong that no kind asks for is held', () => {
  const [question] = read('1. 水是固体。（ × ）改正：水是液体。', '2. 冰是什么？', '答案：固体');
  expect(question?.isDoubtful).toBe(true);
});
