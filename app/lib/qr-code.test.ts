import { describe, expect, test } from 'vitest';
import { drawQrCode } from './qr-code.server';

/** Which squares a path fills, row by row. */
function squaresOf({ size, path }: ReturnType<typeof drawQrCode>): string[] {
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => '.'));
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g))
    for (let at = 0; at < Number(width); at += 1) rows[Number(y)]![Number(x) + at] = '#';
  return rows.map((row) => row.join(''));
}

describe('a QR code as a path', () => {
  test('has its three finders in the corners and none in the fourth', () => {
    const rows = squaresOf(drawQrCode('KP1-12-345-1'));
    const finder = ['#######', '#.....#', '#.###.#', '#.###.#', '#.###.#', '#.....#', '#######'];
    const corner = (top: number, left: number) =>
      Array.from({ length: 7 }, (_, row) => rows[top + row]?.slice(left, left + 7));
    const far = rows.length - 7;
    expect(corner(0, 0)).toEqual(finder);
    expect(corner(0, far)).toEqual(finder);
    expect(corner(far, 0)).toEqual(finder);
    expect(corner(far, far)).not.toEqual(finder);
  });

  test('other texts are other codes', () => {
    expect(drawQrCode('KP1-12-345-1').path).not.toBe(drawQrCode('KP1-12-345-2').path);
  });
});
