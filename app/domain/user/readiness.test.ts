import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { serverNow } from '~/lib/clock.server';
import { env } from '~/lib/env.server';
import { useDatabase } from '~tests/support/db';
import { checkReadiness } from './readiness.server';

useDatabase();

const files = () => path.join(env().dataDir, 'files');
beforeEach(() => rmSync(files(), { recursive: true, force: true }));

/** Asked anew: an answer is kept for a moment. */
let later = 0;
async function ask() {
  later += 3_600_000;
  const from = performance.now() + later;
  const clock = vi.spyOn(performance, 'now').mockReturnValue(from);
  try {
    return await checkReadiness(serverNow());
  } finally {
    clock.mockRestore();
  }
}

test('a school that takes files is ready, and nothing stays of the trial', async () => {
  expect(await ask()).toEqual({ ready: true, database: 'ok', files: 'ok', message: '' });
  expect(readdirSync(files())).toEqual([]);
});

test('a folder of recordings that takes none is said: no school is ready that keeps no recording', async () => {
  writeFileSync(files(), '');
  const answer = await ask();
  expect(answer).toMatchObject({ ready: false, database: 'ok', message: '数据目录里放录音和照片的 files 不能写' });
  rmSync(files());
  mkdirSync(files());
  expect((await ask()).ready).toBe(true);
});
