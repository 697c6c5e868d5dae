import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** Small questions （1）（2）（3） of one number, each with options of its own, as 菁优网 and 组卷网 print them. */

const read = (...lines: string[]) => parseText(toLines(lines.join('\n')));
const keys = (...lines: string[]) => read(...lines).map(({ fields, problems }) => fields.answer ?? problems);
const notes = (...lines: string[]) => read(...lines).flatMap((each) => each.notes);

const OPTIONS = 'A．甲 B．乙 C．丙 D．丁';
const TEXT = '1．某地夏季高温多雨，读图回答问题。';
const TWO = [TEXT, '（1）气候是（  ）', OPTIONS, '（2）作物是（  ）', ...OPTIONS.split(' ')];
const NEXT = ['2．不正确的是（  ）', OPTIONS];
const STEMS = ['某地夏季高温多雨，读图回答问题。\n气候是（  ）', '某地夏季高温多雨，读图回答问题。\n作物是（  ）'];

test('each is a question with the text above it, the key is given part by part', () => {
  const questions = read(...TWO, '【答案】（1）B（2）C', '【解析】（1）多雨。（2）喜湿。', ...NEXT, '【答案】D');
  expect(questions.map(({ kind, fields, problems }) => [kind, fields.stem, fields.answer, ...problems])).toEqual([
    ['single', STEMS[0], ['B']],
    ['single', STEMS[1], ['C']],
    ['single', '不正确的是（  ）', ['D']],
  ]);
  expect(questions.map(({ fields }) => fields.analysis)).toEqual(['多雨。', '喜湿。', undefined]);
  expect(questions[1]?.fields.options).toEqual(['甲', '乙', '丙', '丁']);
  expect(questions[1]?.notes).toContain('第 1 题有 2 个小题，已分成 2 道题，这是第（2）题。');
  expect(questions[1]?.notes).toContain('答案“（1）B（2）C”已按次序分给 2 个小题，请核对。');
  expect(questions.some(({ isDoubtful }) => isDoubtful)).toBe(false);
});

test.each([
  ['behind the question, in a line', [...TWO, '答案：(1)B (2)C', ...NEXT, '答案：D']],
  ['with circled signs', [...TWO, '答案：①B ②C', ...NEXT, '答案：D']],
  ['on lines of their own', [...TWO, '【答案】', '（1）B', '（2）C', ...NEXT, '【答案】D']],
  [
    'behind each of them',
    [TEXT, '（1）气候是（  ）', OPTIONS, '【答案】B', '（2）作物是（  ）', OPTIONS, '【答案】C', ...NEXT, '答案：D'],
  ],
  ['in a key', [...TWO, ...NEXT, '参考答案', '1．（1）B（2）C', '2．D']],
  ['in a key, a line each', [...TWO, ...NEXT, '参考答案', '1．（1）B', '（2）C', '2．D']],
  ['in a key of one line', [...TWO, ...NEXT, '参考答案', '1．①B ②C 2．D']],
  ['in a key, with the number before each', [...TWO, ...NEXT, '参考答案', '1（1）B 1（2）C', '2．D']],
  ['as letters apart', [...TWO, '答案：B、C', ...NEXT, '答案：D']],
  [
    'in a key behind the last of them',
    [
      NEXT[0]!.replace('2', '1'),
      OPTIONS,
      ...TWO.map((line) => line.replace(/^1．/, '2．')),
      '答案：1．D 2．（1）B（2）C',
    ],
  ],
])('their key stands %s', (name, lines) =>
  expect(keys(...lines)).toEqual(name.endsWith('last of them') ? [['D'], ['B'], ['C']] : [['B'], ['C'], ['D']]),
);

test('the first may stand on the line of the number, without a text above it', () => {
  const questions = read('1．（1）气候是（  ）', OPTIONS, '（2）作物是（  ）', OPTIONS, '答案：（1）B（2）C');
  expect(questions.map(({ fields }) => fields.stem)).toEqual(['气候是（  ）', '作物是（  ）']);
  const behind = read('3．读图回答：（1）气候是（  ）', OPTIONS, '（2）作物是（  ）', OPTIONS, '答案：（1）B（2）C');
  expect(behind.map(({ fields }) => fields.stem)).toEqual(['读图回答：\n气候是（  ）', '读图回答：\n作物是（  ）']);
});

test('one without options among them is a question as well', () => {
  const lines = [TEXT, '（1）气候是（  ）', OPTIONS, '（2）写出作物。', '（3）水是液体。（  ）'];
  const questions = read(...lines, '答案：（1）B（2）水稻（3）√', ...NEXT, '答案：D');
  expect(questions.map(({ kind, fields }) => [kind, fields.answer])).toEqual([
    ['single', ['B']],
    ['short', '水稻'],
    ['judge', 'T'],
    ['single', ['D']],
  ]);
});

describe('a key that does not count them', () => {
  test.each(['B', 'B C D', '（1）B（2）C（3）D', '（2）B（1）C'])('%s refuses all of them', (key) => {
    const [first, second] = read(...TWO, `答案：${key}`, ...NEXT, '答案：D');
    expect(first?.problems[0]).toMatch(/与这 2 个小题对不上/);
    expect(second?.problems[0]).toMatch(/与这 2 个小题对不上/);
  });

  test('BC may be of one of them: the questions are not chosen by themselves', () =>
    expect(read(...TWO, '答案：BC').map(({ isDoubtful }) => isDoubtful)).toEqual([true, true]));

  test('a second key that differs is told at the question it differs at', () => {
    const each = [TEXT, '（1）气候是（  ）', OPTIONS, '答案：B', '（2）作物是（  ）', OPTIONS, '答案：C'];
    const questions = read(...each, ...NEXT, '答案：D', '参考答案', '1．（1）B（2）A', '2．D');
    expect(questions.map(({ isDoubtful }) => isDoubtful ?? false)).toEqual([false, true, false]);
  });
});

test('an analysis without numbers is for all of them, and its 故选 is of none', () => {
  const questions = read(...TWO, '【答案】（1）B（2）C', '【解析】高温多雨。故选C。', ...NEXT, '【答案】D');
  expect(questions.map(({ fields }) => fields.analysis)).toEqual(['高温多雨。故选C。', '高温多雨。故选C。', undefined]);
  expect(questions.some(({ isDoubtful }) => isDoubtful)).toBe(false);
});

test('the points of the number are shared out and told', () => {
  const points = (...lines: string[]) => read(...lines, '答案：（1）B（2）C').map(({ fields }) => fields.points);
  const [, ...below] = TWO;
  expect(points('1．（6分）读图。', ...below)).toEqual([3, 3]);
  expect(points('1．（6分）读图。', '（1）气候是（  ）（2分）', OPTIONS, '（2）作物是（  ）（4分）', OPTIONS)).toEqual([
    2, 4,
  ]);
  expect(points('1．（5分）读图。', '（1）甲（  ）', OPTIONS, '（2）乙（  ）', OPTIONS)).toEqual([2.5, 2.5]);
  expect(points('一、阅读（共2小题，每小题3分，共6分）', ...TWO)).toEqual([3, 3]);
  expect(points('一、选择题（共1小题，每小题3分，共3分）', ...TWO)).toEqual([1.5, 1.5]);
  expect(notes('1．（6分）读图。', ...below, '答案：（1）B（2）C')).toContain(
    '第 1 题共 6 分，已平均分给 2 个小题，请核对分值。',
  );
  expect(notes('一、选择题（共1小题，每小题3分，共3分）', ...TWO).join()).not.toMatch(/漏读/);
});

describe('what is no small question stays in its question', () => {
  test('open ones', () =>
    expect(read('1．读图。', '（1）目的是什么？', '（2）现象是什么？', '答案：（1）甲（2）乙')).toMatchObject([
      { kind: 'short', fields: { answer: '（1）甲（2）乙' } },
    ]));

  test('statements above the options of one choice', () =>
    expect(
      read('1．正确的是', '（1）甲', '（2）乙', 'A．（1）', 'B．（2）', '答案：A', '解析：（1）对。', '（2）错。'),
    ).toMatchObject([{ kind: 'single', fields: { answer: ['A'], options: ['（1）', '（2）'] } }]));

  test('an analysis that counts', () =>
    expect(
      read('1．正确的是', OPTIONS, '答案：A', '解析：', '（1）甲对。', '（2）乙错。', ...NEXT, '答案：D'),
    ).toHaveLength(2));
});

describe('a key that counts in brackets on one line', () => {
  const CHOICES = ['（1）甲是（  ）', OPTIONS, '（2）乙是（  ）', OPTIONS, '（3）丙是（  ）', OPTIONS];
  const JUDGED = ['二、判断题', '（1）水是液体。（  ）', '（2）冰是液体。（  ）'];
  const plain = (lines: string[]) => lines.map((line) => line.replace(/^（(\d)）/, '$1．'));

  test.each(['(1)A (2)B (3)C', '（1）A；（2）B；（3）C。', '（1）A、（2）B、（3）C'])(
    '%s of a paper that counts so',
    (key) => expect(keys(...CHOICES, '参考答案', key)).toEqual([['A'], ['B'], ['C']]),
  );

  test.each([
    ['(1)A (2)B (3)C', '（1）√ （2）×'],
    ['①A ②B ③C', '①√ ②×'],
  ])('一、%s and 二、%s are of their sections', (first, second) => {
    const key = ['参考答案', `一、${first}`, `二、${second}`];
    expect(keys('一、选择题', ...CHOICES, ...JUDGED, ...key)).toEqual([['A'], ['B'], ['C'], 'T', 'F']);
    expect(keys('一、选择题', ...plain(CHOICES), ...plain(JUDGED), ...key)).toEqual([['A'], ['B'], ['C'], 'T', 'F']);
  });

  test('of another number of answers none is given', () =>
    expect(
      read('一、选择题', ...CHOICES, ...JUDGED, '参考答案', '一、(1)A (2)B', '二、（1）√ （2）×').map(
        ({ problems }) => problems.length > 0,
      ),
    ).toEqual([true, true, true, false, false]));
});

test('a text that no stem can hold is not written out for each of its questions: each is refused with the reason', () => {
  const small = ['（1）甲（ ）', 'A．一 B．二', '（2）乙（ ）', 'A．三 B．四', '答案：（1）A（2）B'];
  const questions = read(`1．${'春眠不觉晓，处处闻啼鸟。'.repeat(2000)}`, ...small);
  expect(questions).toHaveLength(2);
  for (const { problems, fields } of questions) {
    expect(problems.join('')).toContain('题前的材料超过 20000 字');
    expect(String(fields.stem).length).toBeLessThan(21_000);
  }
});
