import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keptSecret } from './session-secret.server';
import { StartRefusal } from './start-refusal';

let directory = '';
let file = '';
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'kaoping-secret-'));
  file = path.join(directory, 'session-secret');
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

test('the first start makes it, later ones read the same, and nothing else is left behind', () => {
  const made = keptSecret(file);
  expect(made).toMatch(/^[0-9a-f]{64}$/);
  expect(keptSecret(file)).toBe(made);
  expect(readFileSync(file, 'utf8')).toBe(made);
  expect(readdirSync(directory)).toEqual(['session-secret']);
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
});

test.each([
  ['', /是空的.*冒充管理员/],
  ['\n', /是空的/],
  ['0123456789abcdef0123456789abcde', /只有 31 个字符/],
])('%j is refused with the reason and what to do', (content, reason) => {
  writeFileSync(file, content);
  expect(() => keptSecret(file)).toThrow(StartRefusal);
  expect(() => keptSecret(file)).toThrow(reason);
  expect(() => keptSecret(file)).toThrow(/备份/);
  expect(readFileSync(file, 'utf8')).toBe(content);
});

test('what cannot be read is not replaced', () => {
  rmSync(file, { force: true });
  expect(() => keptSecret(path.join(directory))).toThrow(/读不出来（EISDIR）/);
});
