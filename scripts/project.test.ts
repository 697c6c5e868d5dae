import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { arePackagesInstalled } from './project.mjs';

let root = '';
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'kaoping-packages-'));
  mkdirSync(path.join(root, 'node_modules'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const WANTED = {
  '': { name: 'kaoping' },
  'node_modules/pg': { version: '8.0.0', integrity: 'sha512-a' },
  'node_modules/vite': { version: '6.0.0', dev: true },
  'node_modules/esbuild': { version: '1.0.0', devOptional: true },
  'node_modules/for-windows': { version: '1.0.0', optional: true },
};
const { '': _project, 'node_modules/for-windows': _windows, ...HERE } = WANTED;

const wanted = (packages: object) => writeFileSync(path.join(root, 'package-lock.json'), JSON.stringify({ packages }));
function installed(packages: object): void {
  writeFileSync(path.join(root, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }));
}

describe('whether packages have to be installed', () => {
  test('a copy whose list is older than the lock file has them all the same', () => {
    installed(HERE);
    wanted(WANTED);
    utimesSync(path.join(root, 'node_modules', '.package-lock.json'), 1, 1);
    expect(arePackagesInstalled(root)).toBe(true);
  });

  test('a list that is newer than the lock file may still be another one’s', () => {
    wanted(WANTED);
    installed({ ...HERE, 'node_modules/pg': { version: '7.9.0', integrity: 'sha512-b' } });
    expect(arePackagesInstalled(root)).toBe(false);
    const { 'node_modules/pg': _pg, ...without } = HERE;
    installed(without);
    expect(arePackagesInstalled(root)).toBe(false);
  });

  test('where nothing but the program is installed its tools are not missed, where some are all are', () => {
    wanted(WANTED);
    installed({ 'node_modules/pg': HERE['node_modules/pg'] });
    expect(arePackagesInstalled(root)).toBe(true);
    const { 'node_modules/esbuild': _esbuild, ...some } = HERE;
    installed(some);
    expect(arePackagesInstalled(root)).toBe(false);
  });

  test('an installation that was broken off has no list', () => {
    wanted(WANTED);
    expect(arePackagesInstalled(root)).toBe(false);
  });

  test('an archive has no lock file', () => {
    expect(arePackagesInstalled(root)).toBe(true);
  });
});

/** The project's own call, in a folder of its own, with an npm that ends so. */
function installWith(npm: string): { status: number | null; stderr: string } {
  wanted(WANTED);
  cpSync('scripts', path.join(root, 'scripts'), { recursive: true });
  writeFileSync(path.join(root, 'npm.cjs'), npm);
  writeFileSync(
    path.join(root, 'ask.mjs'),
    `import { installPackages } from './scripts/project.mjs'; installPackages();`,
  );
  const env = { ...process.env, npm_execpath: path.join(root, 'npm.cjs'), npm_node_execpath: process.execPath };
  return spawnSync(process.execPath, ['ask.mjs'], { cwd: root, encoding: 'utf8', env });
}

test('an npm that gave up and says that all is well is not believed', () => {
  const list = JSON.stringify({ packages: HERE });
  const place = path.join(root, 'node_modules', '.package-lock.json');
  const { status, stderr } = installWith(`console.error('npm error Exit handler never called!');`);
  expect(status).toBe(1);
  expect(stderr).toMatch(/依赖没有装好：npm 没有装完就停了.*\n.*registry.npmmirror.com\n.*SELF_SIGNED/);
  expect(installWith(`require('fs').writeFileSync(${JSON.stringify(place)}, ${JSON.stringify(list)})`).status).toBe(0);
});
