import { describe, expect, test } from 'vitest';
import {
  clickPoint,
  describeShape,
  editShapes,
  MAX_POINTS,
  shapeInPlace,
  thinStroke,
  turnedSize,
  turnPoint,
  unturnPoint,
  type Point,
  type Shape,
} from './photo-marks.rules';
import { photoMarksSchema } from './photo-marks.schema';

const ROTATIONS = [0, 90, 180, 270] as const;

describe('turning points with the picture', () => {
  test.each([
    [0, [0.1, 0.2]],
    [90, [0.8, 0.1]],
    [180, [0.9, 0.8]],
    [270, [0.2, 0.9]],
  ] as const)('%i degrees', (rotation, [x, y]) => {
    const [seenX, seenY] = turnPoint([0.1, 0.2], rotation);
    expect(seenX).toBeCloseTo(x);
    expect(seenY).toBeCloseTo(y);
  });

  test('and back', () => {
    for (const rotation of ROTATIONS) {
      const [x, y] = unturnPoint(turnPoint([0.13, 0.72], rotation), rotation);
      expect(x).toBeCloseTo(0.13);
      expect(y).toBeCloseTo(0.72);
    }
  });

  test('width and height change places with a quarter turn', () => {
    const size = { width: 800, height: 600 };
    expect(turnedSize(size, 180)).toEqual(size);
    expect(turnedSize(size, 270)).toEqual({ width: 600, height: 800 });
  });
});

test('a click is a share of the size drawn; beside the picture it is none', () => {
  expect(clickPoint({ x: 180, y: 720, width: 720, height: 960 }, 0)).toEqual([0.25, 0.75]);
  // The sheet lies on its side: its left edge is up.
  expect(clickPoint({ x: 960, y: 0, width: 960, height: 720 }, 90)).toEqual([0, 0]);
  expect(clickPoint({ x: 721, y: 5, width: 720, height: 960 }, 0)).toBeNull();
});

test('a long stroke is thinned, its ends kept', () => {
  const long = Array.from({ length: 1301 }, (_, index): Point => [index / 1300, 0.5]);
  const kept = thinStroke(long);
  expect(kept).toHaveLength(MAX_POINTS);
  expect([kept[0], kept[MAX_POINTS - 1]]).toEqual([
    [0, 0.5],
    [1, 0.5],
  ]);
  expect(thinStroke([[0.123456, 1]])).toEqual([[0.1235, 1]]);
});

test('marks are put in words by where they are seen', () => {
  const photo = { number: 2, rotation: 0 } as const;
  expect(describeShape({ kind: 'tick', at: [0.1, 0.1] }, photo)).toBe('✓ 第 2 张 左上');
  expect(describeShape({ kind: 'tick', at: [0.1, 0.1] }, { number: 2, rotation: 90 })).toBe('✓ 第 2 张 右上');
  expect(describeShape({ kind: 'line', from: [0.2, 0.9], to: [0.8, 0.9] }, photo)).toBe('划线 第 2 张 中下');
  expect(
    describeShape(
      {
        kind: 'pen',
        points: [
          [1, 1],
          [0.9, 0.9],
        ],
      },
      photo,
    ),
  ).toBe('笔迹 第 2 张 右下');
  expect(describeShape({ kind: 'text', at: [0.5, 0.5], text: '好' }, photo)).toBe('“好” 第 2 张 正中');
});

test('a mark in a place stands there whichever way the photo is turned', () => {
  for (const rotation of ROTATIONS) {
    for (const kind of ['tick', 'circle', 'line', 'text'] as const) {
      expect(describeShape(shapeInPlace(kind, 2, '好', rotation), { number: 1, rotation })).toMatch(/右上$/);
    }
  }
});

test('edits: add, take one away, take the last one back', () => {
  const [a, b, c] = [0.1, 0.2, 0.3].map((x): Shape => ({ kind: 'cross', at: [x, x] })) as [Shape, Shape, Shape];
  expect(editShapes([a, b], { kind: 'add', shape: c })).toEqual([a, b, c]);
  expect(editShapes([a, b, c], { kind: 'remove', index: 1 })).toEqual([a, c]);
  expect(editShapes([a, b, c], { kind: 'remove', index: null })).toEqual([a, b]);
  expect(editShapes([], { kind: 'remove', index: null })).toEqual([]);
});

describe('what is let in', () => {
  const parse = (shapes: unknown) => photoMarksSchema.safeParse({ photoId: 1, version: 0, shapes }).success;
  const tick = { kind: 'tick', at: [0.5, 0.5] };
  const stroke = { kind: 'pen', points: Array.from({ length: 500 }, () => [0, 0]) };
  test.each<[string, unknown, boolean]>([
    ['a tick', [tick], true],
    ['as text', JSON.stringify([tick]), true],
    ['no JSON', '[', false],
    ['beside the picture', [{ kind: 'tick', at: [1.01, 0] }], false],
    ['no number', [{ kind: 'tick', at: ['0', 0] }], false],
    ['an unknown kind', [{ kind: 'image', at: [0, 0] }], false],
    ['200', Array.from({ length: 200 }, () => tick), true],
    ['201', Array.from({ length: 201 }, () => tick), false],
    ['a stroke of 500 points', [{ kind: 'pen', points: Array.from({ length: 500 }, () => [0, 0]) }], true],
    ['a stroke of 501 points', [{ kind: 'pen', points: Array.from({ length: 501 }, () => [0, 0]) }], false],
    ['40 strokes of 500 points', Array.from({ length: 40 }, () => stroke), true],
    ['41 strokes of 500 points', Array.from({ length: 41 }, () => stroke), false],
    ['41 strokes of 500 points, as text', JSON.stringify(Array.from({ length: 41 }, () => stroke)), false],
    ['100 characters', [{ kind: 'text', at: [0, 0], text: '字'.repeat(100) }], true],
    ['101 characters', [{ kind: 'text', at: [0, 0], text: '字'.repeat(101) }], false],
    ['no words', [{ kind: 'text', at: [0, 0], text: '  ' }], false],
  ])('%s', (_name, shapes, isFine) => expect(parse(shapes)).toBe(isFine));
});
