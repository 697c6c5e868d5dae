import { expect, test } from 'vitest';
import { keptTicks, tickedIds, withoutTicks } from './kept-ticks';
import { isTickOnly } from './tick-only';

const at = (search: string) => new URL(`http://school/list${search}`);

test('what the boxes send by themselves is ticked from then on, on the page that was asked for', () => {
  expect(keptTicks(at('?tab=mine&currentPage=1&boxes=1&ids=3&ids=8&currentPage=2'))).toBe(
    '/list?tab=mine&currentPage=2&ticked=3%2C8',
  );
  expect(keptTicks(at('?boxes=1&ticked=5&confirm=move&ids=3&ids=8'))).toBe('/list?ticked=3%2C8&confirm=move&ids=3%2C8');
  expect(keptTicks(at('?ticked=5&confirm=move&ids=3'))).toBeNull();
});

test('what is used is ticked no more; what no list has written is nothing', () => {
  expect(withoutTicks(at('?ticked=3,8,9&currentPage=2'), [3, 9])).toBe('/list?ticked=8&currentPage=2');
  expect(withoutTicks(at('?ticked=3'), [3])).toBe('/list');
  expect(tickedIds('?ticked=3,x,-1,3,0.5')).toEqual([3]);
});

test('a tick alone asks nothing of the server; another page, and a write, do', () => {
  const to = (nextUrl: URL, formMethod?: string) => isTickOnly({ currentUrl: at('?tab=mine'), nextUrl, formMethod });
  expect(to(at('?tab=mine&ticked=3'))).toBe(true);
  expect(to(at('?tab=mine'))).toBe(false);
  expect(to(at('?tab=mine&ticked=3&currentPage=2'))).toBe(false);
  expect(to(at('?tab=mine&ticked=3'), 'POST')).toBe(false);
});
