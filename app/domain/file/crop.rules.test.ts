import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CENTRE, cropBox, moveCrop } from './crop.rules';

describe('the square of a picture', () => {
  it('is the largest in the middle unless said otherwise', () => {
    expect(cropBox(400, 300, CENTRE)).toEqual({ left: 50, top: 0, side: 300 });
    expect(cropBox(400, 300, { x: 0, y: 0, zoom: 2 })).toEqual({ left: 0, top: 0, side: 150 });
  });

  it('moves with the picture and stops at the edge', () => {
    expect(cropBox(400, 300, moveCrop(400, 300, CENTRE, 0.1, 0))).toEqual({ left: 20, top: 0, side: 300 });
    expect(cropBox(400, 300, moveCrop(400, 300, CENTRE, 9, 9))).toEqual({ left: 0, top: 0, side: 300 });
  });

  it('never leaves the picture', () => {
    const size = fc.integer({ min: 1, max: 3000 });
    const share = fc.double({ min: -5, max: 5, noNaN: true });
    fc.assert(
      fc.property(size, size, share, share, share, (width, height, x, y, zoom) => {
        const { left, top, side } = cropBox(width, height, { x, y, zoom });
        expect(left).toBeGreaterThanOrEqual(0);
        expect(top).toBeGreaterThanOrEqual(0);
        expect(left + side).toBeLessThanOrEqual(width + 1e-6);
        expect(top + side).toBeLessThanOrEqual(height + 1e-6);
      }),
    );
  });
});
