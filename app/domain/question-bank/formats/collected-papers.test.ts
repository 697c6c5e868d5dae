import { describe, expect, test } from 'vitest';
import { incoming } from '~tests/support/marked-questions';
import { readQti } from './qti-read.server';
import { parseText, toLines } from './text-format';
import { parseJudge } from './words.rules';

/** Papers as they are collected from the sites that sell them, with what these print between the questions. */

const read = (...lines: string[]) => parseText(toLines(lines.join('\n')));
type Read = ReturnType<typeof read>[number];
const askedBy = ({ fields }: Read) => fields.stem ?? fields.prompt;
const keyOf = ({ fields }: Read) => fields.answer ?? fields.referenceAnswer;
const OPTIONS = ['A. 甲', 'B. 乙', 'C. 丙', 'D. 丁'];

describe('计算： with a number before it', () => {
  const PARTS = ['（1）3×4；', '（2）5－2．'];
  const KEY = ['【答案】（1）12 （2）3', '【解析】', '【分析】（1）先乘；', '（2）再减．', '【小问1详解】', '解：12；'];

  test('is a question with its parts where no section counts', () => {
    const questions = read(
      '1. 选一个（ ）',
      ...OPTIONS,
      '【答案】B',
      '2. 计算：',
      ...PARTS,
      ...KEY,
      '3. 求值。',
      '【答案】5',
    );
    expect(questions.map((each) => [askedBy(each), keyOf(each)])).toEqual([
      ['选一个（ ）', ['B']],
      ['计算：\n（1）3×4；\n（2）5－2．', '（1）12 （2）3'],
      ['求值。', '5'],
    ]);
    expect(questions[1]?.fields.analysis).toBe('（1）先乘；\n（2）再减．\n【小问1详解】\n解：12；');
  });

  test('with points of its own, below a section', () => {
    const questions = read('一、解答题', '1. 求值。', '答案：5', '2. 计算（8分）', ...PARTS, '答案：（1）12 （2）3');
    expect(questions.map(keyOf)).toEqual(['5', '（1）12 （2）3']);
  });

  test('is one as the first of the paper, where 2. follows its parts', () => {
    expect(read('1. 计算：', ...PARTS, '答案：（1）12 （2）3', '2. 求值。', '答案：5').map(askedBy)).toEqual([
      '计算：\n（1）3×4；\n（2）5－2．',
      '求值。',
    ]);
  });

  test('2. 计算题 is still the name of a section', () => {
    const questions = read(
      '1. 填空题',
      '（1）甲____',
      '答案：乙',
      '2. 计算题',
      '（1）3×4',
      '答案：12',
      '（2）5－2',
      '答案：3',
    );
    expect(questions.map(askedBy)).toEqual(['甲____', '3×4', '5－2']);
  });

  test('解决问题： within a question is a line of it', () => {
    const [question, ...others] = read(
      '1. 阅读：',
      '材料1 甲；',
      '解决问题：',
      '（1）求甲；',
      '（2）求乙．',
      '答案：略',
      '2. 求',
      '答案：5',
    );
    expect(question && askedBy(question)).toBe('阅读：\n材料1 甲；\n解决问题：\n（1）求甲；\n（2）求乙．');
    expect(others).toHaveLength(1);
  });
});

describe('a key behind the paper', () => {
  test('with 【1题答案】 above each answer', () => {
    const paper = [
      '一、单项选择题',
      '1. 甲（ ）',
      ...OPTIONS,
      '2. 乙（ ）',
      ...OPTIONS,
      '二、非选择题：共1小题。',
      '3. 论述丙。',
    ];
    const key = ['参考答案', '一、单项选择题', '【1题答案】', '【答案】A', '【2题答案】', '【答案】C', '二、非选择题', '【3题答案】', '【答案】（1）甲。', '（2）乙。']; // prettier-ignore
    const questions = read(...paper, ...key);
    expect(questions.map((each) => [each.kind, keyOf(each)])).toEqual([
      ['single', ['A']],
      ['single', ['C']],
      ['short', '（1）甲。\n（2）乙。'],
    ]);
    expect(questions[1]?.fields.options).toEqual(['甲', '乙', '丙', '丁']);
  });

  test.each([
    ['✅ 正确', 'T'],
    ['×（错误）', undefined],
    ['❌错误', 'F'],
    ['√错误', undefined],
  ])('judges by a sign and its word: %s', (text, key) => expect(parseJudge(text)).toBe(key));
});

describe('between two questions', () => {
  test.each([
    '2024-05-20 | 300次组卷 | 2卷引用：某校月考',
    '您最近一年使用：0次',
    '声明：试题解析著作权属菁优网所有，未经书面同意，不得复制发布日期：2024/1/5 10:22:31；用户：张老师；学号：24552',
    '百度文库 - 让每个人平等地提升自我',
  ])('%s is of neither, and is told', (line) => {
    const [first, second] = read('1. 甲（ ）', ...OPTIONS, '答案：A', '解析：略', line, '2. 乙。', '答案：对');
    expect(first).toMatchObject({ fields: { answer: ['A'], analysis: '略' } });
    expect(first?.notes).toEqual([`页眉或页码没有导入：“${line}”。`]);
    expect(second?.fields.stem).toBe('乙。');
  });
});

test('QTI 1.2: an option that takes points away is no right one', async () => {
  const option = (id: string) =>
    `<response_label ident="${id}"><material><mattext>选${id}</mattext></material></response_label>`;
  const rule = (id: string, action: string) =>
    `<respcondition><conditionvar><varequal respident="R">${id}</varequal></conditionvar><setvar action="${action}">5</setvar></respcondition>`;
  const [question] = await readQti(
    incoming(
      `<questestinterop><item ident="x"><presentation><material><mattext>选</mattext></material><response_lid ident="R" rcardinality="Multiple"><render_choice>${['A', 'B', 'C'].map(option).join('')}</render_choice></response_lid></presentation><resprocessing>${rule('A', 'Add')}${rule('B', 'Subtract')}${rule('C', 'Add')}</resprocessing></item></questestinterop>`,
    ),
  );
  expect(question?.fields.answer).toEqual(['A', 'C']);
});

describe('an answer that is counted', () => {
  const POINTS = ['1、启动', '2、规划', '3、执行', '4、监控', '5、收尾'];

  test('with as many points as there are questions leaves these apart', () => {
    const questions = read('一、简答题', '1、有哪些过程？', '答案要点：', ...POINTS, '2、什么是甲？', '答案要点：', '（1）具体', '（2）可行', '3、举例。', '答案要点：乙'); // prettier-ignore
    expect(questions.map((each) => [askedBy(each), keyOf(each)])).toEqual([
      ['有哪些过程？', POINTS.join('\n')],
      ['什么是甲？', '（1）具体\n（2）可行'],
      ['举例。', '乙'],
    ]);
  });

  test('is whole at the end of a section and of the paper', () => {
    const questions = read(
      '一、简答题',
      '1、有哪些？',
      '答案：',
      ...POINTS,
      '二、论述题',
      '1、论述过程。',
      '答案：',
      ...POINTS,
    );
    expect(questions.map(keyOf)).toEqual([POINTS.join('\n'), POINTS.join('\n')]);
  });

  test.each(['2. 乙是对的。（√）', '2. 乙（ ）', '2. 乙是什么？'])('ends before %s', (line) => {
    const questions = read('1. 简述甲。', '答案：1. 一点。', line, '3. 丙____。', '答案：丁');
    expect(questions.map(({ fields }) => fields.stem)).toHaveLength(3);
    expect(questions[0]?.fields.answer).toBe('1. 一点。');
  });

  test('by 一、二、 with points is the answer, and no section', () => {
    const key = ['一、风险识别（5分）', '二、风险分析（5分）', '三、风险应对（5分）'];
    const questions = read('七、论述题', '1、论述过程。', '参考答案：', ...key, '八、判断题', '2、甲。', '答案：对');
    expect(questions.map(keyOf)).toEqual([key.join('\n'), 'T']);
    expect(questions[1]?.kind).toBe('judge');
  });
});

test('an answer right behind the question, above its options', () => {
  const [question, second] = read('1、应首先( )。正确答案:B', 'A、用水浇 B、切断电源 C、喊人', '2、甲。', '答案：对');
  expect(question).toMatchObject({ fields: { answer: ['B'], options: ['用水浇', '切断电源', '喊人'] }, problems: [] });
  expect(second?.fields.answer).toBe('T');
});

test('a line of a program with a counted blank keeps the blanks before it', () => {
  const [question] = read('1. 阅读程序，填空。', 'def f(n):', '    if n == 0:', '        return ____①____', '    return n * ____②____', '答案：①1；②f(n-1)'); // prettier-ignore
  expect(question?.fields.stem).toMatch(/\n {8}return ____\n {4}return n \* ____$/);
});

describe('questions of which each part has its label', () => {
  test('[题型] above [题干] is of the question below, and 难度 below it of the one above', () => {
    const questions = read('[题型]：单选题', '[题干]：TCP是什么？', '[A]：协议', '[B]：软件', '[答案]：A', '[难度]：易', '', '[题型]：判断题', '[题干]：HTTP是协议。', '[答案]：正确', '[难度]：难'); // prettier-ignore
    expect(questions.map(({ kind, fields }) => [kind, fields.options, fields.answer, fields.level])).toEqual([
      ['single', ['协议', '软件'], ['A'], 1],
      ['judge', undefined, 'T', 3],
    ]);
  });

  test('题型 below the answer is of the question above', () => {
    const questions = read(
      '题干：甲',
      'A. 一',
      'B. 二',
      '答案：A',
      '题型：多选题',
      '题干：乙',
      '答案：正确',
      '题型：判断题',
    );
    expect(questions.map(({ kind, fields }) => [kind, fields.answer])).toEqual([
      ['multiple', ['A']],
      ['judge', 'T'],
    ]);
  });

  test('【答案】 above 【题文】 is of the question below', () => {
    const questions = read('【答案】B', '【题文】甲（ ）', ...OPTIONS, '【解析】略', '【答案】AC', '【题文】乙（ ）', ...OPTIONS, '【解析】略'); // prettier-ignore
    expect(questions.map(({ fields }) => [fields.stem, fields.answer, fields.analysis])).toEqual([
      ['甲（ ）', ['B'], '略'],
      ['乙（ ）', ['A', 'C'], '略'],
    ]);
  });

  test('1.单选题 5分 alone on its line says the kind and the points', () => {
    const [question] = read('1.单选题 5分', '哪项不是？', ...OPTIONS, '答案：D');
    expect(question).toMatchObject({ kind: 'single', fields: { stem: '哪项不是？', points: 5, answer: ['D'] } });
  });
});

test('（一） with a list below it, right below the label of an answer, is of the answer', () => {
  const key = ['（一）直线制', '1. 简单；', '2. 粗放。', '（二）职能制', '1. 专业；', '2. 多头。'];
  const questions = read(
    '一、简答题',
    '1. 甲？',
    '答案：略',
    '2. 有哪些类型？',
    '【参考答案】',
    ...key,
    '3. 乙？',
    '答案：少。',
  );
  expect(questions.map(keyOf)).toEqual(['略', key.join('\n'), '少。']);
});

describe('labels that few have', () => {
  test('【233网校解析】 is an analysis, and 【2题解析】 of its own question', () => {
    const [first, second] = read('1. 甲（ ）', ...OPTIONS, '【答案】B', '【233网校独家解析】因为乙。', '2. 乙（ ）', ...OPTIONS, '【答案】A', '【1题解析】甲的。'); // prettier-ignore
    expect(first?.fields).toMatchObject({ answer: ['B'], analysis: '因为乙。\n甲的。' });
    expect(second?.fields).toMatchObject({ answer: ['A'] });
  });

  test('答案　 and 解析　 with a wide blank, as books print them', () => {
    const [first, second] = read(
      '【例1】甲=____.',
      '答案　{x|1<x<3}',
      '解析　取公共部分.',
      '跟踪训练2　天是蓝的.(　√　)',
    );
    expect(first).toMatchObject({ kind: 'cloze', fields: { answer: [['{x|1<x<3}']], analysis: '取公共部分.' } });
    expect(second).toMatchObject({ kind: 'judge', fields: { answer: 'T' } });
  });

  test('跟踪训练 above a sentence that is judged begins a question', () => {
    const questions = read('【例1】甲=____.', '答案　3', '解析　略.', '跟踪训练2　判断正误', '(1)天是蓝的.(　√　)');
    expect(questions).toHaveLength(2);
    expect(questions[0]?.fields.analysis).toBe('略.');
  });
});

test('V. Writing (15 points) above a text without a number begins a section, with the points of the text', () => {
  const questions = read('IV. Short answer', '7. What is your hobby?', 'V. Writing (15 points)', 'Write about your school.', 'Keys:', 'IV. 7. Open.', 'V. Omitted.'); // prettier-ignore
  expect(questions.map((each) => [each.kind, askedBy(each), each.fields.points])).toEqual([
    ['short', 'What is your hobby?', undefined],
    ['written', 'Write about your school.', 15],
  ]);
});

test.each([
  '二、多项选择题（每小题3分，少选得1分，错选不得分）',
  '二、多选题（全部选对得6分，选对但不全得3分，有选错的得0分）',
  '二、多选题：每题4分，漏选得2分。',
])('%s: that parts of an answer count is said to be left out', (heading) => {
  const [question] = read(heading, '1. 选两个（ ）', ...OPTIONS, '答案：AB');
  expect(question?.kind).toBe('multiple');
  expect(question?.notes.join()).toMatch(/标题里的“.*得.分?”没有导入：这里的多选题选全才得分/);
});

test('of a choice of one nothing is said of parts', () => {
  const [question] = read('一、单选题（每题2分，少选得1分）', '1. 选一个（ ）', ...OPTIONS, '答案：A');
  expect(question?.notes.join()).not.toContain('部分分');
});
