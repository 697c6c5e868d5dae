import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';

const place = mkdtempSync(path.join(tmpdir(), 'kaoping-start-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** Runs a program as a person does who set this; answers its code and what it said. */
function run(args: string[], settings: Record<string, string>) {
  const env = Object.assign(
    {},
    process.env,
    { NODE_ENV: 'production', DATABASE_URL: '', SESSION_SECRET: '' },
    settings,
  );
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
  return { status, said: `${stdout}${stderr}`.trim() };
}

const WRONG: [Record<string, string>, string][] = [
  [{ PORT: 'abc' }, 'PORT=abc：端口须是 1 到 65535 的整数'],
  [{ WEB_CONCURRENCY: 'many' }, 'WEB_CONCURRENCY=many：须是 1 到 64 的整数'],
  [{ DATABASE_URL: 'mysql://me:geheim@host/db' }, 'DATABASE_URL=mysql://…：须以 postgres:// 或 sqlite: 开头'],
  [{ SESSION_SECRET: 'x'.repeat(64) }, 'SESSION_SECRET：现在的谁都猜得到'],
];

test.each(WRONG)('%j is told before anything is built, and nothing is left behind', (settings, sentence) => {
  const dataDir = path.join(place, 'never');
  const build = path.join(place, 'no-build');
  for (const args of [['scripts/start.mjs'], ['server/serve.mjs', path.join(build, 'server', 'index.js')]]) {
    const { status, said } = run(args, { DATA_DIR: dataDir, KAOPING_BUILD_DIR: build, ...settings });
    expect(said).toContain(`设置有误（环境变量或 .env）：\n  ${sentence}`);
    expect([status, existsSync(dataDir), existsSync(build)]).toEqual([1, false, false]);
  }
});

test('a start that comes to nothing takes away what it held the school with, and nothing else', () => {
  const build = path.join(place, 'broken.mjs');
  writeFileSync(build, 'process.exit(1); // as a start does that is refused');
  const fresh = path.join(place, 'new', 'school');
  expect(run(['server/serve.mjs', build], { DATA_DIR: fresh, PORT: '3999' }).status).toBe(1);
  expect(existsSync(path.dirname(fresh))).toBe(false);
  const used = path.join(place, 'used');
  mkdirSync(used);
  writeFileSync(path.join(used, 'kaoping.db'), '');
  run(['server/serve.mjs', build], { DATA_DIR: used, PORT: '3999' });
  expect(readdirSync(used)).toEqual(['kaoping.db']);
});
