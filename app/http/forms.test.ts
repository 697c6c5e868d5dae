import { describe, expect, it } from 'vitest';
import { formDataToObject } from '~/lib/form-values';
import { cpuTimeOf } from '~tests/support/cpu-time';

describe('the texts of a form by name', () => {
  it('gives a list for a name that came more than once', () => {
    const form = new FormData();
    for (const [name, value] of [
      ['a', '1'],
      ['b', '2'],
      ['a', '3'],
      ['a', '4'],
    ] as const) {
      form.append(name, value);
    }
    expect(formDataToObject(form)).toEqual({ a: ['1', '3', '4'], b: '2' });
  });

  it('takes names that every object has as any other', () => {
    const form = new FormData();
    form.append('constructor', '1');
    form.append('__proto__', '2');
    expect(Object.entries(formDataToObject(form))).toEqual([
      ['constructor', '1'],
      ['__proto__', '2'],
    ]);
  });

  it('reads one name sent two hundred thousand times at once', () => {
    const form = { entries: () => Array.from({ length: 200_000 }, () => ['a', '1']).values() } as unknown as FormData;
    let read: Record<string, string | string[]> = {};
    expect(cpuTimeOf(() => (read = formDataToObject(form)))).toBeLessThan(2000);
    expect(read.a).toHaveLength(200_000);
  });
});
