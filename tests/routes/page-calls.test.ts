import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { CALLS } from '~tests/contract/call-table';
import { PAGE_CALLS } from './page-calls';

/** Whatever a page's form does, a program does by a call: 所有功能都有 /api. */

const APP = path.resolve('app');
const sources = (folder: string): string[] =>
  readdirSync(path.join(APP, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file))
    .map((file) => path.join(folder, file));
const read = (file: string) => readFileSync(path.join(APP, file), 'utf8');

const entries = Object.entries(PAGE_CALLS).flatMap(([route, intents]) =>
  Object.entries(intents).map(([intent, way]) => ({ at: `${route} ${intent}`, route, intent, way })),
);

test('every page with a form is told of', () => {
  const acting = readdirSync(path.join(APP, 'routes')).filter(
    (file) =>
      !file.startsWith('api.') &&
      /export (async )?function action|export \{[^}]*\baction\b/.test(read(`routes/${file}`)),
  );
  expect(Object.keys(PAGE_CALLS).sort()).toEqual(acting.sort());
});

test('every intent that a route reads is told of at that route', () => {
  const missing = Object.keys(PAGE_CALLS).flatMap((route) => {
    const text = read(`routes/${route}`);
    const enums = [...text.matchAll(/_intent: z\.enum\(\[([^\]]*)\]\)/g)].flatMap(([, list]) =>
      [...(list ?? '').matchAll(/'(\w+)'/g)].map(([, name]) => name ?? ''),
    );
    const read_ = [...text.matchAll(/_intent(?:: z\.literal\(|'\) [!=]== )'(\w+)'/g)].map(([, name]) => name ?? '');
    return [...new Set([...enums, ...read_])]
      .filter((intent) => !(intent in (PAGE_CALLS[route] ?? {})))
      .map((intent) => `${route} ${intent}`);
  });
  expect(missing).toEqual([]);
});

test('every intent that a form sends or a schema knows is told of somewhere', () => {
  const known = new Set(entries.map(({ intent }) => intent));
  const said = ['routes', 'components', 'domain'].flatMap(sources).flatMap((file) => {
    const text = read(file);
    const found = [
      ...text.matchAll(/_intent: z\.literal\('(\w+)'\)/g),
      ...text.matchAll(/\bintent="(\w+)"/g),
      ...text.matchAll(/name="_intent"\s+value="(\w+)"/g),
    ];
    return found.map(([, name]) => name ?? '');
  });
  expect([...new Set(said)].filter((intent) => !known.has(intent)).sort()).toEqual([]);
});

test('every call that is named is served', () => {
  const served = new Set(Object.keys(CALLS).map((name) => name.split(' ')[1]));
  const unknown = entries.flatMap(({ at, way }) =>
    'call' in way ? [way.call].flat().flatMap((name) => (served.has(name) ? [] : [`${at}: ${name}`])) : [],
  );
  expect(unknown).toEqual([]);
});
