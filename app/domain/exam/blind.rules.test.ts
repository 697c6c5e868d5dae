import { describe, expect, it } from 'vitest';
import { blindCode, blindName, byBlindCode, seesNames } from './blind.rules';

describe('seesNames', () => {
  const exam = (isBlind: boolean, status: 'published' | 'closed' | 'released' = 'closed') => ({
    status,
    settings: { isBlind },
  });

  it('everybody where marking is not blind, and after the release', () => {
    for (const isOwner of [true, false]) {
      for (const view of ['marking', 'results'] as const) {
        expect(seesNames(exam(false), { isOwner, view })).toBe(true);
        expect(seesNames(exam(true, 'released'), { isOwner, view })).toBe(true);
      }
    }
  });

  it('while marking is blind only the owner, and only in results', () => {
    for (const status of ['published', 'closed'] as const) {
      expect(seesNames(exam(true, status), { isOwner: true, view: 'results' })).toBe(true);
      expect(seesNames(exam(true, status), { isOwner: true, view: 'marking' })).toBe(false);
      expect(seesNames(exam(true, status), { isOwner: false, view: 'results' })).toBe(false);
      expect(seesNames(exam(true, status), { isOwner: false, view: 'marking' })).toBe(false);
    }
  });
});

describe('blindCode', () => {
  it('stays the same, is easily read out and never shared by two papers', () => {
    const codes = Array.from({ length: 50_000 }, (_, index) => blindCode(index + 1));
    expect(new Set(codes).size).toBe(codes.length);
    for (const code of codes.slice(0, 200)) expect(code).toMatch(/^[2-9A-HJ-NP-Z]{6}$/);
    expect(blindCode(7)).toBe(blindCode(7));
    expect(blindName(7)).toBe(`答卷 ${blindCode(7)}`);
  });

  it('puts the papers of a class in an order that says nothing', () => {
    const ids = Array.from({ length: 40 }, (_, index) => 1001 + index);
    const order = ids
      .map((attemptId) => ({ attemptId }))
      .sort(byBlindCode)
      .map((one) => one.attemptId);
    const neighbours = order.filter((id, index) => index > 0 && Math.abs(id - (order[index - 1] ?? 0)) === 1);
    // By chance two of forty.
    expect(neighbours.length).toBeLessThan(8);
    // Early and late ones are mixed in both halves.
    const early = order.slice(0, 20).filter((id) => id <= 1020).length;
    expect(early).toBeGreaterThan(4);
    expect(early).toBeLessThan(16);
  });
});
