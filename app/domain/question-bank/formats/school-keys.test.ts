import { Document, Packer, Paragraph, TextRun, type IRunOptions } from 'docx';
import { describe, expect, test } from 'vitest';
import { readDocx } from './docx-read.server';
import { parseText, toLines } from './text-format';

/** Keys without a title, blanks that are but numbers, and answers on their lines in Word. */

const read = (...lines: string[]) => parseText(toLines(lines.join('\n')));
const answers = (...lines: string[]) => read(...lines).map(({ fields }) => fields.answer);
const choices = (count: number) =>
  Array.from({ length: count }, (_, at) => [`${at + 1}. 题${at + 1}（ ）`, 'A. 一', 'B. 二', 'C. 三', 'D. 四']).flat();

describe('a key without a title', () => {
  const CHOICES = ['一、选择题', ...choices(3)];

  test.each([[['1. B', '2. A', '3. D']], [['', '1.B 2.A 3.D']], [['一、选择题', '1.B 2.A', '3.D']], [['BA D']]])(
    '%j',
    (key) => {
      expect(answers(...CHOICES, ...key)).toEqual([['B'], ['A'], ['D']]);
    },
  );

  test('section by section, with what is no letter behind', () => {
    const paper = [...CHOICES, '二、判断题', '4. 甲', '5. 乙', '三、填空题', '6. 丙____。'];
    const key = ['一、选择题', '1.B 2.A 3.D', '二、判断题', '4.√ 5.×', '三、填空题', '6. 丁'];
    expect(answers(...paper, ...key)).toEqual([['B'], ['A'], ['D'], 'T', 'F', [['丁']]]);
  });

  test.each([[['1. B', '2. A']], [['2. B', '3. A', '4. D']], [['BAD C']]])(
    '%j is none: it is no letter for each',
    (lines) => {
      expect(answers(...CHOICES, ...lines).slice(0, 2)).toEqual([[], []]);
    },
  );
});

describe('a table to write the answers into', () => {
  const [first, ...rest] = ['题号\t1\t2', '答案'];

  test('between a heading and its questions tells nothing', () => {
    const questions = read('一、选择题', ...choices(2), '答案：A', '二、判断题', first, ...rest, '3. 水是液体。（√）');
    expect(questions.flatMap(({ notes }) => notes)).toEqual([]);
  });
});

describe('the reason behind the letter of a key', () => {
  test('is the analysis, and told', () => {
    const questions = read('一、选择题', ...choices(2), '参考答案', '1. B 见课本，选B。', '2. A　想一想就知道。');
    expect(questions.map(({ fields, problems }) => [fields.answer, fields.analysis, problems])).toEqual([
      [['B'], '见课本，选B。', []],
      [['A'], '想一想就知道。', []],
    ]);
    expect(questions[0]?.notes.join()).toContain('读作“B”');
  });

  test('is none where it is the text of an option', () => {
    const paper = ['1. 甲（ ）', 'A. 北京故宫博物院', 'B. 南京大学的图书馆'];
    expect(read(...paper, '答案：A 北京故宫博物院')[0]).toMatchObject({ fields: { answer: ['A'] }, problems: [] });
    expect(read(...paper, '答案：A 南京大学的图书馆')[0]?.problems).toHaveLength(1);
  });

  test('with more of the key itself is none', () =>
    expect(read(...choices(1), '答案：B 或C都算对的')[0]?.problems).toHaveLength(1));
});

test('a place for the answer may stand first in a text', () => {
  const [question] = read('1. (　A　)是最大的城市。', 'A. 上海  B. 北京', '2. 乙（ ）', 'A. 一', 'B. 二', '答案：B');
  expect([question?.fields.stem, question?.fields.answer]).toEqual(['(　　)是最大的城市。', ['A']]);
  expect(question?.fields.options).toEqual(['上海', '北京']);
});

test('what a section bids to do is told once, at its first question', () => {
  const questions = read(
    ...['一、选择题', '下列各题中只有一项符合题意，把正确的序号填在括号里', ...choices(1), '答案：A'],
    ...['2. 乙', 'A. 一', 'B. 二', '答案：B'],
  );
  expect(questions.map(({ notes }) => notes.join())).toEqual([expect.stringContaining('填在括号里'), '']);
});

describe('a text with numbers alone for blanks, above the sentences that fill them', () => {
  const POOL = [
    'A. It makes you smart.',
    'B. You can read it.',
    'C. Choose one well.',
    'D. Turn it off.',
    'E. Books are good.',
  ];
  const TEXT = ['Reading is good. 36 It helps in 3 ways. 37 Many like it. 38', 'Find a place. 39 Then begin.'];

  test('is a choice for each of them', () => {
    const questions = read('阅读短文，从短文后的 5 个选项中选出能填入空白处的。', ...TEXT, ...POOL, '答案：36-39 ABDC');
    expect(questions.map(({ kind, fields }) => [kind, fields.answer])).toEqual(
      ['A', 'B', 'D', 'C'].map((letter) => ['single', [letter]]),
    );
    expect(questions[0]?.fields.stem).toContain('Reading is good. __36__ It helps in 3 ways. __37__');
    expect(questions[0]?.notes.join()).toContain('每个空读成一道单选题，请核对');
  });

  test('amounts that do not count on are none', () => {
    const text = ['Reading is good. I read 36 books and 12 papers.', 'He reads 7 books. Then 9 more.'];
    expect(read('1. 选出正确的一项。', ...text, ...POOL, '答案：A')).toHaveLength(1);
  });
});

type Run = string | IRunOptions;
const word = async (...paragraphs: Run[][]) => {
  const children = paragraphs.map(
    (runs) =>
      new Paragraph({ children: runs.map((run) => new TextRun(typeof run === 'string' ? { text: run } : run)) }),
  );
  return readDocx({ name: 'a.docx', bytes: await Packer.toBuffer(new Document({ sections: [{ children }] })) });
};

test.each(['\u3000北京\u3000', '      北京', '北京   ', '   北京 ', '\t北京\t'])(
  'an answer underlined with room around it, %j, is emptied',
  async (text) => {
    const [question] = await word(['一、填空题'], ['1. 首都是', { text, underline: {} }, '。']);
    expect([question?.fields.stem, question?.fields.answer]).toEqual(['首都是____。', [['北京']]]);
  },
);
