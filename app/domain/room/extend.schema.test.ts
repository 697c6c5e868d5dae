import { expect, test } from 'vitest';
import { extendFormSchema, extendSchema } from './extend.schema';

const given = { id: '1', all: '1', scope: 'written', minutes: '100', reason: '停电' };

test('a page asks again about more than an hour; a program means what it says', () => {
  const asked = extendFormSchema.safeParse(given);
  expect(asked.error?.issues.map((issue) => issue.path.join('.'))).toEqual(['sure']);
  expect(extendFormSchema.safeParse({ ...given, sure: 'on' }).success).toBe(true);
  expect(extendFormSchema.safeParse({ ...given, minutes: '60' }).success).toBe(true);
  expect(extendSchema.safeParse(given).success).toBe(true);
  // What is wrong besides is said first, and stays at its field.
  expect(extendFormSchema.safeParse({ ...given, reason: '' }).error?.flatten().fieldErrors).toHaveProperty('reason');
});
