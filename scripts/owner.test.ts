import { chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { handOver, sayOtherOwner } from './owner.mjs';

/** root on a school of another user's: `nobody` where the tests run as root, else whoever runs them. */
const ROOT = 0;
const isRoot = process.getuid?.() === ROOT;
const [uid, gid] = isRoot ? [65_534, 65_534] : [process.getuid?.() ?? -1, process.getgid?.() ?? -1];
const name = isRoot ? 'nobody' : userInfo().username;

let dataDir = '';
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'kaoping-owner-'));
  chownSync(dataDir, uid, gid);
  vi.stubEnv('DATA_DIR', '');
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(dataDir, { recursive: true, force: true });
});

/** As a server of that user's leaves it. */
function runSchool() {
  writeFileSync(path.join(dataDir, 'session-secret'), 'x');
  chownSync(path.join(dataDir, 'session-secret'), uid, gid);
}

test('root is told whose a data directory is and what to type', () => {
  runSchool();
  const said = sayOtherOwner(dataDir, ROOT);
  expect(said).toMatch(new RegExp(`^数据目录 ${dataDir} 属于用户 ${name}，现在运行的是 root：`));
  expect(said).toContain(`sudo -u ${name} npm start`);
  vi.stubEnv('DATA_DIR', dataDir);
  expect(sayOtherOwner(dataDir, ROOT)).toContain(`sudo -u ${name} DATA_DIR=${dataDir} npm start`);
});

test('its own user, and a directory in which that user has run no school, hear nothing of it', () => {
  expect(sayOtherOwner(dataDir, ROOT)).toBeNull();
  if (isRoot) {
    writeFileSync(path.join(dataDir, 'session-secret'), 'of root, who has always run it');
    expect(sayOtherOwner(dataDir, ROOT)).toBeNull();
  }
  runSchool();
  expect(sayOtherOwner(dataDir, uid)).toBeNull();
  expect(sayOtherOwner(path.join(dataDir, 'new'), ROOT)).toBeNull();
});

test('what root made there is handed over; what is not the program’s stays as it is', () => {
  mkdirSync(path.join(dataDir, 'backups', 'inner'), { recursive: true });
  for (const made of ['backups/one.tar', 'kaoping.db', 'note.txt']) writeFileSync(path.join(dataDir, made), made);
  const before = statSync(path.join(dataDir, 'note.txt')).uid;
  handOver(dataDir, ROOT);
  // The school is root's own so far.
  if (isRoot) expect(statSync(path.join(dataDir, 'kaoping.db')).uid).toBe(ROOT);
  runSchool();
  handOver(dataDir, ROOT);
  for (const made of ['backups', 'backups/inner', 'backups/one.tar', 'kaoping.db'])
    expect([made, statSync(path.join(dataDir, made)).uid]).toEqual([made, uid]);
  expect(statSync(path.join(dataDir, 'note.txt')).uid).toBe(before);
});
