import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { clearBrokenOff, putInPlace } from './build.mjs';
import { schoolWithin } from '../app/lib/data-place.mjs';

let folder = '';
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'kaoping-build-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const inPlace = (file: string) => path.join(folder, 'build', file);
const FILES = [
  'client/assets/root-1.js',
  'server/assets/pdf-1.js',
  'client/assets/root-2.js',
  'client/assets/root-3.js',
];
const present = () => FILES.map((file) => existsSync(inPlace(file)));

/** A finished build with these files, put in place. */
function build(version: string, files: string[]): void {
  const next = path.join(folder, 'next');
  for (const file of ['server/index.js', ...files]) {
    mkdirSync(path.dirname(path.join(next, file)), { recursive: true });
    writeFileSync(path.join(next, file), version);
  }
  putInPlace(next, path.join(folder, 'build'));
}

test('a server that runs from a build finds its files until the second build after it', () => {
  build('1', FILES.slice(0, 2));
  build('2', FILES.slice(2, 3));
  expect(readFileSync(inPlace('server/index.js'), 'utf8')).toBe('2');
  expect(present()).toEqual([true, true, true, false]);
  build('3', FILES.slice(3));
  expect(present()).toEqual([false, false, true, true]);
});

test('what a build that was killed left behind goes, and that of one that runs stays', () => {
  const names = ['build-next-999999999', 'build-before-999999999', `build-next-${process.pid}`, 'build-test'];
  for (const name of names) mkdirSync(path.join(folder, name));
  clearBrokenOff(path.join(folder, 'build'));
  expect(readdirSync(folder).sort()).toEqual([`build-next-${process.pid}`, 'build-test'].sort());
});

test('a school within a folder that is about to go is found', () => {
  build('1', FILES);
  expect(schoolWithin(path.join(folder, 'build'))).toBeNull();
  mkdirSync(inPlace('data'));
  writeFileSync(inPlace('data/kaoping.db'), '');
  expect(schoolWithin(path.join(folder, 'build'))).toBe(inPlace('data/kaoping.db'));
  expect(schoolWithin(path.join(folder, 'none'))).toBeNull();
});
