import { describe, expect, it } from 'vitest';
import type { QuestionSnapshot } from '~/domain/question-bank/question.schema';
import {
  convertMark,
  defaultRubric,
  detailsResult,
  rubricFull,
  rubricOfItem,
  rubricOutcome,
  rubricTotal,
  ruleText,
  type CriteriaRubric,
  type DeductionRubric,
  type Rubric,
} from './rubric.rules';

const WEIGHTS = { zqd: 30, lld: 30, wzd: 20, gjc: 20 };
const READING: DeductionRubric = {
  kind: 'deductions',
  name: '朗读短文',
  full: 30,
  rules: [
    { id: 'wrong', kind: 'count', name: '错读', hint: '', points: 0.1, unit: '个音节', maximum: null },
    { id: 'back', kind: 'count', name: '回读', hint: '', points: 0.5, unit: '', maximum: 2 },
    { id: 'tone', kind: 'choice', name: '语调偏误', hint: '', choices: [0, 0.5, 1, 2] },
  ],
};
const TALK: CriteriaRubric = {
  kind: 'criteria',
  name: '命题说话',
  criteria: [
    { id: 'sound', name: '语音标准', hint: '', points: 25 },
    { id: 'words', name: '词汇语法', hint: '', points: 10 },
    { id: 'flow', name: '自然流畅', hint: '', points: 5 },
  ],
};
const oral = { points: 60, snapshot: { bank: 'oral', kind: '' } as QuestionSnapshot };
const pen = (markingPoints: unknown[]) => ({
  points: 50,
  snapshot: { bank: 'written', kind: '', body: { markingPoints } } as unknown as QuestionSnapshot,
});

describe('deductions', () => {
  it.each([
    ['nothing wrong', { wrong: 0, back: 0, tone: 0 }, 30],
    ['three tenths without dust', { wrong: 3, back: 0, tone: 0 }, 29.7],
    ['a rule up to its maximum', { wrong: 0, back: 9, tone: 0 }, 28],
    ['all of them', { wrong: 5, back: 1, tone: 2 }, 27],
    ['never below 0', { wrong: 9999, back: 9, tone: 2 }, 0],
    ['marked as nothing', { zero: 1 }, 0],
    ['incomplete', { wrong: 5, back: null, tone: 2 }, null],
    ['a rule that nothing is known of', { wrong: 5 }, null],
  ])('%s', (_, details, expected) => {
    expect(detailsResult(READING, details)).toBe(expected);
  });

  it('are a share of their full mark', () => {
    expect(rubricTotal(READING, { measures: null, details: { wrong: 5, back: 1, tone: 2 } })).toBe(90);
    expect(rubricTotal(READING, { measures: null, details: null })).toBeNull();
    expect(rubricTotal({ ...READING, full: 0 }, { measures: null, details: { zero: 1 } })).toBe(0);
  });

  it('say what they take off', () => {
    expect(READING.rules.map(ruleText)).toEqual([
      '每个音节扣 0.1 分',
      '每次扣 0.5 分，最多 2 分',
      '扣 0、0.5、1、2 分',
    ]);
  });
});

describe('criteria', () => {
  it('add up', () => {
    expect(rubricFull(TALK)).toBe(40);
    expect(detailsResult(TALK, { sound: 20.5, words: 8.25, flow: 4 })).toBe(32.75);
    expect(rubricTotal(TALK, { measures: null, details: { sound: 25, words: 10, flow: 1 } })).toBe(90);
    expect(detailsResult(TALK, { sound: 20, words: null, flow: 4 })).toBeNull();
  });
});

describe('what an item is marked by', () => {
  it.each<[string, typeof oral, Rubric, string | null]>([
    ['oral by measures', oral, defaultRubric('oral', WEIGHTS), 'measures'],
    ['oral by deductions', oral, READING, 'deductions'],
    ['written by its points', pen([]), defaultRubric('written', WEIGHTS), null],
    ['written by criteria', pen([]), TALK, 'criteria'],
    ['its own marking points win', pen([{ text: '要点', points: 5 }]), TALK, null],
    ['nothing is taken off a written item', pen([]), READING, null],
    [
      'a short answer goes by its points',
      { ...oral, snapshot: { bank: 'theory', kind: 'short' } as never },
      TALK,
      null,
    ],
  ])('%s', (_, item, rubric, kind) => {
    expect(rubricOfItem(item, rubric)?.kind ?? null).toBe(kind);
  });
});

describe('rubricOutcome', () => {
  it('says what each rule took off, of two examiners the mean', () => {
    const outcome = rubricOutcome(READING, [
      { wrong: 5, back: 0, tone: 0.5 },
      { wrong: 6, back: 0, tone: 1 },
    ]);
    expect(outcome).toMatchObject({ kind: 'deductions', full: 30, result: 28.7 });
    expect(outcome?.lines.map((line) => [line.name, line.note, line.points])).toEqual([
      ['错读', '5.5 个音节', 0.55],
      ['回读', '', 0],
      ['语调偏误', '', 0.75],
    ]);
  });

  it('has no lines for what was marked as nothing, and nothing to say of an unmarked one', () => {
    expect(rubricOutcome(READING, [{ zero: 1 }])).toMatchObject({ result: 0, lines: [] });
    expect(rubricOutcome(READING, [])).toBeNull();
    expect(rubricOutcome(READING, [{ wrong: 1 }])).toBeNull();
  });
});

describe('convertMark', () => {
  const mark = { measures: null, details: { wrong: 5, back: 1, tone: 2 }, points: 54 };
  const [wrong, back, tone] = READING.rules as [never, never, never];

  it('counts again what was counted', () => {
    const dearer: Rubric = { ...READING, rules: [{ ...(wrong as object), points: 0.4 } as never, back, tone] };
    expect(convertMark(oral, mark, READING, dearer)).toEqual({ ...mark, points: 51 });
    expect(convertMark(oral, mark, READING, { ...READING, rules: [wrong] })).toEqual({
      measures: null,
      details: { wrong: 5 },
      points: 59,
    });
    expect(convertMark(oral, { ...mark, details: { zero: 1 } }, READING, dearer)?.points).toBe(0);
  });

  it.each<[string, Rubric]>([
    ['a rule more', { ...READING, rules: [...READING.rules, { ...(tone as object), id: 'new' } as never] }],
    [
      'a degree that is no more',
      { ...READING, rules: [wrong, back, { ...(tone as object), choices: [0, 1] } as never] },
    ],
    ['counted, now by degree', { ...READING, rules: [{ ...(tone as object), id: 'wrong' } as never] }],
    ['another kind', TALK],
    ['measures', defaultRubric('oral', WEIGHTS)],
  ])('cannot know: %s', (_, to) => {
    expect(convertMark(oral, mark, READING, to)).toBeNull();
  });

  it('weighs measures again', () => {
    const measures = { zqd: 90, lld: 80, wzd: 70, gjc: 60 };
    const before = defaultRubric('oral', WEIGHTS);
    const after = defaultRubric('oral', { zqd: 100, lld: 0, wzd: 0, gjc: 0 });
    expect(convertMark(oral, { measures, details: null, points: 1 }, before, after)?.points).toBe(54);
    expect(convertMark(oral, { measures: null, details: null, points: null }, before, after)).toBeNull();
  });

  it('back to the points of each item, what was given stays', () => {
    const points = defaultRubric('written', WEIGHTS);
    const given = { measures: null, details: { sound: 20, words: 8, flow: 4 }, points: 40 };
    expect(convertMark(pen([]), given, TALK, points)).toEqual({ measures: null, details: null, points: 40 });
    expect(convertMark(pen([]), { ...given, details: null }, points, TALK)).toBeNull();
  });
});
