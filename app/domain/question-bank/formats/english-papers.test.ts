import { expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** Papers in English: Section C, 6), Answer: 1. B 2. C in the middle of the paper. */

const PASSAGE = 'It was a __1__ day. Tom went __2__ with his friends.';

test('sections, answers in their middle and letters in brackets', () => {
  const questions = parseText(
    toLines(
      [
        'Section B  Cloze (10 points)',
        'Read the passage and choose the best.',
        PASSAGE,
        '1. A. sun  B. sunny  C. suns  D. sunning',
        '2. A. swim  B. swam  C. swimming  D. to swim',
        'Answer: 1. B 2. C',
        '',
        'Section C True or False',
        '3. Tom stayed home. (F)',
        '4. Tom was with friends. (T)',
        '',
        'Section D Fill in the blanks',
        '5. It was a ______ day.',
        'Answer: sunny',
        '',
        'Section E Multiple choice',
        '6) Which one is right?',
        '(A) one',
        '(B) two',
        '(C) three',
        'Answer: (C)',
      ].join('\n'),
    ),
  );
  expect(questions.map(({ kind, fields, problems }) => [kind, fields.answer, ...problems])).toEqual([
    ['single', ['B']],
    ['single', ['C']],
    ['judge', 'F'],
    ['judge', 'T'],
    ['cloze', [['sunny']]],
    ['single', ['C']],
  ]);
  expect(questions.slice(0, 2).map(({ fields }) => String(fields.stem).split('\n').slice(1))).toEqual([
    [PASSAGE, '第 1 空'],
    [PASSAGE, '第 2 空'],
  ]);
  for (const { notes } of questions.slice(0, 2)) expect(notes.join()).toContain('只有选项');
});

test.each(['Sections of a fruit are', 'Part of the answer is', 'Section is a word'])('%s is a text', (stem) => {
  const questions = parseText(toLines(['1. Read this', stem, 'A. a', 'B. b', 'Answer: A'].join('\n')));
  expect(questions.map(({ fields }) => fields.stem)).toEqual([`Read this\n${stem}`]);
});
