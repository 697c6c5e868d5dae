import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** 七选五, 补全对话: one row of options for the numbered blanks of a text. */

const read = (...lines: string[]) => parseText(toLines(lines.join('\n')));
const SENTENCES = [
  'Some people sleep late.',
  'Keep a regular time.',
  'Your heart beats faster.',
  'Most people need it.',
  'Others take hours.',
  'Too much makes you tired.',
  'Then you will sleep well.',
];
const OPTIONS = SENTENCES.map((text, index) => `${String.fromCharCode(65 + index)}. ${text}`);
const HEADING = '第二节（共5小题；每小题2.5分，满分12.5分）';
const TASK = '根据短文内容，从短文后的选项中选出能填入空白处的最佳选项。选项中有两项为多余选项。';
const textWith = (blank: (number: number) => string) => [
  `Do you sleep well at night? Maybe this is for you. ${blank(36)} Your body is ready for action.`,
  `${blank(37)} Some fall asleep quickly. ${blank(38)} It is all right.`,
  `We all need sleep. ${blank(39)} So keep calm.`,
  blank(40),
];
const drawn = [TASK, ...textWith((number) => `__${number}__`)].join('\n');
const READ = [...'CFBGA'].map((key, index) => [`${drawn}\n第 ${36 + index} 空`, SENTENCES, [key], 2.5]);
const seen = (questions: ReturnType<typeof read>) =>
  questions.map(({ fields, problems }) => [fields.stem, fields.options, fields.answer, fields.points, ...problems]);

describe('each blank is a choice of all options', () => {
  test.each([
    ['36 ________', (number: number) => `${number} ________`],
    ['36. ________', (number: number) => `${number}. ________`],
    ['____36____', (number: number) => `____${number}____`],
    ['（36）____', (number: number) => `（${number}）____`],
  ])('with %s as blanks', (_name, blank) => {
    const questions = read(HEADING, TASK, ...textWith(blank), ...OPTIONS, '参考答案', '36-40 CFBGA');
    expect(seen(questions)).toEqual(READ);
    for (const { notes } of questions) expect(notes.join()).toContain('选项 A—G 是第 36—40 空共用的');
  });

  test.each([
    ['in a row', ['答案：CFBGA']],
    ['with their numbers', ['【答案】36. C  37. F  38. B  39. G  40. A']],
    ['on lines', ['36. C', '37. F', '38. B', '39. G', '40. A']],
    ['on lines with analyses', ['36. C  解析：上文', '37. F', '38. B', '39. G', '40. A']],
    ['as a range', ['36-40 CFBGA']],
    ['below places to write into', ['36. ____  37. ____  38. ____  39. ____  40. ____', '答案：36-40 CFBGA']],
  ])('with the key %s', (_name, key) => {
    expect(seen(read(HEADING, TASK, ...textWith((number) => `__${number}__`), ...OPTIONS, ...key))).toEqual(READ);
  });

  test.each([
    ['room around its blanks', (number: number) => `  ${number}  `],
    ['drawn blanks', (number: number) => `__${number}__`],
  ])('in a text whose paragraphs are counted, with %s', (_name, blank) => {
    const [first = '', second = '', third = '', last = ''] = textWith(blank);
    const text = [`(1) ${first}`, `(2) Yes. ${second}`, `(3) ${third}`, `(4) Enough. ${last}`];
    const questions = read(HEADING, TASK, ...text, ...OPTIONS, '参考答案', '36-40 CFBGA');
    expect(seen(questions)).toEqual(READ.map(([, ...rest]) => [expect.stringContaining('(1) Do you sleep'), ...rest]));
  });

  test('with options that were broken over two lines', () => {
    const broken = OPTIONS.flatMap((option) => option.split(/ (?=(?:late|tired|well)\.)/));
    expect(broken).toHaveLength(OPTIONS.length + 3);
    const key = ['参考答案', '36．C', '37．F', '38．B', '39．G', '40．A'];
    expect(seen(read(HEADING, TASK, ...textWith((number) => `  ${number}  `), ...broken, ...key))).toEqual(
      READ.map(([, ...rest], index) => [expect.stringContaining(`第 ${36 + index} 空`), ...rest]),
    );
  });

  test('with the options above the text, or in a dialogue', () => {
    const text = textWith((number) => `__${number}__`);
    expect(seen(read(HEADING, TASK, ...OPTIONS, ...text, '答案：36-40 CFBGA'))).toEqual(READ);
    const dialogue = ['A: Hello! __1__', 'B: To the park.', 'A: __2__', 'B: Fine. __3__'];
    expect(seen(read('五、补全对话', ...dialogue, ...OPTIONS, '答案：1-3 BAC'))).toEqual(
      [...'BAC'].map((key, index) => [`${dialogue.join('\n')}\n第 ${index + 1} 空`, SENTENCES, [key], undefined]),
    );
  });
});

test('an analysis that names its question is of that one, where their answers stand below them all', () => {
  const details = [36, 37, 38, 39, 40].flatMap((number) => [`【${number}题详解】`, `第${number}题的话。`]);
  const text = textWith((number) => `__${number}__`);
  const key = '【答案】36. C  37. F  38. B  39. G  40. A';
  const questions = read(HEADING, TASK, ...text, ...OPTIONS, key, '【解析】', ...details, '41. 甲____。', '答案：乙');
  expect(questions.map(({ fields }) => fields.analysis)).toEqual([
    ...[36, 37, 38, 39, 40].map((number) => `第${number}题的话。`),
    undefined,
  ]);
});

test('a key that does not come to as many, and options of one question, are none', () => {
  const text = textWith((number) => `__${number}__`);
  const questions = read(HEADING, TASK, ...text, ...OPTIONS, '答案：CFBG');
  expect(questions.every(({ problems }) => problems.length > 0)).toBe(true);
  const [one, ...more] = read(
    ...['1. 填入（1）____、（2）____和（3）____的是', '（1）____', '（2）____', '（3）____', ...OPTIONS.slice(0, 5)],
    '答案：B',
  );
  expect([one?.fields.answer, more]).toEqual([['B'], []]);
});

test('blanks that are but numbers with room around them, one at the beginning of a line', () => {
  const questions = parseText(
    toLines(
      [
        ...['第二节（共4小题）', '从短文后的选项中选出能填入空白处的最佳选项。', 'How to Be Happy'],
        ...['It is important.  5  . Smile.  6   It helps.', '7  . Eat well.  8  .'],
        ...['A. Sleep early.', 'B. Make friends.', 'C. Drink water.', 'D. Everyone wants it.', 'E. It costs nothing.'],
        ...['参考答案', '5-8 DECB'],
      ].join('\n'),
    ),
  );
  expect(questions.map(({ kind, fields, problems }) => [kind, fields.answer, ...problems])).toEqual(
    ['D', 'E', 'C', 'B'].map((letter) => ['single', [letter]]),
  );
  expect(questions[2]?.fields.stem).toContain('__7__  . Eat well.  __8__  .\n第 7 空');
  expect(questions[0]?.notes.join()).toContain('选项 A—E 是第 5—8 空共用的，每个空读成一道单选题，请核对。');
});
