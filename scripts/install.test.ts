import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isAlive } from './starter.mjs';

/** scripts/install.mjs with an npm that says what it was asked for and hears no signal but the last. */

let folder = '';
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'kaoping-install-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const STUBBORN = `
  import { writeFileSync } from 'node:fs';
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
  writeFileSync(new URL('asked', import.meta.url), process.pid + ' ' + process.argv.slice(2).join(' '));
  setTimeout(() => {}, 60_000);
`;
const asked = () => path.join(folder, 'asked');

function install(script: string, before: string[] = []) {
  writeFileSync(path.join(folder, 'npm.mjs'), script);
  const line = [...before, process.execPath, path.resolve('scripts/install.mjs'), process.execPath, 'npm.mjs'];
  const child = spawn(line[0] ?? '', line.slice(1), { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
  return { child, ended: new Promise((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal))) };
}

async function pidOfNpm(): Promise<number> {
  await vi.waitFor(() => expect(existsSync(asked()) && readFileSync(asked(), 'utf8')).toMatch(/^\d+ /), 20_000);
  return Number.parseInt(readFileSync(asked(), 'utf8'), 10);
}

test('npm is asked for what the lock file names, and how it ended is said', async () => {
  const { ended } = install(`${STUBBORN.replace(/setTimeout.*/, '')} process.exit(7);`);
  expect(await ended).toBe(7);
  expect(readFileSync(asked(), 'utf8')).toMatch(/ ci --include=dev$/);
});

test('Ctrl+C ends npm too, however little it listens', async () => {
  const { child, ended } = install(STUBBORN);
  const npm = await pidOfNpm();
  child.kill('SIGINT');
  expect(await ended).toBe(130);
  await vi.waitFor(() => expect(isAlive(npm)).toBe(false), 20_000);
});

test.skipIf(process.platform === 'win32')('it ends when who asked for it was killed', async () => {
  // The shell waits for it, and hears nothing that it could pass on.
  const { child } = install(STUBBORN, ['sh', '-c', '"$@"; :', 'sh']);
  const npm = await pidOfNpm();
  child.kill('SIGKILL');
  await vi.waitFor(() => expect(isAlive(npm)).toBe(false), 20_000);
});

test.skipIf(process.platform === 'win32')('one that goes on without its starter is waited for', async () => {
  const first = install(STUBBORN);
  const orphan = await pidOfNpm();
  first.child.kill('SIGKILL');
  await first.ended;
  expect(isAlive(orphan)).toBe(true);
  rmSync(asked());
  const second = install(STUBBORN.replace(/setTimeout.*/, ''));
  const [said] = (await once(second.child.stdout, 'data')) as [Buffer];
  expect(said.toString()).toContain('上一次的安装还在进行');
  // Two at work in one folder take each other's files away.
  expect(existsSync(asked())).toBe(false);
  process.kill(orphan, 'SIGKILL');
  expect(await second.ended).toBe(0);
  expect(existsSync(asked())).toBe(true);
  expect(existsSync(path.join(folder, '.cache', 'installing'))).toBe(false);
});
