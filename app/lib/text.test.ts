import { expect, test } from 'vitest';
import { boundMarks } from './text';
import { cpuTimeOf } from '~tests/support/cpu-time';

/** Marks that normalize() has to bring into order, whose time grows with their square. */
const marks = (count: number) => '\u0301\u0323'.repeat(count / 2);

test('no sign keeps more marks than any script has, and a text of nothing else is read in no time', () => {
  const took = cpuTimeOf(() => {
    const bound = boundMarks(`周${marks(2_000_000)}敏`);
    expect(bound).toBe(`周${marks(30)}敏`);
    expect(bound.normalize('NFC')).toHaveLength(32);
    expect(boundMarks(`周${`${marks(30)}\uff9e`.repeat(60_000)}`).normalize('NFKC').length).toBeLessThan(40);
  });
  expect(took).toBeLessThan(5000);
});

test('what people write stays as it is', () => {
  const text = 'བཀྲ་ཤིས་བདེ་ལེགས། ئالىمجان José ศิลป์ 𠮷野 e\u0301\u0323'.repeat(100);
  expect(boundMarks(text)).toBe(text);
});
