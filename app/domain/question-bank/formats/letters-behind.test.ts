import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** Choices whose letters stand behind the place for them, at the end of the stem. */

const read = (...lines: string[]) => parseText(toLines(lines.join('\n')));
const OPTIONS = ['A. 春', 'B. 夏', 'C. 秋', 'D. 冬'];
const BEHIND = '题干最后的字母当作答案，没有导入到题干里。';
type Read = ReturnType<typeof read>;
const shown = (questions: Read) =>
  questions.map(({ kind, fields, problems }) => [kind, fields.stem, fields.answer, ...problems]);

describe('letters behind the place for the answer', () => {
  test.each([
    ['花开在（  ）A', '花开在（  ）', ['A']],
    ['花开在(  )  D', '花开在(  )', ['D']],
    ['花开在（  ）。B。', '花开在（  ）。', ['B']],
    ['花开在（  ）AB', '花开在（  ）', ['A', 'B']],
    ['花开在____。（C）', '花开在____。', ['C']],
    ['花开在（ ）。（A）', '花开在（ ）。', ['A']],
    ['____花开。(B)', '____花开。', ['B']],
    ['花在（ ）季开。 B', '花在（ ）季开。', ['B']],
  ])('are its answer, and told: %s', (stem, read_, answer) => {
    const [question] = read(`1. ${stem}`, ...OPTIONS);
    expect(question?.problems).toEqual([]);
    expect([question?.fields.stem, question?.fields.answer]).toEqual([read_, answer]);
    expect(question?.kind).toBe(answer.length > 1 ? 'multiple' : 'single');
    expect(question?.notes).toEqual([BEHIND]);
  });

  test('leave the stem where the key says the same', () => {
    const questions = read('一、单选题', '1. 花开在（  ）A', ...OPTIONS, '2. 雪落在（ ）。（D）', ...OPTIONS, '参考答案', '1. A 2. D'); // prettier-ignore
    expect(shown(questions)).toEqual([
      ['single', '花开在（  ）', ['A']],
      ['single', '雪落在（ ）。', ['D']],
    ]);
    expect(questions.flatMap(({ notes }) => notes)).toEqual([]);
  });

  test('against the key are held', () => {
    const [question] = read('一、单选题', '1. 花开在（  ）B', ...OPTIONS, '答案：A');
    expect(question).toMatchObject({ isDoubtful: true, fields: { stem: '花开在（  ）B', answer: ['A'] } });
    expect(question?.notes.join()).toContain('请核对哪个对');
  });

  test.each(['长翅基因（B）在（ ）', '点（ ）到直线AB', '图中____（A）', '花开在（ ）E', '春天在（ ）。见图A'])(
    'are none: %s',
    (stem) => {
      const [question] = read(`1. ${stem}`, ...OPTIONS);
      expect(question?.fields).toMatchObject({ stem, answer: [] });
    },
  );
});

test('in brackets on a line of their own they are the answer', () => {
  const [question] = read('1. 花在____开。', '（B）', ...OPTIONS);
  expect(question?.fields).toMatchObject({ stem: '花在____开。', answer: ['B'] });
});

test('letters on lines of their own name what is drawn', () => {
  const [question] = read('1. 下图中的三角形（  ）', 'A', 'B', 'C', 'A. 锐角', 'B. 直角', 'C. 钝角', '答案：B');
  expect(question?.fields.answer).toEqual(['B']);
  expect(question?.notes.join()).not.toContain('请核对哪个对');
});

describe('a room before the dot of a letter', () => {
  test.each([
    ['each on its line', ['A .春', 'B .夏', 'C .秋', 'D .冬'], ['春', '夏', '秋', '冬']],
    ['on one line', ['A .春 B .夏 C .秋   D .冬'], ['春', '夏', '秋', '冬']],
    ['on one line, before years', ['A .1927 年  B .1935 年  C .1938 年'], ['1927 年', '1935 年', '1938 年']],
    ['before years', ['A .1927 年', 'B .1935 年'], ['1927 年', '1935 年']],
    ['but decimals keep theirs', ['A .5', 'B .25'], ['.5', '.25']],
  ])('leaves no dot in the option: %s', (_name, lines, options) => {
    expect(read('1. 选（ ）', ...lines, '答案：B')[0]?.fields).toMatchObject({ options, answer: ['B'] });
  });
});
