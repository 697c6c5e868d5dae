import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { drawFormula as draw } from './formula-drawing.server';
import { cpuTimeOf } from '~tests/support/cpu-time';

const drawFormula = (tex: string) => draw(tex).svg;

const heightOf = (svg: string) => Number(/height="([\d.]+)"/.exec(svg)?.[1]);

describe('formulas', () => {
  test.each([
    'x^2',
    '\\frac{-b\\pm\\sqrt{b^2-4ac}}{2a}',
    '\\text{速度}=\\frac{s}{t}',
    '\\ce{2H2 + O2 -> 2H2O}',
    '\\int_0^1 x\\,dx',
  ])('%s is drawn as a picture', async (tex) => {
    const svg = drawFormula(tex);
    const { data, info } = await sharp(Buffer.from(svg))
      .flatten({ background: '#fff' })
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(info.width).toBeGreaterThan(5);
    expect(data.some((value) => value < 100)).toBe(true);
  });

  test.each(['\\raise99999em{x}', '\\rule{99999em}{1em}', '\\rule{1em}{99999em}', '\\kern99999em x'])(
    'what would be larger than a page (%s) is shown as typed',
    (tex) => {
      expect(draw(tex)).toEqual({ svg: expect.stringContaining('</text>') as string, isTyped: 'no_formula' });
      expect(heightOf(drawFormula(tex))).toBeLessThan(100);
    },
  );

  test('a fraction is higher than a letter, and both stand evenly about the axis', () => {
    expect(heightOf(drawFormula('\\frac{a}{b}'))).toBeGreaterThan(heightOf(drawFormula('x')) * 1.4);
    const [, top, height] = /viewBox="\S+ (\S+) \S+ (\S+)"/.exec(drawFormula('\\frac{a}{b}')) ?? [];
    expect(Number(top) + Number(height) / 2).toBe(-250);
  });

  test.each(['\\frac{a', '\\unknown{x}', '\\href{javascript:alert(1)}{x}', '\\def\\a{\\a\\a}\\a', '<script>&'])(
    'what is no formula of ours (%s) is shown as typed and carries nothing else',
    (tex) => {
      const svg = drawFormula(tex);
      expect(svg).not.toMatch(/<script|href=/);
      expect(svg).toContain('<svg xmlns="http://www.w3.org/2000/svg"');
    },
  );

  const nested = (levels: number) => `${'\\xrightarrow{'.repeat(levels)}x${'}'.repeat(levels)}`;

  test('one that is deeper than school books need is shown as typed, at once', () => {
    const took = cpuTimeOf(() => {
      expect(drawFormula(nested(35))).toContain('>\\xrightarrow{');
      expect(drawFormula('{'.repeat(250) + '}'.repeat(250))).toContain('>{{{');
    });
    expect(took).toBeLessThan(500);
    expect(draw(nested(6)).isTyped).toBe(false);
    expect(draw('\\left(\\left[\\frac{\\sqrt{x_{1}^{2}}}{\\frac{a}{b}}\\right]\\right)').isTyped).toBe(false);
  });

  test('one that takes too long is stopped where it is and shown as typed; the next one is drawn as ever', () => {
    const before = drawFormula('\\frac{a}{b}');
    const slow = draw(nested(12), 5);
    expect(slow).toMatchObject({ isTyped: 'over_time' });
    expect(slow.svg).toContain('>\\xrightarrow{');
    expect(drawFormula('\\frac{a}{b}')).toBe(before);
  });
});
