import { expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** Headings whose words name another kind than the word within them. */

const read = (...lines: string[]) => parseText(toLines(lines.join('\n')));
const kinds = (...lines: string[]) => read(...lines).map(({ kind, fields }) => [kind, fields.answer]);

const CHOICES = ['1. I have ________ umbrella.', 'A. a', 'B. an', 'C. the', 'D. /', '2. He ________ to school.'];
const KEY = ['A. go   B. goes   C. going   D. gone', '答案：1. B 2. B'];

test.each(['二、单项填空', 'Ⅱ. 单项填空（共2小题；每小题1分，满分2分）', '单项填空', '一、选择填空'])(
  'in %s each question has a blank in its stem and its options below',
  (heading) => {
    expect(read(heading, ...CHOICES, ...KEY).map(({ kind, fields }) => [kind, fields.answer])).toEqual([
      ['single', ['B']],
      ['single', ['B']],
    ]);
  },
);

test.each([
  '二、辨析题（先判断正误，再说明理由）',
  '二、辨析题（判断正误，并说明理由）',
  '二、判断说明题',
  '二、判断说明题（共2题）',
  '判断说明题',
  '二、判断题（判断下列观点是否正确，并说明理由）',
  '二、判断并说明理由',
])('%s asks for words that no sign of right or wrong gives', (heading) => {
  const questions = read(heading, '3、甲。', '答案：错误。甲有几种。', '4、乙。', '答案：该说法错误。');
  expect(questions.map(({ kind, fields, problems }) => [kind, fields.answer, problems])).toEqual([
    ['short', '错误。甲有几种。', []],
    ['short', '该说法错误。', []],
  ]);
});

test('what is only judged stays so', () => {
  expect(kinds('二、判断题（正确的打“√”，错误的打“×”）', '1、甲。', '答案：√').map(([kind]) => kind)).toEqual([
    'judge',
  ]);
  expect(kinds('二、判断（说明：每题1分）', '1、甲。', '答案：√').map(([kind]) => kind)).toEqual(['judge']);
});

test.each([
  '一、选择题（1-2为单选，3-4为多选）',
  '一、选择题（第1～2题只有一项符合题目要求，第3～4题有多项符合题目要求）',
  '一、选择题（单选1-2，多选3-4）',
  '一、选择题：1、2题为单选题，3、4题为多选题',
])('%s says which may have several answers', (heading) => {
  const choices = [1, 2, 3, 4].flatMap((number) => [`${number}. 甲`, 'A. 1 B. 2 C. 3']);
  expect(kinds(heading, ...choices, '答案：1-4 A B AC C')).toEqual([
    ['single', ['A']],
    ['single', ['B']],
    ['multiple', ['A', 'C']],
    ['multiple', ['C']],
  ]);
});

test.each(['二、话题表达（10分）', '三、情景问答', '四、情境说话'])('%s is spoken', (heading) => {
  expect(kinds(heading, '1. 请以“我的家乡”为题说一段话。').map(([kind]) => kind)).toEqual(['oral']);
});

test.each(['一、单项/多项选择题', '一、单选、多选题', '一、单选/多选', '一、多项或单项选择题（每题3分）'])(
  'in %s the letters of each key say which it is',
  (heading) => {
    const options = ['A. 甲', 'B. 乙', 'C. 丙'];
    expect(kinds(heading, '1. 选（ ）', ...options, '答案：A', '2. 选（ ）', ...options, '答案：AC')).toEqual([
      ['single', ['A']],
      ['multiple', ['A', 'C']],
    ]);
  },
);
