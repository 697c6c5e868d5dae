import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** The name of a book that was copied with its pages. */

const read = (lines: string[]) => parseText(toLines(lines.join('\n')));
const HEADER = '某省安全生产管理人员安全生产考核第六批题库';
const choice = (number: number, header: (place: string) => string[]) => [
  `${number}. 起重机械经验收合`,
  ...header('stem'),
  '格后方可（ ）。',
  'A. 使用',
  ...header('option'),
  'B. 拆除',
  '正确答案：A',
  ...header('behind'),
];
const paper = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) =>
    choice(index + 1, (place) => (place === ['stem', 'option', 'behind'][index % 3] ? [name] : [])),
  ).flat();

test('it is in no question, and told once', () => {
  const questions = read(['一、单选题', ...paper(HEADER, 6)]);
  expect(questions).toHaveLength(6);
  for (const { fields, problems } of questions) {
    expect(fields).toMatchObject({
      stem: '起重机械经验收合\n格后方可（ ）。',
      options: ['使用', '拆除'],
      answer: ['A'],
    });
    expect(problems).toEqual([]);
  }
  expect(questions.flatMap(({ notes }) => notes)).toEqual([
    `整个文件：“${HEADER}”在文件里有 6 处，当作页眉，没有导入。`,
  ]);
});

test('it is told where the number of a page stands below it', () => {
  const lines = paper(HEADER, 6).flatMap((line) => (line === HEADER ? [line, '第 3 页'] : [line]));
  const notes = read(['一、单选题', ...lines]).flatMap((question) => question.notes);
  expect(notes.filter((note) => note.startsWith('整个文件：'))).toHaveLength(1);
  expect(notes.filter((note) => note.includes('第 3 页'))).toHaveLength(6);
});

describe('is none of it', () => {
  test.each(['下列安全考核的做法正确的是', '考试的纪律是', '考试开始后，考生应当，'])('%s', (line) => {
    expect(read(['一、单选题', ...paper(line, 6)])[0]?.fields.stem).toContain(line);
  });

  test('what stands there but a few times', () => {
    expect(read(['一、单选题', ...paper(HEADER, 4)])[0]?.fields.stem).toContain(HEADER);
  });

  test('the title of each of several papers', () => {
    const one = (letter: string) => ['期末考试数学试卷', '1. 选（ ）', 'A. 甲', 'B. 乙', `答案：${letter}`, ''];
    const questions = read(['A', 'B', 'A', 'B', 'A', 'B'].flatMap(one));
    expect(questions.map(({ fields }) => fields.answer)).toEqual([['A'], ['B'], ['A'], ['B'], ['A'], ['B']]);
    expect(questions.flatMap(({ notes }) => notes).join()).not.toContain('页眉');
  });
});
