import { expect, test } from 'vitest';
import { keptName } from './postgres-client.server';

test('a statement is kept from its third use under one name, a long one never', () => {
  const names = (text: string) => [1, 2, 3, 4].map(() => keptName(text));
  const [, , third, fourth] = names('select 1 where $1');
  expect(third).toMatch(/^kept_\d+$/);
  expect(fourth).toBe(third);
  expect(names('select 2 where $1').slice(0, 2)).toEqual([undefined, undefined]);
  expect(keptName('select 2 where $1')).not.toBe(third);
  expect(names(`select ${'1, '.repeat(3000)}$1`)).toEqual([undefined, undefined, undefined, undefined]);
});

test('statements that vary without end do not pile up, and take no name from a usual one', () => {
  for (let use = 0; use < 3; use += 1) keptName('select usual from t where id = $1');
  const name = keptName('select usual from t where id = $1');
  for (let ids = 0; ids < 5000; ids += 1) keptName(`select ${ids} where id in ($1)`);
  expect(keptName('select usual from t where id = $1')).toBe(name);
  expect(keptName('select a_new_one where $1')).toBe(undefined);
});
