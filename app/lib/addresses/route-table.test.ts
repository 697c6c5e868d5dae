import { readdirSync, readFileSync } from 'node:fs';
import { flatRoutes } from '@remix-run/dev/dist/config/flat-routes.js';
import { expect, test } from 'vitest';
import { toQuestionExport, toShare } from './banks';
import { toCall } from './api';
import { address, addressOf } from './address';
import { toResultsExport } from './scoring';
import { withQuery, withSearch } from './with-search';

/** Routes that nothing leads to by an address function, and why. */
const WITHOUT = [
  /^\/api\/(?!file\/)/, // calls have names of their own: toCall
  /^\/(healthz|readyz)$/, // asked by machines
  /^\/(users)?$/, // lead on to the first page there is
];

const routes = flatRoutes('app', ['**/.*', '**/*.test.ts', '**/*.test.tsx']);

function pathOf(id: string): string {
  const { parentId, path = '' } = routes[id] ?? {};
  const before = parentId === undefined || parentId === 'root' ? '' : pathOf(parentId);
  return path === '' ? before : `${before}/${path}`;
}

const paths = [...new Set(Object.keys(routes).map((id) => pathOf(id) || '/'))]
  .filter((path) => !path.endsWith('*'))
  .sort();

test('the route table is that of the files', async () => {
  const lines = paths.map((path) => `  | '${path}'`).join('\n');
  const about = '/** The addresses that app/routes serves; route-table.test.ts writes them (vitest run -u). */';
  await expect(`${about}\nexport type RoutePath =\n${lines};\n`).toMatchFileSnapshot('./route-table.ts');
});

test('every page has one function that gives its address', () => {
  const folder = 'app/lib/addresses';
  const named = readdirSync(folder)
    .filter((file) => !/^(route-table|incomplete)\b/.test(file))
    .flatMap((file) => [...readFileSync(`${folder}/${file}`, 'utf8').matchAll(/'(\/\w[^']*)'/g)])
    .map(([, path]) => path ?? '')
    .sort();
  expect(named).toEqual(paths.filter((path) => !WITHOUT.some((each) => each.test(path))));
});

test('parameters stand in their order, encoded, and what is not said is left out', () => {
  expect(address('/dashboard')).toBe('/dashboard');
  expect(address('/login', { redirectTo: '/x?a=1&b=春', invite: undefined, reset: 1 })).toBe(
    '/login?redirectTo=%2Fx%3Fa%3D1%26b%3D%E6%98%A5&reset=1',
  );
  expect(address('/examination/board', { examId: 3, view: '' }, 'seats')).toBe(
    '/examination/board?examId=3&view=#seats',
  );
  expect(addressOf('/dynamic/works/:id', '3/..', { confirm: 'withdraw' })).toBe(
    '/dynamic/works/3%2F..?confirm=withdraw',
  );
  expect(toQuestionExport({ title: '期中 (一)' })).toBe('/question_bank/export?title=%E6%9C%9F%E4%B8%AD%20(%E4%B8%80)');
  expect(toShare({ bank: 'oral', ids: [3, 4] })).toBe('/question_bank/share?bank=oral&ids=3,4');
  expect(withSearch(toResultsExport(), new URLSearchParams())).toBe('/examination/scoreexamination/export');
  expect(address('/question_bank/basket', { confirm: null })).toBe('/question_bank/basket');
  expect(withQuery(toResultsExport(), { examId: 3, file: undefined, title: '期中' })).toBe(
    '/examination/scoreexamination/export?examId=3&title=%E6%9C%9F%E4%B8%AD',
  );
  expect(withQuery('/login?redirectTo=%2F', { texts: 'kept', files: null })).toBe('/login?redirectTo=%2F&texts=kept');
  expect(toCall('exam/leave')).toBe('/api/exam/leave');
});
