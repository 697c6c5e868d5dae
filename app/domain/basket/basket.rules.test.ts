import { describe, expect, test } from 'vitest';
import { mixOf } from '~/domain/exam/paper-mix.rules';
import { basketMoveOf, movedOrder } from './basket.rules';

const single = { bank: 'theory', kind: 'single', level: 1, points: 2 } as const;
const judge = { bank: 'theory', kind: 'judge', level: 2, points: 1 } as const;
const written = { bank: 'written', kind: '', level: 2, points: 10.5 } as const;

describe('what a basket comes to', () => {
  test('counts and points by kind and by level, only what is there', () => {
    expect(mixOf([written, single, judge, single])).toEqual({
      count: 4,
      points: 15.5,
      kinds: [
        { key: 'single', label: '单选', count: 2, points: 4 },
        { key: 'judge', label: '判断', count: 1, points: 1 },
        { key: 'written', label: '笔试', count: 1, points: 10.5 },
      ],
      levels: [
        { key: 1, label: '初级', count: 2, points: 4 },
        { key: 2, label: '中级', count: 2, points: 11.5 },
      ],
    });
  });
});

describe('the buttons of the basket', () => {
  test.each([
    ['up:12', { kind: 'up', itemId: 12 }],
    ['remove:3', { kind: 'remove', itemId: 3 }],
    ['points:single', { kind: 'points', of: 'single' }],
    ['exam', { kind: 'exam' }],
    ['print', { kind: 'print' }],
    ['points:none', { kind: 'save' }],
    ['up:x', { kind: 'save' }],
    [null, { kind: 'save' }],
  ])('%s', (sent, move) => expect(basketMoveOf(sent)).toEqual(move));

  test('a move past either end changes nothing', () => {
    expect(movedOrder([1, 2, 3], { kind: 'up', itemId: 3 })).toEqual([1, 3, 2]);
    expect(movedOrder([1, 2, 3], { kind: 'down', itemId: 1 })).toEqual([2, 1, 3]);
    expect(movedOrder([1, 2, 3], { kind: 'up', itemId: 1 })).toEqual([1, 2, 3]);
    expect(movedOrder([1, 2, 3], { kind: 'down', itemId: 9 })).toEqual([1, 2, 3]);
  });
});
