import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { ParsedQuestion } from './format.rules';
import { parseText, toLines } from './text-format';
import { readText } from './text-file.server';
import { cpuTimeOf } from '~tests/support/cpu-time';

const FIXTURES = new URL('../../../../tests/fixtures/questions/', import.meta.url);
const read = (text: string) => parseText(toLines(text));
const only = (text: string): ParsedQuestion => {
  const questions = read(text);
  expect(questions).toHaveLength(1);
  return questions[0]!;
};
const asText = ({ line, kind, fields, problems, notes }: ParsedQuestion) =>
  [
    `第 ${line} 行 ${kind ?? '没有这种题型'}`,
    ...Object.keys(fields)
      .sort()
      .map((name) => `  ${name}: ${JSON.stringify(fields[name])}`),
    ...problems.map((problem) => `  ! ${problem}`),
    ...notes.map((note) => `  * ${note}`),
  ].join('\n');

describe('papers as teachers type them', () => {
  const papers = readdirSync(FIXTURES).filter((name) => name.startsWith('试卷-') && name.endsWith('.txt'));

  test('there are papers', () => expect(papers.length).toBeGreaterThan(7));

  test.each(papers)('%s', async (name) => {
    const questions = await readText({ name, bytes: readFileSync(new URL(name, FIXTURES)) });
    const golden = new URL(`expected/${name}`, FIXTURES).pathname;
    await expect(`${questions.map(asText).join('\n\n')}\n`).toMatchFileSnapshot(decodeURIComponent(golden));
  });
});

describe('numbers', () => {
  test.each(['1.', '1、', '1．', '（1）', '(1)', '【1】', '第1题', '第1题：', '１．', '题目1：', '一、', '1)', '1 、'])(
    '%s begins a question',
    (number) => {
      const question = only(`${number}首都是哪里\nA.北京\nB.上海\n答案：A`);
      expect(question.fields).toMatchObject({ stem: '首都是哪里', answer: ['A'] });
    },
  );

  test('a number in a text begins none', () => {
    const text = '1. 圆周率约是多少？\n3.14 是近似值。\n2008年发现的。\n答案：3.14\n2. 下一题\n答案：略';
    expect(read(text).map(({ line }) => line)).toEqual([1, 5]);
  });

  test('a list in an answer counts for itself', () => {
    const text = '1. 甲\n答案：\n1. 一\n2. 二\n3. 三\n2. 乙\n答案：1. 一\n2. 二\n3. 丙\n答案：略';
    const questions = read(text);
    expect(questions.map(({ line, fields }) => [line, fields.stem])).toEqual([
      [1, '甲'],
      [6, '乙'],
      [9, '丙'],
    ]);
    expect(questions[0]?.fields.answer).toBe('1. 一\n2. 二\n3. 三');
  });

  test('parts in brackets stay with their question', () => {
    const question = only('1. 阅读并回答。\n（1）谁？\n（2）何时？\n答案：略');
    expect(question.fields.stem).toBe('阅读并回答。\n（1）谁？\n（2）何时？');
  });
});

describe('options', () => {
  test.each([
    'A. 甲\nB. 乙\nC. 丙',
    'A、甲 B、乙 C、丙',
    'A．甲\tB．乙\tC．丙',
    'A)甲\nB)乙\nC)丙',
    '(A) 甲 (B) 乙 (C) 丙',
    '（A）甲\n（B）乙\n（C）丙',
    'A:甲\nB：乙\nC:丙',
    'Ａ．甲　Ｂ．乙　Ｃ．丙',
    'A.甲B.乙C.丙',
    'A. 甲  B. 乙\nC. 丙',
  ])('%j', (options) => {
    expect(only(`1. 选\n${options}\n答案：B`).fields).toMatchObject({ options: ['甲', '乙', '丙'], answer: ['B'] });
  });

  test('go on in the next line', () => {
    expect(only('1. 选\nA. 甲\n还是甲\nB. 乙\n答案：B').fields.options).toEqual(['甲\n还是甲', '乙']);
  });

  test('a letter within a text is none', () => {
    expect(only('1. 选\nA. 维生素B、C\nB. 维生素D\n答案：A').fields.options).toEqual(['维生素B、C', '维生素D']);
  });

  test('behind the stem on its line', () => {
    expect(only('1. 首都是（ ）A. 北京 B. 上海\n答案：A').fields).toMatchObject({
      stem: '首都是（ ）',
      options: ['北京', '上海'],
    });
  });
});

describe('answers', () => {
  const choice = (answer: string) => only(`1. 选\nA. 甲\nB. 乙\nC. 丙\n${answer}`);

  test.each([
    ['答案：B', ['B']],
    ['正确答案：ABC', ['A', 'B', 'C']],
    ['【答案】A、C', ['A', 'C']],
    ['[答案] B', ['B']],
    ['参考答案：b', ['B']],
    ['Answer: A, C', ['A', 'C']],
    ['答案 B', ['B']],
    ['答案：Ｂ。', ['B']],
    ['答：故选B', ['B']],
    ['答案：B. 乙', ['B']],
    ['答案：乙', ['B']],
  ])('%s', (line, letters) => {
    const question = choice(line);
    expect(question.fields.answer).toEqual(letters);
    expect(question.kind).toBe(letters.length > 1 ? 'multiple' : 'single');
    expect(question.problems).toEqual([]);
  });

  test('in the brackets of the stem, which are emptied', () => {
    expect(only('1. 首都是（ B ）。\nA. 上海\nB. 北京').fields).toMatchObject({
      stem: '首都是（\u3000\u3000）。',
      answer: ['B'],
    });
  });

  test.each(['√', '✓', '对', '正确', 'T', '是', 'true', '×', '✗', '错', '错误', 'F', '否', 'X'])(
    'a judgement %s',
    (sign) => {
      const key = ['√', '✓', '对', '正确', 'T', '是', 'true'].includes(sign) ? 'T' : 'F';
      expect(only(`判断题\n1. 地球是圆的。\n答案：${sign}`)).toMatchObject({ kind: 'judge', fields: { answer: key } });
      expect(only(`判断题\n1. 地球是圆的。（ ${sign} ）`).fields.answer).toBe(key);
    },
  );

  test('a sign before the number', () => {
    expect(read('判断题\n（√）1. 甲\n（×）2. 乙').map(({ fields }) => [fields.stem, fields.answer])).toEqual([
      ['甲', 'T'],
      ['乙', 'F'],
    ]);
  });

  test('正确 and 错误 as options of a judgement', () => {
    expect(only('判断题\n1. 甲\nA. 正确\nB. 错误\n答案：B').fields).toMatchObject({ answer: 'F' });
  });

  test.each([
    ['甲是____。', '答案：北京', [['北京']]],
    ['甲是____，乙是____。', '答案：北京；上海', [['北京'], ['上海']]],
    [
      '甲是____，乙是____。',
      '答案：北京|首都；上海|沪',
      [
        ['北京', '首都'],
        ['上海', '沪'],
      ],
    ],
    ['甲是____，乙是____。', '答案：\n北京\n上海', [['北京'], ['上海']]],
    ['甲是____，乙是____。', '答案：①北京②上海', [['北京'], ['上海']]],
    ['甲是____，乙是____。', '答案：北京  上海', [['北京'], ['上海']]],
    ['甲是（   ）。', '答案：北京/首都', [['北京', '首都']]],
    ['甲是【 】。', '答案：北京或首都', [['北京', '首都']]],
    ['甲是____。', '答案：1/2', [['1/2']]],
    ['甲是____。', '答案：米/秒', [['米/秒']]],
    ['甲是____。', '答案：或许', [['或许']]],
    ['甲是__北京__。', '', [['北京']]],
  ])('blanks %s %s', (stem, answer, blanks) => {
    const question = only(`1. ${stem}\n${answer}`);
    expect(question).toMatchObject({ kind: 'cloze', fields: { answer: blanks }, problems: [] });
    expect(question.fields.stem).not.toMatch(/[（【]|北京/);
  });

  test.each([
    '答案：1-3 ABA',
    '参考答案\n1-3：ABA',
    '参考答案：\n1.A 2.B 3.A',
    '【答案】\n1、A\n2、B\n3、A',
    '答案：1—2 AB 3—3 A',
    '答案\n1～3 A B A',
  ])('a list at the end: %j', (list) => {
    const paper = [1, 2, 3].map((number) => `${number}. 题${number}\nA. 甲\nB. 乙`).join('\n');
    const answers = read(`${paper}\n\n${list}`).map(({ fields }) => fields.answer);
    expect(answers).toEqual([['A'], ['B'], ['A']]);
  });

  test('a list that does not fit says so at its questions', () => {
    const paper = [1, 2, 3].map((number) => `${number}. 题${number}\nA. 甲\nB. 乙`).join('\n');
    expect(read(`${paper}\n答案：1-3 AB`)[0]?.problems[0]).toContain('应有 3 个答案，读到 2 个');
  });
});

describe('what is said of a question', () => {
  test.each([
    ['[单选题] 选', 'single'],
    ['（多选）选', 'multiple'],
    ['【判断】选', 'judge'],
    ['选（多选题）', 'multiple'],
  ])('its kind: %s', (stem, kind) => {
    expect(only(`1. ${stem}\nA. 甲\nB. 乙\n答案：A`)).toMatchObject({ kind, fields: { stem: '选' } });
  });

  test.each([
    ['易', 1],
    ['中等', 2],
    ['难', 3],
    ['初级', 1],
    ['高级', 3],
    ['2', 2],
    ['0.85', 1],
    ['0.5', 2],
    ['0.2', 3],
    ['★★★☆☆', 3],
  ])('its difficulty: %s', (word, level) => {
    expect(only(`1. 题\n答案：略\n难度：${word}`).fields.level).toBe(level);
  });

  test.each([
    '1.（2分）题\n答案：略',
    '1. 题（2 分）\n答案：略',
    '1. 题\n答案：略\n分值：2分',
    '1. 题 【2分】\n答案：略',
  ])('its points: %j', (text) => expect(only(text).fields).toMatchObject({ stem: '题', points: 2 }));

  test('several on one line', () => {
    expect(only('1. 题。 答案：略 解析：因为 难度：易 知识点：甲、乙').fields).toEqual({
      stem: '题。',
      answer: '略',
      analysis: '因为',
      level: 1,
      keyPoint: '甲、乙',
    });
    expect(only('1. 题【答案】略【解析】因为【难度】易').fields).toMatchObject({
      answer: '略',
      analysis: '因为',
      level: 1,
    });
  });
});

describe('what cannot be imported says why', () => {
  test.each([
    ['1. 选\nA. 甲\nB. 乙', '没有答案'],
    ['1. 选\nA. 甲\nB. 乙\n答案：D', '答案 D 不在选项里'],
    ['1. 选\nA. 甲\nC. 丙\n答案：A', '缺少选项 B'],
    ['1. 选\nA. 甲\nB.\nC. 丙\n答案：C', '选项 B 没有内容'],
    ['一、单选题\n1. 选\n答案：A', '至少要有 2 个选项'],
    ['一、单选题\n1. 选\nA. 甲\nB. 乙\n答案：AB', '单选题，却有 2 个答案'],
    ['1. ____和____\n答案：甲', '题干有 2 个空，答案有 1 个'],
    ['一、填空题\n1. 没有空\n答案：甲', '题干里没有空'],
    ['一、判断题\n1. 甲\n答案：也许', '看不出对错'],
    ['1. 连线题：甲乙\n答案：略', '没有“连线题”这种题型'],
    ['一、排序题\n1. 甲乙\n答案：略', '没有“排序题”这种题型'],
  ])('%j', (text, problem) => {
    expect(only(text).problems.join()).toContain(problem);
  });
});

test('where an option is missing the others stay at their letters, as the key does', () => {
  const { fields } = only('1. 选\nA. 甲\nB. 乙\nD. 丁\n答案：D');
  expect(fields).toMatchObject({ options: ['甲', '乙', '', '丁'], answer: ['D'] });
});

describe('options without a dot', () => {
  test('on lines of their own, where A is followed by B', () => {
    const [first, second] = read(
      '首都是哪里？\nA 上海\nＢ 北京\nC 广州\n正确答案：B\n\n最高的山是？\nA 泰山\nB 珠峰\n正确答案：B',
    );
    expect(first).toMatchObject({ kind: 'single', fields: { options: ['上海', '北京', '广州'], answer: ['B'] } });
    expect(second).toMatchObject({ kind: 'single', line: 7, fields: { options: ['泰山', '珠峰'] } });
  });

  test('a sentence that begins with A is none', () => {
    const [only] = read('1. 翻译：\nA dog is here.\n答案：这里有一只狗。');
    expect(only?.fields).not.toHaveProperty('options');
  });
});

describe('hostile texts take time by their length alone', () => {
  const N = 200_000;
  const within = (text: string, milliseconds = 5000) => {
    expect(cpuTimeOf(() => read(text))).toBeLessThan(milliseconds);
  };

  test.each([
    ['blanks', ' '.repeat(N)],
    ['wide blanks in a stem', `1. a${'\u3000'.repeat(N)}b`],
    ['brackets', '（'.repeat(N)],
    ['bracket pairs', `1. ${'（ '.repeat(N / 2)}`],
    ['underscores', `1. ${'_ '.repeat(N / 2)}\n答案：${'_'.repeat(N)}`],
    ['underscore pairs', `1. ${'__a'.repeat(N / 3)}`],
    ['letters', `1. a\nA. ${'B. '.repeat(N / 3)}`],
    ['letters in brackets', `1. （${'A '.repeat(N / 2)}\nA. 甲\nB. 乙`],
    ['labels', `1. ${' 答案：'.repeat(N / 4)}`],
    ['bracket labels', `1. ${'【解析】'.repeat(N / 4)}`],
    ['digits', '1'.repeat(N)],
    ['a list of answers', `1. a\n2. b\n答案：${'1-5 '.repeat(N / 4)}`],
    ['short answers', `1. a\n2. b\n答案：${'1A '.repeat(N / 3)}x`],
    ['headings', `一、${'单选题（'.repeat(N / 4)}`],
    ['separators', `1. ____\n答案：${'/或'.repeat(N / 2)}`],
    ['marking points', `1. a\n评分标准：\n${'（'.repeat(N)}分`],
    ['points', `1. a\n分值：${' '.repeat(N)}1`],
    ['circled numbers', `1. ____ ____\n答案：${'①'.repeat(N)}`],
    ['short lines', '（\n'.repeat(N / 2)],
  ])('%s', (_name, text) => within(text));

  test('100,000 lines', () => {
    within('第一行文字\n'.repeat(100_000), 5000);
    within('1. a\n答案：\n'.repeat(4000), 5000);
    within(`1. a\n${'1. b\n2. c\n'.repeat(50_000)}`, 8000);
  });

  test('one line of 5 MB', () => {
    within(`1. ${'字（ _'.repeat(Math.floor((5 * 1024 * 1024) / 12))}`, 8000);
  });

  test('more questions than a file may have', () => {
    const text = Array.from({ length: 5001 }, (_, index) => `${index + 1}. 题\n答案：略`).join('\n');
    expect(() => read(text)).toThrow(expect.objectContaining({ code: 'too_large' }));
  });
});
