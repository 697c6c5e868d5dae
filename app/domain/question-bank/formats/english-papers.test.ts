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

test('a choice that is heard has the task of its section for its text', () => {
  const heard = ['1. A. Yes, I do.  B. No, thanks.', '2. A. Fine.  B. Blue.', '答案：1-2 AB'];
  const [first, second] = parseText(toLines(['一、听句子，选择正确的答语。（每小题1分）', ...heard].join('\n')));
  expect(first).toMatchObject({
    kind: 'single',
    fields: { stem: '听句子，选择正确的答语。', options: ['Yes, I do.', 'No, thanks.'], answer: ['A'], points: 1 },
    problems: [],
  });
  expect(first?.notes).toEqual(['这道听力题只有选项，题干写成了“听句子，选择正确的答语。”，请核对。']);
  expect(second?.fields.answer).toEqual(['B']);
  // Where nothing is listened to, nobody knows what is asked.
  const [silent] = parseText(toLines(['一、单选题', ...heard].join('\n')));
  expect(silent?.problems).toContain('这道题没有题干，请在题号后写出题目。');
});

test('wide lines beside other blanks are drawn as those', () => {
  const [question] = parseText(toLines('1．鲁迅原名＿＿＿＿，字____。\n答案：周树人；豫才'));
  expect(question?.fields.stem).toBe('鲁迅原名____，字____。');
});

test('the first letter before a numbered blank of a dialogue stays in the text', () => {
  const [question, ...more] = parseText(
    toLines(
      [
        '五、补全对话',
        "A: Hello. What's this?",
        'B: It is a 42. b________ .',
        'A: Thank you. 43. n________ to meet you.',
        'B: 44. g________ to see you.',
        '参考答案',
        '42. book 43. Nice 44. Glad',
      ].join('\n'),
    ),
  );
  expect(more).toEqual([]);
  expect(question).toMatchObject({
    kind: 'cloze',
    fields: {
      stem: "A: Hello. What's this?\nB: It is a b____ .\nA: Thank you. n____ to meet you.\nB: g____ to see you.",
      answer: [['book'], ['Nice'], ['Glad']],
    },
    problems: [],
  });
});

test('below 补全对话 two lines of speakers are no options', () => {
  const [question] = parseText(
    toLines('五、补全对话\nA: Hello. 1. n________ to meet you.\nB: What is 2. y________ name?\n答案：1. Nice 2. your'),
  );
  expect(question).toMatchObject({ kind: 'cloze', fields: { answer: [['Nice'], ['your']] }, problems: [] });
});
