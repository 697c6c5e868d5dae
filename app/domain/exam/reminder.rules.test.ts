import { expect, it } from 'vitest';
import { dueReminder } from './reminder.rules';

const HOUR = 3600_000;
const BEGIN = Date.UTC(2026, 10, 26, 1);
const due = (hoursBefore: number, publishedHoursBefore = 72) =>
  dueReminder({ beginsAt: BEGIN, publishedAt: BEGIN - publishedHoursBefore * HOUR }, BEGIN - hoursBefore * HOUR);

it.each([
  [25, null],
  [24, 'day'],
  [1, 'day'],
  [0.5, 'soon'],
  [0.01, 'soon'],
  [0, null],
  [-1, null],
])('%s hours before the begin: %s', (hours, kind) => expect(due(hours)).toBe(kind));

it('does not repeat what the publication has just said', () => {
  expect(due(3, 4)).toBeNull();
  expect(due(0.4, 4)).toBe('soon');
  expect(due(0.2, 0.3)).toBeNull();
});
