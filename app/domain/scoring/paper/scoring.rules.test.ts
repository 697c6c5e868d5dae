import { isMarkedByHand } from '~/domain/exam/by-hand.rules';
import { clozeForm, matchesBlank } from '~/domain/question-bank/kinds/cloze/blank.rules';
import { markTheory } from '~/domain/question-bank/kinds/kinds.rules';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  areMeasuresComplete,
  countedAttempt,
  examTotal,
  formatPoints,
  markingPointMaxima,
  missingWord,
  openDueAt,
  oralTotal,
  partPercent,
  pointsPercent,
  roundHalfUp,
  scoreBand,
  scoreText,
  scoringState,
  type Measures,
} from './scoring.rules';

const DEFAULT_WEIGHTS = { zqd: 30, lld: 30, wzd: 20, gjc: 20 };

describe('roundHalfUp', () => {
  it.each([
    [0, 0, 0],
    [0.49, 0, 0],
    [0.5, 0, 1],
    [85.5, 0, 86],
    [85.49, 0, 85],
    [69.5, 0, 70],
    // Halves that binary floats hold just below or above.
    [1.005, 2, 1.01],
    [8.345, 2, 8.35],
    [2.675, 2, 2.68],
    [0.285 * 100, 0, 29],
    [1.45, 1, 1.5],
    [(0.1 + 0.2) * 10 + 82.5, 0, 86],
    [85.49999999999999, 0, 86],
    [85.4999999, 0, 85],
    [0.0000001, 2, 0],
    [100, 0, 100],
    [-3, 0, 0],
  ])('%s to %s digits is %s', (value, digits, expected) => {
    expect(roundHalfUp(value, digits)).toBe(expected);
  });

  it('rounds every decimal half up, whatever its binary form', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000 }), fc.integer({ min: 0, max: 9 }), (whole, tenth) => {
        expect(roundHalfUp(Number(`${whole}.${tenth}`))).toBe(tenth >= 5 ? whole + 1 : whole);
        expect(roundHalfUp(Number(`${whole}.12${tenth}`), 2)).toBe(Number(`${whole}.${tenth >= 5 ? 13 : 12}`));
      }),
    );
  });
});

describe('bands', () => {
  it.each([
    [null, 'low', '0分'],
    [undefined, 'low', '0分'],
    [0, 'low', '0分'],
    [69.4, 'low', '69分'],
    [69.5, 'mid', '70分'],
    [70, 'mid', '70分'],
    [85, 'mid', '85分'],
    [85.49, 'mid', '85分'],
    [85.5, 'high', '86分'],
    [86, 'high', '86分'],
    [100, 'high', '100分'],
  ] as const)('%s is %s and reads %s', (score, band, text) => {
    expect(scoreBand(score)).toBe(band);
    expect(scoreText(score)).toBe(text);
  });

  it.each([
    [17, '17'],
    [17.5, '17.5'],
    [1.6666, '1.67'],
    [0.30000000000000004, '0.3'],
  ])('points %s read %s', (points, text) => {
    expect(formatPoints(points)).toBe(text);
  });
});

describe('oralTotal', () => {
  it.each<[string, Measures, number | null]>([
    ['the mean by default weights', { zqd: 88, lld: 82, wzd: 92, gjc: 86 }, 87],
    ['86.5 rounds up', { zqd: 85, lld: 85, wzd: 90, gjc: 87.5 }, 87],
    ['85.5 becomes 86', { zqd: 85, lld: 85, wzd: 86, gjc: 86.5 }, 86],
    ['85.4 stays 85', { zqd: 85, lld: 85, wzd: 86, gjc: 86 }, 85],
    ['without key words the other three share', { zqd: 80, lld: 80, wzd: 40, gjc: null }, 70],
    ['spread exactly: 30/30/20 of 80', { zqd: 90, lld: 80, wzd: 70, gjc: null }, 81],
    ['one measure alone', { zqd: null, lld: null, wzd: 73, gjc: null }, 73],
    ['zeros are scores', { zqd: 0, lld: 0, wzd: 0, gjc: 0 }, 0],
    ['a missing measure gives none', { zqd: 88, lld: 82, wzd: 92 }, null],
    ['nothing gives none', {}, null],
    ['all 不适用 gives none', { zqd: null, lld: null, wzd: null, gjc: null }, null],
  ])('%s', (_, measures, expected) => {
    expect(oralTotal(measures, DEFAULT_WEIGHTS)).toBe(expected);
  });

  it('counts measures alike when only those of weight 0 apply', () => {
    expect(oralTotal({ zqd: null, lld: null, wzd: 60, gjc: 71 }, { zqd: 50, lld: 50, wzd: 0, gjc: 0 })).toBe(66);
  });

  it('equals the exact half-up rounding of integers', () => {
    const score = fc.integer({ min: 0, max: 100 });
    const weight = fc.integer({ min: 0, max: 100 });
    fc.assert(
      fc.property(fc.tuple(score, score, score, score), fc.tuple(weight, weight, weight, weight), (values, weights) => {
        const sum = weights.reduce((total, one) => total + one, 0);
        fc.pre(sum > 0);
        const product = values.reduce((total, value, index) => total + value * (weights[index] ?? 0), 0);
        const [zqd, lld, wzd, gjc] = values;
        const [a, b, c, d] = weights;
        expect(oralTotal({ zqd, lld, wzd, gjc }, { zqd: a, lld: b, wzd: c, gjc: d })).toBe(
          Math.floor((2 * product + sum) / (2 * sum)),
        );
      }),
    );
  });

  it('says when the measures are complete', () => {
    expect(areMeasuresComplete({ zqd: 1, lld: 1, wzd: 1, gjc: null })).toBe(true);
    expect(areMeasuresComplete({ zqd: 1, lld: 1, wzd: 1 })).toBe(false);
  });
});

describe('cloze', () => {
  it.each([
    ['太和殿', ['太和殿'], true],
    ['  太和殿\n', ['太和殿', '金銮殿'], true],
    ['金銮殿', ['太和殿', '金銮殿'], true],
    ['保和殿', ['太和殿', '金銮殿'], false],
    ['ＡＢＣ１２３', ['abc123'], true],
    ['１，０００', ['1,000'], true],
    ['the   Forbidden\tCity', ['The Forbidden City'], true],
    ['the　forbidden　city', ['the forbidden city'], true],
    ['theforbidden city', ['the forbidden city'], false],
    ['太和\u200B殿', ['太和殿'], true],
    ['㎏', ['kg'], true],
    ['', [''], false],
    ['   ', ['太和殿', ''], false],
  ])('%j against %j is %s', (given, alternatives, expected) => {
    expect(matchesBlank(given, alternatives)).toBe(expected);
  });

  it('compares forms that are stable', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(clozeForm(clozeForm(text))).toBe(clozeForm(text));
      }),
    );
  });
});

describe('markTheory', () => {
  const key = (keys: string[], blanks: string[][] = []) => ({ keys, blanks });
  it.each([
    ['single', key(['B']), { keys: ['B'] }, 5, 5, true],
    ['single', key(['B']), { keys: ['A'] }, 5, 0, false],
    ['single', key(['B']), { keys: ['A', 'B'] }, 5, 0, false],
    ['single', key(['B']), null, 5, 0, false],
    ['single', key([]), { keys: [] }, 5, 0, false],
    ['multiple', key(['A', 'C']), { keys: ['C', 'A'] }, 4, 4, true],
    ['multiple', key(['A', 'C']), { keys: ['A'] }, 4, 0, false],
    ['multiple', key(['A', 'C']), { keys: ['A', 'B', 'C'] }, 4, 0, false],
    ['multiple', key(['A', 'C']), { keys: ['A', 'A'] }, 4, 0, false],
    ['judge', key(['T']), { keys: ['T'] }, 2, 2, true],
    ['judge', key(['T']), { keys: ['F'] }, 2, 0, false],
    ['judge', key(['F']), {}, 2, 0, false],
    ['cloze', key([], [['一'], ['二'], ['三']]), { blanks: ['一', '二', '三'] }, 5, 5, true],
    ['cloze', key([], [['一'], ['二'], ['三']]), { blanks: ['一', 'x', '三'] }, 5, 3.33, false],
    ['cloze', key([], [['一'], ['二'], ['三']]), { blanks: ['一'] }, 5, 1.67, false],
    ['cloze', key([], [['一'], ['二']]), { blanks: ['二', '一'] }, 3, 0, false],
    ['cloze', key([], [['一'], ['二']]), { blanks: ['一', ''] }, 3, 1.5, false],
    ['cloze', key([], []), { blanks: [] }, 3, 0, false],
  ] as const)('%s %j answered %j of %s earns %s', (kind, body, value, points, earned, isRight) => {
    const answer = value as Parameters<typeof markTheory>[2];
    const mark = markTheory(kind, body, answer, points);
    expect(mark).toMatchObject({ points: earned, isRight });
  });

  it('leaves short answers to a teacher', () => {
    expect(markTheory('short', key([]), { text: '任何答案' }, 5)).toBeNull();
    expect(isMarkedByHand({ bank: 'theory', kind: 'short' })).toBe(true);
    expect(isMarkedByHand({ bank: 'theory', kind: 'cloze' })).toBe(false);
    expect(isMarkedByHand({ bank: 'written', kind: '' })).toBe(true);
    expect(isMarkedByHand({ bank: 'oral', kind: '' })).toBe(true);
  });
});

describe('markingPointMaxima', () => {
  it.each([
    [[5, 6, 5, 4], 20, [5, 6, 5, 4]],
    [[5, 6, 5, 4], 10, [2.5, 3, 2.5, 2]],
    [[1, 1, 1], 10, [3.3, 3.4, 3.3]],
    [[0, 0], 5, [2.5, 2.5]],
    [[3], 7, [7]],
    [[], 7, []],
  ])('%j of %s points are %j', (shares, points, expected) => {
    expect(markingPointMaxima(shares, points)).toEqual(expected);
  });

  it('always makes the full mark', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 200 }),
        (shares, points) => {
          const maxima = markingPointMaxima(shares, points / 2);
          expect(
            roundHalfUp(
              maxima.reduce((total, one) => total + one, 0),
              2,
            ),
          ).toBe(points / 2);
          expect(Math.min(...maxima)).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });
});

describe('from items to the total', () => {
  const points = (value: number | null) => ({ points: value });

  it.each([
    ['all marked', [5, 15], 50],
    ['by their points', [9, 18], 67.5],
    ['full', [10, 30], 100],
    ['one unmarked', [5, null], null],
    ['nothing earned', [0, 0], 0],
  ] as const)('written: %s', (_, given, expected) => {
    const items = [
      { id: 1, points: 10 },
      { id: 2, points: 30 },
    ];
    const marks = new Map(given.map((value, index) => [index + 1, points(value)]));
    expect(partPercent(items, marks)).toBe(expected);
  });

  it('a part without items or with one unmarked has none', () => {
    const items = [{ id: 1, points: 50 }];
    expect(partPercent(items, new Map())).toBeNull();
    expect(partPercent([], new Map())).toBeNull();
  });

  it.each([
    [17, 20, 85],
    [0, 20, 0],
    [5, 0, 0],
    [21, 20, 100],
  ])('%s of %s points is %s%%', (earned, full, percent) => {
    expect(pointsPercent(earned, full)).toBe(percent);
  });

  it.each([
    ['both parts', { oral: 87, written: 76 }, { testType: 2, oralWeight: 60, writtenWeight: 40 }, 83],
    ['half goes up', { oral: 85, written: 86 }, { testType: 2, oralWeight: 50, writtenWeight: 50 }, 86],
    ['rounded once', { oral: 69.4, written: 69.4 }, { testType: 2, oralWeight: 50, writtenWeight: 50 }, 69],
    ['oral alone', { oral: 85.5, written: null }, { testType: 0, oralWeight: 50, writtenWeight: 50 }, 86],
    ['written alone', { oral: null, written: 76.4 }, { testType: 1, oralWeight: 0, writtenWeight: 100 }, 76],
    ['absent from one part', { oral: 87, written: null }, { testType: 2, oralWeight: 60, writtenWeight: 40 }, null],
    ['absent from all', { oral: null, written: null }, { testType: 2, oralWeight: 60, writtenWeight: 40 }, null],
    ['weights of 0 count alike', { oral: 80, written: 90 }, { testType: 2, oralWeight: 0, writtenWeight: 0 }, 85],
  ])('total: %s', (_, percents, exam, expected) => {
    expect(examTotal(percents, exam)).toBe(expected);
  });

  it('a half of two parts is a half, however its parts go on for ever', () => {
    // 30 % of 95 and 70 % of 39/70: 67.5 exactly.
    const items = [1, 2, 3].map((id) => ({ id, points: [10, 20, 5][id - 1] ?? 0 }));
    const marks = new Map([1, 2, 3].map((id) => [id, points([10, 9.5, 0][id - 1] ?? 0)]));
    const written = partPercent(items, marks);
    expect(examTotal({ oral: 95, written }, { testType: 2, oralWeight: 30, writtenWeight: 70 })).toBe(68);
  });

  it('the total is what whole numbers come to, of one examiner or of the mean of three', () => {
    const quarters = fc.array(fc.tuple(fc.integer({ min: 1, max: 80 }), fc.double({ min: 0, max: 1, noNaN: true })), {
      minLength: 1,
      maxLength: 12,
    });
    const papers = fc.array(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 12, maxLength: 12 }), {
      minLength: 1,
      maxLength: 3,
    });
    fc.assert(
      fc.property(
        quarters,
        papers,
        fc.integer({ min: 0, max: 100 }),
        fc.integer({ min: 1, max: 99 }),
        (shape, given, oral, weight) => {
          const full = shape.map(([half]) => half);
          const items = full.map((half, id) => ({ id, points: half / 2 }));
          // In quarters of a point, so that everything below is whole numbers.
          const earned = given.map((shares) => full.map((half, id) => Math.round(2 * half * (shares[id] ?? 0))));
          const percents = earned.map((one) =>
            partPercent(items, new Map(one.map((value, id) => [id, points(value / 4)]))),
          );
          const written = percents.reduce<number>((sum, value) => sum + (value ?? 0), 0) / percents.length;
          const sum = (values: number[]) => BigInt(values.reduce((total, value) => total + value, 0));
          const whole = 2n * sum(full) * BigInt(given.length);
          const top =
            BigInt(oral * weight) * whole + 100n * BigInt(100 - weight) * sum(earned.map((one) => Number(sum(one))));
          const exact = Number((2n * top + 100n * whole) / (200n * whole));
          expect(examTotal({ oral, written }, { testType: 2, oralWeight: weight, writtenWeight: 100 - weight })).toBe(
            exact,
          );
        },
      ),
      { numRuns: 1000 },
    );
  });

  it.each([
    [
      'last',
      [
        [1, 90],
        [2, 70],
      ],
      2,
    ],
    [
      'best',
      [
        [1, 90],
        [2, 70],
      ],
      1,
    ],
    [
      'best',
      [
        [1, null],
        [2, 0],
      ],
      2,
    ],
    [
      'best',
      [
        [1, 80],
        [2, 80],
      ],
      2,
    ],
    [
      'last',
      [
        [1, 90],
        [2, null],
      ],
      1,
    ],
    [
      'last',
      [
        [1, null],
        [2, null],
      ],
      2,
    ],
    ['last', [], undefined],
  ] as const)('the %s of %j counts', (mode, attempts, expected) => {
    expect(
      countedAttempt(
        attempts.map(([number, percent]) => ({ number, percent })),
        mode,
      )?.number,
    ).toBe(expected);
  });
});

describe('states', () => {
  it.each([
    [null, false, '', false, 'not_started'],
    [null, false, '', true, 'absent'],
    ['in_progress', false, '', true, 'in_progress'],
    ['submitted', false, '', true, 'waiting'],
    ['auto_submitted', true, '', true, 'marking'],
    ['submitted', false, 'waiting', true, 'marking'],
    ['submitted', true, 'arbitration', true, 'arbitration'],
    ['submitted', false, 'owner', true, 'arbitration'],
    ['scored', false, 'agreed', true, 'scored'],
  ] as const)('%s, draft %s, %s, over %s is %s', (attemptState, hasDraft, settlement, isPartOver, expected) => {
    expect(scoringState({ attemptState, hasDraft, settlement, isPartOver })).toBe(expected);
  });

  it('an absent student is 缺考, never 0', () => {
    expect(missingWord(false)).toBe('缺考');
    expect(missingWord(true)).toBe('待评分');
  });
});

test('the same points of the same full mark are one percentage, however the items share them', () => {
  const paper = (shares: [number, number][]) => {
    const items = shares.map(([, points], id) => ({ id, points }));
    return partPercent(items, new Map(shares.map(([points], id) => [id, { points }])));
  };
  const ways: [number, number][][] = [
    [[20, 120]],
    [
      [20, 60],
      [0, 60],
    ],
    [
      [20, 20],
      [0, 100],
    ],
    [
      [10, 30],
      [10, 30],
      [0, 60],
    ],
  ];
  expect([...new Set(ways.map(paper))]).toEqual([16.66666666667]);
});

describe('openDueAt', () => {
  it('holds until the release, and after it only for a re-sit with a day of its own', () => {
    const due = (releasedAt: number | null, markingDueAt: number | null, hasOpen = true) =>
      openDueAt({ releasedAt, markingDueAt, hasOpen });
    expect(due(null, 5, false)).toBe(5);
    expect(due(6, 5)).toBeNull();
    expect(due(6, 7)).toBe(7);
    expect(due(6, 7, false)).toBeNull();
    expect(due(6, null)).toBeNull();
  });
});
