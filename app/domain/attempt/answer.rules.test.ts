import { cleanAnswer } from '~/domain/question-bank/kinds/kinds.rules';
import { describe, expect, test } from 'vitest';
import type { QuestionSnapshot, TheoryBody, TheoryKind } from '~/domain/question-bank/question.schema';
import { decideSave, describeAnswer, isBlankAnswer, isSameAnswer, readAnswers, takesPhotos } from './answer.rules';
import type { AnswerValue } from '~/domain/question-bank/kinds/answer.schema';

const base = { questionId: 1, title: '题', level: 1, keyPoints: [], imageIds: [] };
const theory = (kind: TheoryKind, body: Partial<TheoryBody> = {}): QuestionSnapshot => ({
  ...base,
  bank: 'theory',
  kind,
  body: {
    stem: '题干',
    options: ['A', 'B', 'C'].map((key) => ({ key, text: key })),
    keys: ['B'],
    blanks: [],
    reference: '',
    analysis: '',
    ...body,
  },
});
const written = (answerBy: 'photo' | 'text' | 'both'): QuestionSnapshot => ({
  ...base,
  bank: 'written',
  kind: '',
  body: { prompt: '写', referenceAnswer: '', markingPoints: [], answerBy },
});
const cloze = theory('cloze', { blanks: [['明月'], ['霜']] });

describe('cleanAnswer', () => {
  const cases: [string, QuestionSnapshot, AnswerValue, AnswerValue][] = [
    ['a choice keeps its key', theory('single'), { keys: ['B'], text: 'x' }, { keys: ['B'] }],
    [
      'keys come in the order of the options, once each',
      theory('multiple'),
      { keys: ['C', 'A', 'C'] },
      { keys: ['A', 'C'] },
    ],
    ['judge takes T and F', theory('judge'), { keys: ['F'] }, { keys: ['F'] }],
    ['nothing chosen is an empty list', theory('single'), {}, { keys: [] }],
    ['as many blanks as the stem has, trimmed', cloze, { blanks: [' 明月 '] }, { blanks: ['明月', ''] }],
    ['line ends become \\n, spaces stay', theory('short'), { text: ' a\r\nb\r ' }, { text: ' a\nb\n ' }],
    ['typed text of a pen item', written('both'), { text: '字' }, { text: '字' }],
    ['a photo item has no text', written('photo'), { text: '字' }, {}],
  ];
  test.each(cases)('%s', (_, snapshot, value, expected) => {
    expect(cleanAnswer(snapshot, value)).toEqual(expected);
  });

  test.each([
    ['an option that is not there', theory('single'), ['D']],
    ['two options of a single choice', theory('single'), ['A', 'B']],
    ['a letter for judge', theory('judge'), ['A']],
  ])('refuses %s', (_, snapshot, keys) => {
    expect(() => cleanAnswer(snapshot, { keys })).toThrow(expect.objectContaining({ code: 'invalid' }));
  });
});

test.each([
  [{}, true],
  [{ keys: [] }, true],
  [{ text: ' \n' }, true],
  [{ blanks: ['', ' '] }, true],
  [{ keys: ['A'] }, false],
  [{ text: '字' }, false],
  [{ blanks: ['', '霜'] }, false],
])('%j is blank: %s', (value, expected) => {
  expect(isBlankAnswer(value)).toBe(expected);
});

test('answers are the same when they say the same', () => {
  expect(isSameAnswer({}, { keys: [] })).toBe(true);
  expect(isSameAnswer({ blanks: ['a', ''] }, { blanks: ['a'] })).toBe(true);
  expect(isSameAnswer({ blanks: ['a'] }, { blanks: ['', 'a'] })).toBe(false);
  expect(isSameAnswer({ text: 'a' }, { text: 'a ' })).toBe(false);
});

describe('decideSave', () => {
  const [one, two, three] = [{ text: '一' }, { text: '二' }, { text: '三' }];
  const cases: [string, Parameters<typeof decideSave>, ReturnType<typeof decideSave>][] = [
    ['the first version', [null, { value: one, revision: 0 }, null], 'write'],
    ['an empty field of a new item', [null, { value: { text: '' }, revision: 0 }, null], 'keep'],
    ['the next version', [{ value: one, revision: 1 }, { value: two, revision: 1 }, null], 'write'],
    ['emptied again', [{ value: one, revision: 1 }, { value: { text: '' }, revision: 1 }, null], 'write'],
    ['the same again', [{ value: one, revision: 1 }, { value: one, revision: 0 }, null], 'keep'],
    ['a repeat after the answer was lost', [{ value: two, revision: 2 }, { value: two, revision: 1 }, one], 'keep'],
    [
      'the same while another text may still arrive',
      [{ value: one, revision: 1 }, { value: one, revision: 1, renew: true }, null],
      'write',
    ],
    [
      'that again, after the answer was lost',
      [{ value: one, revision: 2 }, { value: one, revision: 1, renew: true }, one],
      'keep',
    ],
    ['an untouched field of an older page', [{ value: two, revision: 2 }, { value: one, revision: 1 }, one], 'keep'],
    [
      'an untouched empty field of an older page',
      [{ value: two, revision: 2 }, { value: { text: '' }, revision: 0 }, null],
      'keep',
    ],
    [
      'another change on an older version',
      [{ value: two, revision: 2 }, { value: three, revision: 1 }, one],
      'conflict',
    ],
    ['a first version beside another', [{ value: two, revision: 1 }, { value: three, revision: 0 }, null], 'conflict'],
    ['a revision from the future', [{ value: one, revision: 1 }, { value: two, revision: 7 }, null], 'conflict'],
  ];
  test.each(cases)('%s', (_, input, expected) => {
    expect(decideSave(...input)).toBe(expected);
  });
});

test('a page form is read item by item', () => {
  const form = new FormData();
  form.append('r.7', '3');
  form.append('a.7.keys', 'A');
  form.append('a.7.keys', 'C');
  form.append('r.8', '0');
  form.append('a.8.blank.1', '二');
  form.append('r.9', 'nonsense');
  form.append('a.9.text', '文');
  form.append('a.10.text', 'no revision: not of this page');
  expect(readAnswers(form)).toEqual([
    { itemId: 7, revision: 3, value: { keys: ['A', 'C'], blanks: [], text: '' } },
    { itemId: 8, revision: 0, value: { keys: [], blanks: ['', '二'], text: '' } },
    { itemId: 9, revision: 0, value: { keys: [], blanks: [], text: '文' } },
  ]);
});

test('清除选择 chooses nothing', () => {
  const form = new FormData();
  form.append('r.7', '1');
  form.append('a.7.keys', '');
  expect(readAnswers(form)).toEqual([{ itemId: 7, revision: 1, value: { keys: [], blanks: [], text: '' } }]);
});

test('answers are described for people', () => {
  expect(describeAnswer(theory('multiple'), { keys: ['A', 'C'] })).toBe('A、C');
  expect(describeAnswer(theory('judge'), { keys: ['F'] })).toBe('错误');
  expect(describeAnswer(cloze, { blanks: ['明月', ''] })).toBe('第 1 空：明月；第 2 空：（空）');
  expect(describeAnswer(theory('short'), {})).toBe('（空）');
});

test('photos belong to pen items that ask for them', () => {
  expect([written('photo'), written('both'), written('text'), theory('short')].map(takesPhotos)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('a form of thousands of fields is read in one go', () => {
  const form = new FormData();
  for (let item = 1; item <= 2500; item += 1) {
    form.append(`r.${item}`, '0');
    form.append(`a.${item}.blank.0`, '甲');
  }
  const begun = process.cpuUsage();
  const answers = readAnswers(form);
  const { user, system } = process.cpuUsage(begun);
  expect(answers).toHaveLength(2500);
  expect(answers[2499]).toEqual({ itemId: 2500, revision: 0, value: { keys: [], blanks: ['甲'], text: '' } });
  expect((user + system) / 1000).toBeLessThan(500);
});
