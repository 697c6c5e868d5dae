import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** Signs at options and behind sentences that say what is right, as teachers without a key write them. */

const read = (...lines: string[]) => parseText(toLines(lines.join('\n')));
const only = (...lines: string[]) => read(...lines)[0]!;

describe('the right option has a sign of its own', () => {
  const NOTE = (letters: string) => `选项 ${letters} 前后有“√”“●”“【正确】”一类的记号，已当作答案，请核对。`;

  test.each([
    ['B', '○ A. 甲', '● B. 乙', '○ C. 丙'],
    ['AC', '☑ A. 甲', '☐ B. 乙', '☑ C. 丙'],
    ['B', 'A. 甲', 'B. 乙 √', 'C. 丙'],
    ['B', 'A. 甲', '√B. 乙', 'C. 丙'],
    ['A', '*A、甲', 'B、乙', 'C、丙'],
    ['A', 'A、甲【正确】', 'B、乙', 'C、丙'],
    ['A', 'A. 甲 ✓', 'B. 乙 ✗', 'C. 丙 ✗'],
  ])('%s', (letters, ...options) => {
    const question = only('1. 选（ ）', ...options);
    expect(question).toMatchObject({ fields: { options: ['甲', '乙', '丙'], answer: [...letters] }, problems: [] });
    expect(question.notes).toEqual([NOTE(letters)]);
  });

  test('not where the answer is stated, where all have it, or where the sign is the option', () => {
    expect(only('1. 选（ ）', 'A. 甲 √', 'B. 乙', '答案：B').fields).toMatchObject({
      options: ['甲 √', '乙'],
      answer: ['B'],
    });
    expect(only('1. 选（ ）', '● A. 甲', '● B. 乙').problems).not.toEqual([]);
    expect(only('1. 选（ ）', 'A. √', 'B. ×').problems).toEqual(['没有答案，请在选项下面写“答案：”和选项的字母。']);
  });
});

describe('a sentence that is judged', () => {
  test.each([
    ['鲸是鱼类。 F', 'F'],
    ['铁的密度比水大。（ Y ）', 'T'],
    ['1是质数。( N )', 'F'],
    ['甲说错。(χ)', 'F'],
    ['甲说错。（叉）', 'F'],
    ['甲说错。(x)', 'F'],
    ['他说得（对）吗，这句话是陈述句。（错）', 'F'],
  ])('%s', (line, key) => {
    const { fields, problems } = only('一、判断题', `1. ${line}`);
    expect([fields.answer, problems]).toEqual([key, []]);
    expect(fields.stem).toMatch(/[。.]$/);
  });

  test.each(['下列是函数f(x)', '自然数集记作(N)'])('%s ends with a name', (line) => {
    expect(only('一、判断题', `1. ${line}`).problems).toEqual(['没有答案，请在题目下面写“答案：正确”或“答案：错误”。']);
  });
});

test('题号 above 答案, parted by blanks, is a key', () => {
  const questions = read(
    '1. 甲',
    'A. 一 B. 二',
    '2. 乙',
    'A. 一 B. 二',
    '3. 丙',
    'A. 一 B. 二',
    '答案',
    '题号 1 2 3',
    '答案 A B A',
  );
  expect(questions.map(({ fields }) => fields.answer)).toEqual([['A'], ['B'], ['A']]);
});

test('答案 C 解析 … on one line needs no colons', () => {
  expect(only('1. 面积为', 'A. 3π B. 6π C. 9π', '答案 C 解析 S=πr²=9π').fields).toMatchObject({
    answer: ['C'],
    analysis: 'S=πr²=9π',
  });
});

describe('points that stand apart', () => {
  test.each(['甲题（  ） 4分', '(4′) 甲题（  ）'])('%s', (stem) => {
    expect(only('一、选择题（每题2分）', `1. ${stem}`, 'A. 一 B. 二', '答案：A').fields).toMatchObject({
      stem: '甲题（  ）',
      points: 4,
    });
  });
  test('with the paper it is of', () => {
    const { fields } = only('一、选择题（每题2分）', '1. （2022·北京·4分）甲题（  ）', 'A. 一 B. 二', '答案：A');
    expect(fields).toMatchObject({ stem: '（2022·北京）甲题（  ）', points: 4 });
  });
});

test('signs between options on one line are none of them', () => {
  expect(only('1. 甲', 'A、一；B、二；C、三。', '答案：C').fields.options).toEqual(['一', '二', '三']);
  expect(only('1. 甲', 'A. 一；', 'B. 二；', 'C. 三。', '答案：C').fields.options).toEqual(['一；', '二；', '三。']);
});

test.each([
  ['spaces', '  '],
  ['a tab', '\t'],
])('options in two columns, parted by %s, are read down', (_how, gap) => {
  const [question] = parseText(toLines(['1．选一个', `A．甲${gap}C．丙`, `B．乙${gap}D．丁`, '答案：C'].join('\n')));
  expect(question?.fields).toMatchObject({ options: ['甲', '乙', '丙', '丁'], answer: ['C'] });
});
