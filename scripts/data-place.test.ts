import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { expandHome, sayOddPlace } from '~/lib/data-place.mjs';
import { locate, parseEnv } from '~/lib/env.server';
import { StartRefusal } from '~/lib/start-refusal';
import { lookAtDataDirectory } from './data-directory.mjs';
import { settingsOf } from './machine.mjs';

const place = mkdtempSync(path.join(tmpdir(), 'kaoping-place-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** What a start there is refused with, by the program and by the look before it. */
function refusals(dataDir: string): string[] {
  const said = [lookAtDataDirectory(settingsOf({ DATA_DIR: dataDir }))];
  const before = said.filter(({ level }) => level === 'fail').map(({ text }) => text as string);
  try {
    parseEnv({ DATA_DIR: dataDir });
    return [...before, ''];
  } catch (error) {
    if (!(error instanceof StartRefusal)) throw error;
    return [...before, error.message];
  }
}

test('the home directory and the program’s own are no place for data', () => {
  const home = path.join(place, 'home');
  const program = path.join(place, 'program');
  const archive = path.join(place, 'archive');
  for (const folder of [home, program, path.join(archive, 'program-0123456789')])
    mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(program, 'package.json'), '{"name":"kaoping"}');
  vi.stubEnv('HOME', home);
  vi.stubEnv('USERPROFILE', home);
  try {
    for (const [folder, what] of [
      [home, '家目录'],
      ['~', '家目录'],
      ['~/', '家目录'],
      [path.parse(place).root, '根目录'],
      [program, '程序自己的目录'],
      [archive, '程序自己的目录'],
      [path.join(program, 'build', 'data'), '构建或升级会删掉它'],
      [path.join(program, 'node_modules'), '构建或升级会删掉它'],
      [path.join(program, 'app', 'x', 'y'), '构建或升级会删掉它'],
      [path.join(archive, 'program-0123456789', 'data'), '构建或升级会删掉它'],
      [path.join(archive, 'program-0000000000', 'data'), '构建或升级会删掉它'],
    ] as const) {
      const [before = '', said] = refusals(folder);
      expect(before).toContain(what);
      expect(said).toBe(before);
    }
    expect(readdirSync(home)).toEqual([]);
    // A school that lies there already goes on.
    writeFileSync(path.join(home, 'kaoping.db'), '');
    expect(sayOddPlace(home)).toBeNull();
    expect(refusals('~/data')).toEqual(['']);
    for (const folder of ['data', 'school-1']) expect(refusals(path.join(program, folder))).toEqual(['']);
    expect(refusals(path.join(archive, 'data'))).toEqual(['']);
    expect(readdirSync(home)).toContain('data');
  } finally {
    vi.unstubAllEnvs();
  }
});

test('a leading ~/ is the home directory wherever settings are read; nothing else is taken for a folder’s name', () => {
  expect(expandHome('~/x')).toBe(path.join(homedir(), 'x'));
  expect(expandHome('/a/~/x')).toBe('/a/~/x');
  expect(expandHome('~x')).toBe('~x');
  for (const source of [{ DATA_DIR: '~/x' }, { DATA_DIR: '~/x', DATABASE_URL: 'sqlite:~/y.db' }]) {
    expect(locate(source)).toMatchObject({ dataDir: path.join(homedir(), 'x') });
    expect(settingsOf(source)).toMatchObject(locate(source));
  }
  for (const folder of [
    '~root/x',
    '$HOME/x',
    '${HOME}/x',
    '$(pwd)/x',
    ...(process.platform === 'win32' ? [] : ['D:\\x']),
  ])
    expect(() => parseEnv({ DATA_DIR: folder })).toThrow(/DATA_DIR=.*须是这台电脑上的一个目录/);
});
