import { expect, test } from 'vitest';
import { shownDay } from './cell-days';

test.each([
  ['170', 'yyyy"年"m"月"d"日"', 45293, '2024年1月2日'],
  ['170', '[$-804]yyyy/m/d\\ h:mm', 45293.5, '2024/1/2 12:00'],
  ['170', 'yyyy-mm-dd;@', 45293, '2024-01-02'],
  ['170', 'mm:ss', 0.5 + 61 / 86_400, '01:01'],
  ['170', 'yy.m.d', 45293, '24.1.2'],
  ['14', undefined, 45293, '2024/1/2'],
  ['20', undefined, 0.354166666666667, '8:30'],
  ['31', undefined, 45293, '2024年1月2日'],
  ['170', 'dddd', 45293, null],
  ['170', '[h]:mm', 1.5, null],
  ['14', undefined, 59, null],
  ['14', undefined, -1, null],
])('%s %s shows %s as %s', (id, code, value, shown) => {
  expect(shownDay(value, id, code)).toBe(shown);
});
