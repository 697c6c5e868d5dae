import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepPlace } from '~/lib/kept-places.server';
import { isUnavailable } from './dialect.server';
import { LogSync } from './group-commit.server';

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'kaoping-log-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the log on the disk', () => {
  it('answers everybody who asks while it is being synced', async () => {
    const file = path.join(folder, 'a.db');
    writeFileSync(`${file}-wal`, 'pages');
    const log = new LogSync(file);
    await Promise.all(Array.from({ length: 50 }, () => log.onDisk()));
    await log.onDisk();
    log.close();
  });

  it('never says so when the disk refused, and says it once the disk is well', async () => {
    const file = path.join(folder, 'b.db');
    const log = new LogSync(file);
    const refused = await Promise.allSettled([log.onDisk(), log.onDisk(), log.onDisk()]);
    for (const one of refused) {
      expect(one.status).toBe('rejected');
      expect(isUnavailable((one as PromiseRejectedResult).reason)).toBe(true);
    }
    writeFileSync(`${file}-wal`, 'pages');
    await log.onDisk();
    log.close();
  });

  it('says of nothing that it is saved once the database is not what was opened', async () => {
    const file = path.join(folder, 'c.db');
    writeFileSync(file, 'database');
    writeFileSync(`${file}-wal`, 'pages');
    keepPlace(file);
    const log = new LogSync(file);
    await log.onDisk();
    renameSync(file, `${file}-elsewhere`);
    const refused = await log.onDisk().catch((error: unknown) => error);
    expect(isUnavailable(refused)).toBe(true);
    expect(String(refused)).toMatch(/^SQLITE_CANTOPEN_LOST/);
    renameSync(`${file}-elsewhere`, file);
    await log.onDisk();
    log.close();
  });
});
