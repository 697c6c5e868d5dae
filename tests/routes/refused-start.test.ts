import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { BUILD } from '~tests/support/server';
import { freePort, TOOLS } from '../../scripts/project.mjs';

/** A start that is refused before there is a school. */

test('a demo school that others could reach is not begun: no empty database is left behind', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'kaoping-refused-'));
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...{ DATA_DIR: dataDir, DATABASE_URL: '', KAOPING_DEMO: '1', HOST: '0.0.0.0', NODE_ENV: 'production' },
    ...{ PORT: String(await freePort()), PUBLIC_URL: '', TRUST_PROXY: '' },
  };
  try {
    const line = [TOOLS.serve, path.resolve(BUILD, 'server', 'index.js')];
    const { status, stderr } = spawnSync(process.execPath, line, { encoding: 'utf8', env, timeout: 60_000 });
    expect([status, stderr]).toEqual([1, expect.stringContaining('HOST=0.0.0.0 会让别的电脑打开它，所以没有启动')]);
    expect(existsSync(path.join(dataDir, 'kaoping.db'))).toBe(false);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
