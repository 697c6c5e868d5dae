/**
 * Commits are synced: the system calls of the running server show that the log of the database, and for a stored file
 * the file, its name and its directory, are on the disk before the reply is written.
 *   node tests/crash/synced.mjs --saves=10
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import {
  beginExam,
  createChecks,
  createServer,
  makePhoto,
  makeSchool,
  readNumbers,
  sleep,
  temporaryDirectory,
} from './support.mjs';

const { saves } = readNumbers({ saves: 10 });
const checks = createChecks('commits are synced');
const dataDir = temporaryDirectory();
const trace = path.join(temporaryDirectory(), 'trace');
const calls = 'fdatasync,fsync,rename,renameat,renameat2,pwrite64,write,writev';
const strace = ['strace', '-D', '-f', '-qq', '-y', '-s', '16', '-e', `trace=${calls}`, '-o', trace];
const canTrace = spawnSync('strace', ['-D', '-o', '/dev/null', 'true']).status === 0;
if (!canTrace) checks.skip('the order of system calls: strace is not here or may not look at processes');

const server = await createServer({ dataDir, command: (line) => (canTrace ? [...strace, ...line] : line) });
await server.start();
const { exam, students } = await makeSchool(server.origin, { students: 1 });
const { client } = students[0];
const { written } = await beginExam(students[0], exam.id);

/** The calls of the server while something is done, in order; a call that is interrupted stands where it ends. */
async function callsDuring(work) {
  const before = readFileSync(trace, 'utf8').length;
  await work();
  // strace writes a little later than it sees.
  await sleep(200);
  return readFileSync(trace, 'utf8').slice(before).split('\n');
}

const isLogWrite = (line) => /pwrite64\(\d+<[^>]*kaoping\.db-wal>/.test(line);
const syncBegins = (line, of) => new RegExp(`(fsync|fdatasync)\\(\\d+<[^>]*${of}>`).test(line);
const syncEnds = (line) => /(fsync|fdatasync)(\(| resumed).*= 0$/.test(line);
const isReply = (line) => /(write|writev)\(\d+<(socket|TCP)[^>]*>.*HTTP\/1\.1 20/.test(line);

/** The place where a sync of `of` that began after `from` has ended; -1 when none did before `to`. */
function syncedBetween(lines, of, from, to) {
  for (let at = from + 1; at < to; at += 1) {
    if (!syncBegins(lines[at], of)) continue;
    if (syncEnds(lines[at])) return at;
    const [thread] = lines[at].split(' ');
    const end = lines.findIndex((line, index) => index > at && line.startsWith(`${thread} `) && syncEnds(line));
    if (end !== -1 && end < to) return end;
  }
  return -1;
}

if (canTrace) {
  let shown = 0;
  for (let turn = 0; turn < saves; turn += 1) {
    const lines = await callsDuring(() =>
      client.get('exam/attempt/answer', {
        attemptId: written.id,
        itemId: written.items[0].id,
        value: { text: `第${turn}次` },
        revision: turn,
      }),
    );
    const reply = lines.findIndex(isReply);
    const lastWrite = lines.slice(0, reply).findLastIndex(isLogWrite);
    const synced = syncedBetween(lines, 'kaoping\\.db-wal', lastWrite, reply);
    if (checks.ok(lastWrite !== -1 && synced !== -1, `save ${turn}: the log is synced before the reply`)) shown += 1;
  }
  console.log(`${shown} of ${saves} acknowledged saves: written to the log, the log synced, then the reply`);

  const photo = await makePhoto(1);
  const lines = await callsDuring(() => client.upload('image', photo, 'a.jpg'));
  const reply = lines.findLastIndex(isReply);
  const renamed = lines.findIndex((line) => /rename/.test(line) && /\/files\//.test(line));
  const file = syncedBetween(lines, '/tmp/[^>]*', -1, renamed);
  const directory = syncedBetween(lines, '/files/..', renamed, reply);
  const lastWrite = lines.slice(0, reply).findLastIndex(isLogWrite);
  const row = syncedBetween(lines, 'kaoping\\.db-wal', lastWrite, reply);
  const isInOrder = file !== -1 && file < renamed && renamed < directory && directory < lastWrite && row < reply;
  checks.ok(isInOrder && row !== -1, `a stored file: ${[file, renamed, directory, lastWrite, row, reply].join(' < ')}`);
  if (isInOrder) console.log('a stored file: synced, renamed, its directory synced, its row synced, then the reply');
}
const database = new Database(path.join(dataDir, 'kaoping.db'), { readonly: true });
checks.ok(database.pragma('journal_mode', { simple: true }) === 'wal', 'the database keeps a log');
database.close();
await server.kill();
checks.finish();
