import { describe, expect, test } from 'vitest';
import { afterAnswer, charactersPerMinute, metShare, practicePath, resultWord } from './practice.rules';
import { countPeriods } from './progress.rules';
import { practiceSchema } from './practice.schema';

describe('the wrong-question book', () => {
  test('a question enters with its first wrong answer and leaves with the second right one in a row', () => {
    expect(afterAnswer(null, true, 1)).toBeNull();
    const entered = afterAnswer(null, false, 10)!;
    expect(entered).toEqual({ wrongCount: 1, rightStreak: 0, enteredAt: 10, leftAt: null });
    const once = afterAnswer(entered, true, 20)!;
    expect(once).toMatchObject({ rightStreak: 1, leftAt: null });
    expect(afterAnswer(once, true, 30)).toMatchObject({ rightStreak: 2, leftAt: 30 });
  });

  test('a wrong answer in between starts the row anew', () => {
    const once = { wrongCount: 1, rightStreak: 1, enteredAt: 10, leftAt: null };
    expect(afterAnswer(once, false, 20)).toEqual({ wrongCount: 2, rightStreak: 0, enteredAt: 10, leftAt: null });
  });

  test('what has left stays out while right and enters again when wrong', () => {
    const left = { wrongCount: 1, rightStreak: 2, enteredAt: 10, leftAt: 20 };
    expect(afterAnswer(left, true, 30)).toBeNull();
    expect(afterAnswer(left, false, 30)).toEqual({ wrongCount: 2, rightStreak: 0, enteredAt: 30, leftAt: null });
  });
});

test('a page of its own for each bank, with the run and the try kept', () => {
  expect(practicePath('theory', { questionId: 3 })).toBe('/question_bank/mine/theory/preview?id=3');
  expect(practicePath('theory', { itemId: 4 }, { run: 5, done: 6 })).toBe(
    '/question_bank/mine/theory/preview?item=4&run=5&done=6',
  );
});

test('results in words', () => {
  const none = { isRight: null, score: null, selfRating: null };
  expect(resultWord({ ...none, bank: 'theory', isRight: false, score: 0.5 })).toBe('部分对');
  expect(resultWord({ ...none, bank: 'theory', isRight: false, score: 0 })).toBe('错');
  expect(resultWord({ ...none, bank: 'written', score: 0.75 })).toBe('75%');
  expect(resultWord({ ...none, bank: 'oral', selfRating: 4 })).toBe('自评 4');
  expect(resultWord({ ...none, bank: 'oral' })).toBe('未自评');
});

test('ticked marking points come to their share', () => {
  const points = [{ points: 6 }, { points: 4 }];
  expect(metShare(points, [true, false])).toBe(0.6);
  expect(metShare(points, [])).toBe(0);
  expect(metShare([], [])).toBeNull();
});

test('the pace of a take', () => {
  expect(charactersPerMinute(200, 60_000)).toBe(200);
  expect(charactersPerMinute(200, 0)).toBeNull();
});

describe('periods', () => {
  const timeZone = 'Asia/Shanghai';
  const at = (text: string) => Date.parse(`${text}+08:00`);
  const one = (text: string, isRight: boolean | null = null) => ({
    bank: 'theory' as const,
    isRight,
    createdAt: at(text),
  });

  test('weeks begin on Monday in the zone of the school', () => {
    const now = at('2026-11-21T12:00:00'); // a Saturday
    const tries = [
      one('2026-11-15T23:59:59', true), // Sunday before
      one('2026-11-16T00:00:00', false), // Monday
      one('2026-11-21T12:00:00', true),
      one('2026-10-01T00:00:00'), // before the first week
    ];
    const weeks = countPeriods(tries, { unit: 'week', count: 2, now, timeZone });
    expect(weeks.map(({ from, label, total, rightPercent }) => ({ from, label, total, rightPercent }))).toEqual([
      { from: '2026-11-09', label: '11/9–11/15', total: 1, rightPercent: 100 },
      { from: '2026-11-16', label: '11/16–11/22', total: 2, rightPercent: 50 },
    ]);
  });

  test('a day without judged answers has no rate', () => {
    const now = at('2026-11-21T00:30:00');
    const days = countPeriods([one('2026-11-20T23:00:00')], { unit: 'day', count: 2, now, timeZone });
    expect(days.map(({ label, total, rightPercent }) => [label, total, rightPercent])).toEqual([
      ['11/20', 1, null],
      ['11/21', 0, null],
    ]);
  });
});

describe('an answer as it arrives', () => {
  const read = (answer: unknown) => practiceSchema.parse({ questionId: '1', answer }).answer;
  test('an object as pages send it, letters, lines or a text', () => {
    expect(read({ keys: ['A'] })).toEqual({ keys: ['A'] });
    expect(read('A，c')).toMatchObject({ keys: ['A', 'C'] });
    expect(read('明月\n地上')).toMatchObject({ blanks: ['明月', '地上'], keys: [] });
    expect(read(['A', 'C'])).toMatchObject({ keys: ['A', 'C'] });
  });
  test('names the question or the item', () => {
    expect(practiceSchema.parse({ itemId: 4 }).target).toEqual({ itemId: 4 });
    expect(practiceSchema.safeParse({}).error?.issues[0]?.message).toBe('请指明要练习的题目');
    expect(practiceSchema.safeParse({ questionId: 1, answer: { keys: 5 } }).success).toBe(false);
  });
});
