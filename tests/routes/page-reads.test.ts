import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { CALLS } from '~tests/contract/call-table';
import { PAGE_READS } from './page-reads';

/** Whatever a page or a file tells whoever opens it, a program reads by a call: 所有功能都有 /api. */

const ROUTES = path.resolve('app/routes');
const isRead = (file: string) =>
  /export (async )?function loader|export const loader|export \{[^}]*\bloader\b/.test(
    readFileSync(path.join(ROUTES, file), 'utf8'),
  );

test('every page and file that reads something is told of', () => {
  const reading = readdirSync(ROUTES).filter((file) => !file.startsWith('api.') && isRead(file));
  expect(Object.keys(PAGE_READS).sort()).toEqual(reading.sort());
});

test('every call that is named is served', () => {
  const served = new Set(Object.keys(CALLS).map((name) => name.split(' ')[1]));
  const unknown = Object.entries(PAGE_READS).flatMap(([route, way]) =>
    'call' in way ? [way.call].flat().flatMap((name) => (served.has(name) ? [] : [`${route}: ${name}`])) : [],
  );
  expect(unknown).toEqual([]);
});

test('every call that reads is what some page is read by, or is named with what it is for', () => {
  const named = new Set(Object.values(PAGE_READS).flatMap((way) => ('call' in way ? [way.call].flat() : [])));
  const unread = Object.keys(CALLS).flatMap((name) => {
    const [method, call = ''] = name.split(' ');
    return method === 'GET' && !named.has(call) ? [call] : [];
  });
  expect(unread.sort()).toEqual(
    [
      // Asked by the page itself while it is open.
      ...['exam/attempt/state', 'interact/moderation/get', 'openapi.json'],
    ].sort(),
  );
});
