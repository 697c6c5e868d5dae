import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';

const place = mkdtempSync(path.join(tmpdir(), 'kaoping-lock-'));
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(place, { recursive: true, force: true });
});

/** A process that holds a school, or is refused within so many milliseconds; and the first line it says of it. */
async function holder(dataDir: string, env: Record<string, string> = {}, patience = 300) {
  const [lock, machine] = ['school-lock.mjs', 'machine.mjs'].map((name) =>
    JSON.stringify(path.resolve('scripts', name)),
  );
  const script = `import { holdSchool } from ${lock}; import { settingsOf } from ${machine};
    console.log((await holdSchool(settingsOf(), ${patience})) ?? 'held'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  children.push(child);
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, said: said.toString().trim() };
}

test('of several processes that begin at once one holds a school, and a killed one holds nothing', async () => {
  const dataDir = path.join(place, '新 学校');
  const all = await Promise.all([holder(dataDir), holder(dataDir), holder(dataDir)]);
  const [holding, ...more] = all.filter(({ said }) => said === 'held');
  expect(more).toEqual([]);
  const refused = all.filter((one) => one !== holding).map(({ said }) => said);
  for (const said of refused) expect(said).toMatch(/^数据目录 .*新 学校 正被另一个考评使用/);
  expect(readdirSync(dataDir)).toEqual(['kaoping.running']);
  // Several are meant.
  expect((await holder(dataDir, { KAOPING_TIMED_WORK: '0' })).said).toBe('held');

  // One that waits has it as soon as the first is gone.
  const waiting = holder(dataDir, {}, 60_000);
  const ended = once(holding?.child ?? all[0].child, 'exit');
  holding?.child.kill('SIGKILL');
  await ended;
  expect((await waiting).said).toBe('held');
});

test('with PostgreSQL each computer that shares the directory has its own', async () => {
  const dataDir = path.join(place, 'shared');
  const postgres = { DATABASE_URL: 'postgres://somewhere/kaoping' };
  expect((await holder(dataDir, postgres)).said).toBe('held');
  expect((await holder(dataDir, postgres)).said).not.toBe('held');
  expect(readdirSync(dataDir)).toEqual([`kaoping.running-${hostname()}`]);
});
