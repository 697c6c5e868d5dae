import { expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** What is read out, behind the key, without the numbers of its questions: it is of no writing and of no answer. */

const read = (...lines: string[]) => parseText(toLines(lines.join('\n')));
const CHOICE = ['一、单选', '1. 甲（ ）', 'A. 一  B. 二'];
const SCRIPT = ['M: Hello.', 'W: Hi.'];

test.each(['听力原文', '听力材料：', '【听力录音稿】', '附：听力文本'])(
  '%s behind the last answer of a key',
  (title) => {
    const [choice, writing] = read(
      ...CHOICE,
      '二、作文',
      '2. 写一封信。',
      '答案',
      '1. A',
      '作文（略）',
      title,
      ...SCRIPT,
    );
    expect(choice?.fields.answer).toEqual(['A']);
    expect(writing?.fields).toMatchObject({ prompt: '写一封信。', referenceAnswer: '' });
    expect(writing?.notes.join()).toContain('M: Hello. W: Hi.');
  },
);

test('behind a question with its answer it is no question', () => {
  const questions = read(...CHOICE, '答案：A', '作文（略）', '听力原文', ...SCRIPT);
  expect(questions).toHaveLength(1);
  expect(questions[0]?.notes.join()).toContain('M: Hello. W: Hi.');
});

test('a key that goes on behind it has all its answers', () => {
  const paper = [
    '一、听力',
    '1. 甲（ ）',
    'A. 一  B. 二',
    '2. 乙（ ）',
    'A. 一  B. 二',
    '二、阅读',
    '3. 丙（ ）',
    'A. 一  B. 二',
  ];
  const questions = read(...paper, '参考答案', '听力 1-2 AB', '听力原文', ...SCRIPT, '阅读：3. B');
  expect(questions.map(({ fields }) => fields.answer)).toEqual([['A'], ['B'], ['B']]);
  expect(questions[2]?.notes.join()).toContain('M: Hello. W: Hi.');
});

test('with the numbers of its questions it is of these', () => {
  const [question] = read(
    ...CHOICE,
    '2. 乙（ ）',
    'A. 一  B. 二',
    '参考答案',
    '1-2 AB',
    '听力原文',
    '1. M: Hello.',
    '2. W: Hi.',
  );
  expect(question?.fields.analysis).toContain('M: Hello.');
});
