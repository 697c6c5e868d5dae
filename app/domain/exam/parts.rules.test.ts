import { expect, test } from 'vitest';
import { partsOf } from './parts.rules';

test.each([
  [0, ['oral']],
  [1, ['written']],
  [2, ['oral', 'written']],
])('testType %i has the parts %j', (type, parts) => {
  expect(partsOf(type)).toEqual(parts);
});
