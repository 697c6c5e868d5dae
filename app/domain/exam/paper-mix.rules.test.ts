import { type QuestionKind } from '~/domain/question-bank/question.schema';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { byKind, insertedByKind, keyPointCounts, placedOrder } from './paper-mix.rules';

const kindOf = (text: string) => text.replace(/\d+$/, '') as QuestionKind;

describe('questions by kind', () => {
  test('sorting keeps the order within a kind', () => {
    expect(byKind(['written1', 'judge1', 'single2', 'single1'], kindOf)).toEqual([
      'single2',
      'single1',
      'judge1',
      'written1',
    ]);
  });

  test('what is new joins its kind; a kind that was not there stands before the later ones', () => {
    expect(insertedByKind(['single1', 'written1'], ['judge1', 'written2', 'single2'], kindOf)).toEqual([
      'single1',
      'single2',
      'judge1',
      'written1',
      'written2',
    ]);
  });

  test('a paper arranged otherwise stays as it was arranged', () => {
    expect(insertedByKind(['written1', 'single1'], ['written2', 'short1'], kindOf)).toEqual([
      'short1',
      'written1',
      'written2',
      'single1',
    ]);
  });
});

describe('typed places', () => {
  test('one moves over many, several at once each to its own', () => {
    expect(placedOrder([1, 2, 3, 4, 5], new Map([[5, 1]]))).toEqual([5, 1, 2, 3, 4]);
    expect(
      placedOrder(
        [1, 2, 3, 4, 5],
        new Map([
          [1, 5],
          [4, 1],
        ]),
      ),
    ).toEqual([4, 2, 3, 5, 1]);
  });

  test('no question is lost or doubled, and one alone stands where it was wanted', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), fc.nat(), fc.nat(), (size, from, to) => {
        const order = Array.from({ length: size }, (_, index) => index + 1);
        const [id, place] = [(from % size) + 1, (to % size) + 1];
        const placed = placedOrder(order, new Map([[id, place]]));
        expect(placed.indexOf(id)).toBe(place - 1);
        expect([...placed].sort((a, b) => a - b)).toEqual(order);
      }),
    );
  });
});

test('key words are counted once a question, the most frequent first', () => {
  expect(keyPointCounts([{ keyPoints: ['园林', '假山', '假山'] }, { keyPoints: ['假山'] }])).toEqual([
    { word: '假山', count: 2 },
    { word: '园林', count: 1 },
  ]);
});
