import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { databaseKind } from '~/db/db.server';
import { sqliteFile } from '~/db/dialect/snapshot.server';
import { serverNow } from '~/lib/clock.server';
import { env } from '~/lib/env.server';
import { keepPlace } from '~/lib/kept-places.server';
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

/** Runs `work` with something moved away; answers what it said in the log. */
async function whileAway(place: string, work: () => Promise<void>): Promise<unknown[]> {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  renameSync(place, `${place}-away`);
  try {
    await work();
    return said.mock.calls.map(([line]) => JSON.parse(String(line)) as unknown);
  } finally {
    rmSync(place, { recursive: true, force: true });
    renameSync(`${place}-away`, place);
    said.mockRestore();
  }
}

test('a database file that was moved away, or is another one, is said, in the log once', async () => {
  if (databaseKind() === 'postgres') return;
  expect((await ask()).ready).toBe(true);
  const file = sqliteFile(env().databaseUrl);
  const said = await whileAway(file, async () => {
    expect(await ask()).toMatchObject({ ready: false, database: 'DATABASE_GONE', files: 'ok' });
    expect((await ask()).message).toMatch(
      /^数据库文件被移走、删掉或换掉了，现在什么都保存不了，先不要停止考评：移回原处就好/,
    );
    writeFileSync(file, 'another one');
    expect(await ask()).toMatchObject({ ready: false, database: 'DATABASE_OTHER' });
  });
  expect(said).toEqual([expect.objectContaining({ event: 'not_ready', database: 'DATABASE_GONE' })]);
  expect((await ask()).ready).toBe(true);
});

test('a data directory that is not there is said, and not made again', async () => {
  if (databaseKind() === 'sqlite') return;
  const { dataDir } = env();
  keepPlace(dataDir);
  await whileAway(dataDir, async () => {
    expect(await ask()).toMatchObject({ ready: false, database: 'ok', files: 'DATA_DIR_GONE' });
    expect(existsSync(dataDir)).toBe(false);
  });
  expect((await ask()).ready).toBe(true);
});
