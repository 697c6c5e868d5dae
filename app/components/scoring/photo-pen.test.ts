import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_POINTS, SHAPE_KINDS, type Point } from '~/domain/scoring/marking/photo-marks.rules';
import { shapeSchema } from '~/domain/scoring/marking/photo-marks.schema';
import { PhotoPen } from './photo-pen';

const point = fc.tuple(
  fc.double({ min: -0.5, max: 1.5, noNaN: true }),
  fc.double({ min: -0.5, max: 1.5, noNaN: true }),
) as fc.Arbitrary<Point>;

test('whatever the hand does, a shape is one that the server takes, and what is none says what is missing', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...SHAPE_KINDS),
      fc.constantFrom('', '  ', '好'),
      fc.constantFrom(0 as const, 90 as const, 180 as const, 270 as const),
      fc.array(point, { minLength: 1, maxLength: 700 }),
      (kind, text, rotation, path) => {
        const pen = new PhotoPen(kind, text, rotation);
        path.forEach((one) => pen.go(one));
        const { shape, problem } = pen.lift();
        expect(shape === null).toBe(problem !== '');
        if (shape) expect(shapeSchema.safeParse(shape).success).toBe(true);
        if (shape?.kind === 'pen') expect(shape.points.length).toBeLessThanOrEqual(MAX_POINTS);
        if (kind === 'tick' || kind === 'cross') expect(shape).not.toBeNull();
      },
    ),
    { numRuns: 500 },
  );
});

test('a line is drawn by dragging, and lies on the unturned picture', () => {
  const pen = new PhotoPen('line', '', 90);
  pen.go([0.2, 0.4]);
  expect(pen.draft()).toBeNull();
  pen.go([0.8, 0.4]);
  expect(pen.lift()).toEqual({ shape: { kind: 'line', from: [0.4, 0.8], to: [0.4, 0.2] }, problem: '' });
  const still = new PhotoPen('circle', '', 0);
  still.go([0.5, 0.5]);
  expect(still.lift()).toEqual({ shape: null, problem: '“圈”要按住拖动来画。' });
});

test('a text wants its words first', () => {
  const empty = new PhotoPen('text', ' ', 0);
  empty.go([0.5, 0.5]);
  expect(empty.lift().problem).toContain('写的字');
  const pen = new PhotoPen('text', ' 很好 ', 0);
  pen.go([0.5, 0.5]);
  expect(pen.lift().shape).toEqual({ kind: 'text', at: [0.5, 0.5], text: '很好' });
});
