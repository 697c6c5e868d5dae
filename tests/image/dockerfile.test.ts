import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { admittedBy, contextOf, copy, readInstructions, readStages } from './dockerfile.mjs';

let place: string;
beforeAll(() => {
  place = mkdtempSync(path.join(tmpdir(), 'kaoping-dockerfile-'));
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

function put(file: string) {
  const target = path.join(place, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, file);
}

test('continued lines are one instruction and comments none', () => {
  expect(readInstructions('# why\nRUN a \\\n # within\n && b\nCMD ["x"]\n')).toEqual([
    { word: 'RUN', rest: 'a && b' },
    { word: 'CMD', rest: '["x"]' },
  ]);
});

test('an argument before the first stage fills its base', () => {
  const stages = readStages('ARG BASE=debian:13\nFROM ${BASE} AS build\nRUN x\nFROM $BASE\nCOPY --from=build /a /b\n');
  expect(stages.map(({ name, from, steps }) => [name, from, steps.length])).toEqual([
    ['build', 'debian:13', 1],
    ['1', 'debian:13', 1],
  ]);
});

test('.dockerignore: the last line that fits decides, for a folder and all below it', () => {
  const isAdmitted = admittedBy('# comment\n*\n!app\n!*.config.ts\n**/*.test.ts\nvitest.config.ts\n');
  const asked = [
    'app/a.ts',
    'app/b/c.tsx',
    'app/b/c.test.ts',
    'vite.config.ts',
    'vitest.config.ts',
    '.env',
    'data/x.db',
  ];
  expect(asked.filter(isAdmitted)).toEqual(['app/a.ts', 'app/b/c.tsx', 'vite.config.ts']);
});

test('COPY takes files by pattern and what is in a folder, and refuses what .dockerignore keeps out', () => {
  for (const file of ['package.json', 'package-lock.json', 'scripts/one.mjs', 'scripts/deep/two.mjs', 'secret'])
    put(file);
  const files = contextOf(place, '*\n!package*.json\n!scripts\n');
  const to = { source: place, files, target: path.join(place, 'out'), workdir: '/app' };
  copy({ rest: 'package*.json ./' }, to);
  copy({ rest: 'scripts ./tools' }, to);
  expect(readdirSync(path.join(place, 'out/app'), { recursive: true, encoding: 'utf8' }).sort()).toEqual(
    ['package-lock.json', 'package.json', 'tools', 'tools/deep', 'tools/deep/two.mjs', 'tools/one.mjs'].sort(),
  );
  expect(() => copy({ rest: 'secret ./' }, to)).toThrow('secret');
});

test('the image gets every script by its folder, and no secrets, data or tests', () => {
  const files = contextOf('.', readFileSync('.dockerignore', 'utf8'));
  for (const folder of ['server', 'scripts']) {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.mjs'));
    expect(files).toEqual(expect.arrayContaining(names.map((name) => `${folder}/${name}`)));
  }
  const kinds = new Set(files.map((file) => file.split('/')[0]));
  for (const name of ['.env', '.git', 'data', 'tests', 'docs', 'build', 'node_modules'])
    expect(kinds).not.toContain(name);
});

test('what the scripts and the server import from elsewhere comes into the image and into the archive', () => {
  const [dockerfile, pack] = ['Dockerfile', 'scripts/pack.mjs'].map((file) => readFileSync(file, 'utf8')) as [
    string,
    string,
  ];
  const imported = ['scripts', 'server'].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.mjs'))
      .flatMap((name) => [...readFileSync(path.join(folder, name), 'utf8').matchAll(/from '\.\.\/(app\/[^']+)'/g)])
      .map(([, file = '']) => file),
  );
  expect(imported).toContain('app/lib/settings.mjs');
  for (const file of imported) {
    expect(dockerfile).toContain(`COPY --from=build /app/${file} ./${file}`);
    expect(pack).toContain(`'${file}'`);
  }
});
