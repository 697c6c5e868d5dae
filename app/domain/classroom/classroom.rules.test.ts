import { expect, test } from 'vitest';
import { canChangeClassroom, defaultYear } from './classroom.rules';

const staff = { createdBy: 1, teacherIds: [2, 3] };

test.each([
  ['its creator', { id: 1, userType: 1 }, true],
  ['a teacher of it', { id: 3, userType: 1 }, true],
  ['another teacher', { id: 9, userType: 1 }, false],
  ['a student with a teacher’s id', { id: 2, userType: 2 }, false],
])('%s may change a class: %s', (_who, actor, expected) => {
  expect(canChangeClassroom(actor, staff)).toBe(expected);
});

test.each([
  ['2026-09-01', 2026],
  ['2026-07-01', 2026],
  ['2027-06-30', 2026],
  ['2027-01-15', 2026],
])('on %s new classes entered in %i', (today, year) => {
  expect(defaultYear(today)).toBe(year);
});
