import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** Questions that stand beside each other, and answers that stand within the text. */

const read = (...lines: string[]) => parseText(toLines(lines.join('\n')));
const said = (...lines: string[]) =>
  read(...lines).map(({ fields, problems, isDoubtful }) => [
    fields.stem ?? fields.prompt,
    fields.answer,
    ...problems,
    ...(isDoubtful ? ['doubt'] : []),
  ]);

describe('two questions on a line', () => {
  const SUMS = [
    ['3+5=____', [['8']]],
    ['7-2=____', [['5']]],
    ['4×6=____', [['24']]],
    ['9÷3=____', [['3']]],
  ];
  test.each(['    ', '\t', '\u3000', ' | ', ' '])('with %j between them are two', (gap) => {
    const key = ['参考答案', '1. 8  2. 5', '3. 24  4. 3'];
    expect(said('一、填空题', `1. 3+5=____${gap}2. 7-2=____`, `3. 4×6=____${gap}4. 9÷3=____`, ...key)).toEqual(SUMS);
  });

  test('are counted down the columns, and so is their key', () => {
    const paper = ['一、填空题', '1. 3+5=____    3. 4×6=____', '2. 7-2=____    4. 9÷3=____'];
    expect(said(...paper, '参考答案', '1. 8    3. 24', '2. 5    4. 3')).toEqual(SUMS);
  });

  test('have their options on the same line', () => {
    const line = '1. 甲（ ）  A. 一  B. 二    2. 乙（ ）  A. 三  B. 四';
    expect(read('一、选择题', line, '答案：1-2 AB').map(({ fields }) => [fields.options, fields.answer])).toEqual([
      [['一', '二'], ['A']],
      [['三', '四'], ['B']],
    ]);
  });

  test('are one where the numbers count something else', () => {
    expect(said('一、解答题', '1. 步骤如下：', '1. 加热    2. 过滤', '说明理由。', '答案：略')).toHaveLength(1);
    expect(said('1. 见1.5节    2. 乙____', '答案：甲', '2. 丙____', '答案：丁')).toHaveLength(2);
  });
});

describe('answers in brackets within a text with blanks', () => {
  test('are the answers where there is room around them', () => {
    const [question] = read('一、填空题', '1. 首都是（ 北京 ），最长的河是【 长江 】。（2分）');
    expect(question).toMatchObject({
      fields: { stem: '首都是____，最长的河是____。', answer: [['北京'], ['长江']], points: 2 },
      notes: [expect.stringContaining('“北京”“长江”')],
      problems: [],
    });
    expect(question?.isDoubtful).toBeFalsy();
  });

  test('may be something else where there is none: it is not chosen by itself', () => {
    expect(said('一、填空题', '1. 首都是（北京）。', '2. 2×3=（6）')).toEqual([
      ['首都是____。', [['北京']], 'doubt'],
      ['2×3=____', [['6']], 'doubt'],
    ]);
  });

  test('are those that the key has, and no others', () => {
    expect(said('一、填空题', '1. 水（H2O）由（氢）和（氧）组成。', '答案：氢；氧')).toEqual([
      ['水（H2O）由____和____组成。', [['氢'], ['氧']]],
    ]);
    expect(said('一、填空题', '1. 水（H2O）是液体。', '答案：氢')[0]?.[2]).toContain('没有空');
  });
});

test('连词成句 is a question with an answer in words', () => {
  const questions = read(
    '五、连词成句',
    '1. is, name, what, your (?)',
    '2. he, likes, apples (.)',
    '参考答案',
    '1. What is your name?',
    '2. He likes apples.',
  );
  expect(questions.map(({ kind, fields, problems }) => [kind, fields.answer, problems])).toEqual([
    ['short', 'What is your name?', []],
    ['short', 'He likes apples.', []],
  ]);
  expect(questions[0]?.notes.join()).toContain('简答题');
});

describe('a dialogue of A and B', () => {
  const DIALOGUE = ['六、补全对话', 'A: Hello, Tom.', 'B: Hi! 36.________', "A: I'm fine. 37.________", 'B: Yes.'];

  test('holds blanks, and its speakers are no options', () => {
    const [question, ...more] = read(...DIALOGUE, '参考答案', '36. How are you?', '37. Do you like it?');
    expect(more).toEqual([]);
    expect(question).toMatchObject({
      kind: 'cloze',
      fields: {
        stem: "A: Hello, Tom.\nB: Hi! ____\nA: I'm fine. ____\nB: Yes.",
        answer: [['How are you?'], ['Do you like it?']],
      },
      problems: [],
    });
  });

  test('takes each of its blanks from the options below it', () => {
    const options = ['A. How are you?', 'B. Do you like it?', 'C. See you.', 'D. Thanks.', 'E. Sorry.'];
    const lines = ['A: Hi! __1__', 'B: Fine. __2__', 'A: Yes. __3__', 'B: Bye.'];
    const questions = read('六、补全对话（每小题2分）', ...lines, ...options, '答案：1-3 ABC');
    expect(questions.map(({ kind, fields }) => [kind, fields.answer])).toEqual([
      ['single', ['A']],
      ['single', ['B']],
      ['single', ['C']],
    ]);
    expect(questions[0]?.fields).toMatchObject({
      stem: [...lines.slice(0, 4), '第 1 空'].join('\n'),
      options: options.map((option) => option.slice(3)),
    });
  });

  test('stands above the options of a choice', () => {
    expect(read('1. A: Thank you!', 'B: ____', 'A. Hi', "B. That's OK", '答案：B')).toMatchObject([
      { kind: 'single', fields: { stem: 'A: Thank you!\nB: ____', options: ['Hi', "That's OK"], answer: ['B'] } },
    ]);
  });

  test('is none where the letters count on', () => {
    const choice = (number: number) => [`${number}. 甲（ ）`, 'A：一', 'B：二', 'C：三'];
    expect(read('一、选择题', ...choice(1), ...choice(2), '答案：1-2 AB').map(({ fields }) => fields.options)).toEqual(
      Array(2).fill(['一', '二', '三']),
    );
  });
});

test('what stands above a text with numbered blanks comes along', () => {
  const [question] = read(
    '一、语法填空',
    '每空一词，首字母已给出，共十分钟。',
    'He __1__ a boy and she __2__ a girl of ten years.',
    '答案：1. is 2. was',
  );
  expect(question?.fields.answer).toEqual([['is'], ['was']]);
  expect(question?.fields.stem).toBe(
    '每空一词，首字母已给出，共十分钟。\nHe ____ a boy and she ____ a girl of ten years.',
  );
});
