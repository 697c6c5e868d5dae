/**
 * The disk fills, the database is locked or away: what a student typed is never lost, the answer is 503 with
 * Retry-After and a sentence, reads go on, readiness says why, and everything works again without a restart.
 *   node tests/crash/trouble.mjs              a full disk, then a lock, on SQLite
 *   node tests/crash/trouble.mjs --postgres   a locked table, then a database that is away
 * The disk is a small tmpfs in a name space of its own, or /dev/shm where that is small (a plain container); where
 * neither can be had the full disk is skipped, and said so.
 */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readdirSync, rmSync, statfsSync, writeSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { Blob } from 'node:buffer';
import Database from 'better-sqlite3';
import pg from 'pg';
import {
  beginExam,
  createChecks,
  createServer,
  makePhoto,
  makeRecording,
  makeSchool,
  readNumbers,
  sleep,
  startPostgres,
  temporaryDirectory,
} from './support.mjs';

const { postgres } = readNumbers({});
const DISK_BYTES = 48 * 1024 * 1024;
const SMALL_BYTES = 512 * 1024 * 1024;
const TYPED = '我写了很久的答案：先安抚游客，再联系地接社。<b>&';
const TYPED_HTML = '先安抚游客，再联系地接社。';

if (postgres) await onPostgres();
else await onSqlite();

/**
 * Where a small disk is mounted; undefined where none can be had. Started without one, this script starts itself again
 * where there is one.
 */
function smallDisk() {
  const given = process.env.KAOPING_SMALL_DISK;
  if (given) return given;
  const directory = temporaryDirectory();
  const mount = `mount -t tmpfs -o size=${DISK_BYTES} kaoping "$0" && exec "$@"`;
  for (const options of ['-m', '-Urm']) {
    const inside = (...line) => [options, 'sh', '-c', mount, directory, ...line];
    if (spawnSync('unshare', inside('true')).status !== 0) continue;
    const env = { ...process.env, KAOPING_SMALL_DISK: directory };
    const { status } = spawnSync('unshare', inside(process.execPath, process.argv[1]), { stdio: 'inherit', env });
    process.exit(status ?? 1);
  }
  const { blocks, bsize } = statfsSync('/dev/shm');
  if (blocks * bsize > SMALL_BYTES) return undefined;
  const shared = path.join('/dev/shm', path.basename(directory));
  mkdirSync(shared);
  process.once('exit', () => rmSync(shared, { recursive: true, force: true }));
  return shared;
}

/** Fills the disk to the last byte; answers how to give the space back. */
function fill(directory) {
  const file = path.join(directory, 'filler');
  const handle = openSync(file, 'w');
  for (let size = 1024 * 1024; size >= 1; size = Math.floor(size / 4)) {
    const bytes = Buffer.alloc(size, 7);
    try {
      for (;;) writeSync(handle, bytes);
    } catch (error) {
      if (error.code !== 'ENOSPC') throw error;
    }
  }
  closeSync(handle);
  return () => rmSync(file);
}

async function readiness(server) {
  const response = await fetch(`${server.origin}/readyz`);
  return { status: response.status, retryAfter: response.headers.get('Retry-After'), ...(await response.json()) };
}

/** Asks until the answer is the one wanted; what was seen last otherwise. */
async function until(ask, isWanted) {
  let seen;
  for (let turn = 0; turn < 100; turn += 1) {
    seen = await ask();
    if (isWanted(seen)) return seen;
    await sleep(100);
  }
  return seen;
}

/** A student's paper: what is sent for it and what came back. */
async function sit(checks, server, student, exam) {
  const attempts = await beginExam(student, exam.id);
  const { client } = student;
  const { written, oral } = attempts;
  const known = new Map();
  const page = `/examination/evaluation/written?id=${exam.id}&page=1`;
  return {
    oral,
    written,
    known,
    async save(index, text) {
      const itemId = written.items[index].id;
      const revision = known.get(itemId)?.revision ?? 0;
      const answer = await client.call('exam/attempt/answer', {
        attemptId: written.id,
        itemId,
        value: { text },
        revision,
      });
      if (answer.status === 200) known.set(itemId, { revision: answer.body.data.revision, text });
      return answer;
    },
    submit: () => client.call('exam/attempt/submit', { attemptId: written.id }),
    /** The page's own form without script, with a photo or without. */
    async post(text, photo) {
      const [item] = written.items;
      const form = new FormData();
      form.append('attemptId', written.id);
      form.append(`a.${item.id}.text`, text);
      form.append(`r.${item.id}`, String(known.get(item.id)?.revision ?? 0));
      form.append('_go', 'save');
      if (photo) form.append(`p.${written.items[2].id}`, new Blob([photo]), 'a.jpg');
      const init = { method: 'POST', headers: { Origin: server.origin }, body: form };
      const response = await client.send(page, init);
      return { status: response.status, headers: response.headers, text: await response.text() };
    },
    /** What counts is there as it was acknowledged, and can be read. */
    async isAsKnown(what) {
      const seen = await client.call(`exam/attempt/get?attemptId=${written.id}`);
      checks.ok(seen.status === 200, `${what}: the paper can be read: ${seen.status}`);
      for (const item of seen.body.data?.items ?? []) {
        const note = known.get(item.id);
        if (!note) continue;
        const isSame = item.answer?.revision === note.revision && item.answer.value.text === note.text;
        checks.ok(isSame, `${what}: question ${item.id} is as acknowledged`);
      }
      const shown = await client.send(page);
      checks.ok(shown.status === 200, `${what}: the page is shown: ${shown.status}`);
    },
  };
}

function isRefused(checks, { status, headers, body }, what) {
  checks.ok(status === 503, `${what}: 503, not ${status} ${body?.message ?? ''}`);
  checks.ok(Number(headers.get('Retry-After')) > 0, `${what}: Retry-After is said`);
  if (body)
    checks.ok(body.success === false && /[\u4e00-\u9fff]/.test(body.message), `${what}: a sentence: ${body.message}`);
}

function keepsText(checks, { status, headers, text }, what) {
  isRefused(checks, { status, headers }, what);
  checks.ok(text.includes(TYPED_HTML), `${what}: the page keeps what was typed`);
  checks.ok(/没有保存/.test(text), `${what}: the page says that it is not saved`);
}

async function onSqlite() {
  const checks = createChecks('a full disk and a lock');
  const disk = smallDisk();
  const root = disk ?? temporaryDirectory();
  const database = path.join(root, 'kaoping.db');
  // The log lies on the disk that fills, as it does where nobody thought of it.
  const log = openSync(path.join(root, 'server.log'), 'a');
  const server = await createServer({ dataDir: root, stdio: ['ignore', log, log] });
  await server.start();
  const { exam, students } = await makeSchool(server.origin, { students: 2 });
  const paper = await sit(checks, server, students[0], exam);
  checks.ok((await paper.save(0, '磁盘还没满')).status === 200, 'an answer is saved');
  checks.ok((await readiness(server)).status === 200, 'ready');

  if (disk) await fullDisk(checks, { server, root, database, paper, client: students[0].client });
  else checks.skip('a full disk: allow name spaces (unshare -Urm) or give a small /dev/shm');
  await locked(checks, { server, database, paper });

  checks.ok((await paper.submit()).status === 200, 'handed in after all');
  const file = new Database(database, { readonly: true });
  checks.ok(file.pragma('integrity_check', { simple: true }) === 'ok', 'integrity check');
  file.close();
  checkFiles(checks, root, database);
  await server.kill();
  checks.finish();
}

/** Nothing more can be written, then it can again. */
async function fullDisk(checks, { server, root, database, paper, client }) {
  const photo = await makePhoto(5, 400);
  checks.ok((await client.upload('image', photo, 'a.jpg')).status === 200, 'a photo is stored');

  const giveBack = fill(root);
  const full = await until(
    () => readiness(server),
    ({ status }) => status === 503,
  );
  console.log(`full disk: /readyz ${full.status} ${full.database} ${full.files} ${full.message}`);
  checks.ok(full.status === 503 && full.retryAfter !== null && /磁盘满/.test(full.message), 'readiness says full');
  // What the log of the database still has room for is really saved.
  let saved = 0;
  let answer = await paper.save(1, '满'.repeat(19_000));
  for (; answer.status === 200 && saved < 500; saved += 1)
    answer = await paper.save(1, `${saved}${'满'.repeat(19_000)}`);
  isRefused(checks, answer, 'a long answer');
  for (saved = 0; saved < 500; saved += 1) {
    answer = await paper.save(1, `短${saved}`);
    if (answer.status !== 200) break;
  }
  isRefused(checks, answer, 'a short answer');
  isRefused(checks, await client.upload('image', photo, 'a.jpg'), 'a photo');
  isRefused(checks, await client.upload('audio', makeRecording(1, 2000), 'a.wav'), 'a recording');
  isRefused(checks, await paper.submit(), 'handing in');
  keepsText(checks, await paper.post(TYPED), 'the form');
  keepsText(checks, await paper.post(TYPED, photo), 'the form with a photo');
  await paper.isAsKnown('full disk');
  backups(checks, root);
  const tmp = readdirSync(path.join(root, 'tmp')).filter((name) => !name.endsWith('.ready'));
  checks.ok(tmp.length === 0, `no temporary file stays: ${tmp}`);
  checkFiles(checks, root, database);

  giveBack();
  const back = await until(
    () => readiness(server),
    ({ status }) => status === 200,
  );
  checks.ok(back.status === 200, `ready again without a restart: ${JSON.stringify(back)}`);
  const posted = await paper.post(TYPED, photo);
  checks.ok(posted.status === 303 || posted.status === 302, `the same form is saved: ${posted.status}`);
  const item = await client.get(`exam/attempt/get?attemptId=${paper.written.id}`);
  const [first] = item.items;
  checks.ok(first.answer.value.text === TYPED && item.items[2].photos.length === 1, 'text and photo are there');
  paper.known.set(first.id, { revision: first.answer.revision, text: TYPED });
  const recording = await client.upload('audio', makeRecording(2), 'a.wav');
  checks.ok(recording.status === 200, `a recording is taken again: ${recording.status}`);
}

/** A backup for which there is no room says so, and leaves nothing. */
function backups(checks, root) {
  const target = path.join(root, 'school.tar');
  for (const options of [[], ['--encrypt']]) {
    const env = { ...process.env, NODE_ENV: 'production', DATA_DIR: root, DATABASE_URL: '' };
    env.KAOPING_BACKUP_PASSPHRASE = 'a sentence for tests';
    const line = ['scripts/tool.mjs', 'backup', target, ...options];
    const { status, stdout, stderr } = spawnSync(process.execPath, line, { encoding: 'utf8', env });
    const said = stdout + stderr;
    const isPlain = /请[^]*。/.test(said) && !/undefined|\n\s+at |E[A-Z]{3,}:|SQLITE_|full\b/.test(said);
    const isSaid = status === 1 && isPlain && said.includes(`${target} 所在的磁盘满了`);
    checks.ok(isSaid, `backup ${options.join()} says that the disk is full: ${status} ${said}`);
  }
  const left = readdirSync(root).filter((name) => name.startsWith('school.tar'));
  checks.ok(left.length === 0, `nothing of it stays: ${left}`);
}

/** Every row has its whole file and every file its row. */
function checkFiles(checks, root, database) {
  const file = new Database(database, { readonly: true });
  const rows = file.prepare('select id from files').pluck().all().sort();
  file.close();
  const folder = path.join(root, 'files');
  const objects = readdirSync(folder).flatMap((shard) => readdirSync(path.join(folder, shard)));
  checks.ok(rows.join() === objects.sort().join(), `${rows.length} rows of files, ${objects.length} files`);
}

/** Another process holds the database. */
async function locked(checks, { server, database, paper }) {
  const other = new Database(database);
  other.exec('begin exclusive');
  const order = [];
  const saving = paper.save(1, '锁住的时候').then((answer) => (order.push('save'), answer));
  const posting = paper.post(`${TYPED}锁`).then((answer) => (order.push('post'), answer));
  await paper.isAsKnown('locked');
  order.push('read');
  // An answer may be a second old.
  const state = await until(
    () => readiness(server),
    ({ status }) => status === 503,
  );
  console.log(`locked: /readyz ${state.status} ${state.database} ${state.message}`);
  checks.ok(state.status === 503 && /锁/.test(state.message), 'readiness says locked');
  isRefused(checks, await saving, 'an answer while locked');
  keepsText(checks, await posting, 'the form while locked');
  checks.ok(order[0] === 'read', `reading waits for nobody: ${order}`);
  other.exec('rollback');
  other.close();
  const back = await until(
    () => readiness(server),
    ({ status }) => status === 200,
  );
  checks.ok(back.status === 200, 'ready again after the lock');
  checks.ok((await paper.save(1, '锁开了')).status === 200, 'saved after the lock');
  const again = await paper.post(`${TYPED}锁`);
  checks.ok(again.status === 303 || again.status === 302, `the form is saved after the lock: ${again.status}`);
  const [first] = paper.written.items;
  paper.known.set(first.id, { revision: paper.known.get(first.id).revision + 1, text: `${TYPED}锁` });
  await paper.isAsKnown('after the lock');
}

/** A way to PostgreSQL that can be cut: connections break and new ones are refused. */
async function startWay(target) {
  const sockets = new Set();
  const listener = net.createServer((near) => {
    const far = net.connect(Number(target.port), target.hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ]) {
      sockets.add(one);
      one.pipe(other);
      one.on('error', () => undefined);
      one.once('close', () => (sockets.delete(one), other.destroy()));
    }
  });
  const listen = (port) => new Promise((resolve) => listener.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = listener.address();
  return {
    port,
    async cut() {
      const closed = new Promise((resolve) => listener.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    mend: () => listen(port),
  };
}

async function onPostgres() {
  const checks = createChecks('PostgreSQL locked and away');
  const postgresServer = await startPostgres();
  const direct = new URL(postgresServer.url);
  const way = await startWay(direct);
  const through = new URL(direct);
  through.port = String(way.port);
  const server = await createServer({ dataDir: temporaryDirectory(), databaseUrl: through.href });
  await server.start();
  const { exam, students } = await makeSchool(server.origin, { students: 1 });
  const paper = await sit(checks, server, students[0], exam);
  checks.ok((await paper.save(0, '好好的')).status === 200, 'an answer is saved');

  const other = new pg.Client({ connectionString: direct.href });
  await other.connect();
  await other.query('begin; lock table answer_journal in exclusive mode');
  isRefused(checks, await paper.save(1, '锁住的时候'), 'an answer while locked');
  keepsText(checks, await paper.post(TYPED), 'the form while locked');
  await paper.isAsKnown('locked');
  await other.query('rollback');
  await other.end();
  checks.ok((await paper.save(1, '锁开了')).status === 200, 'saved after the lock');

  await way.cut();
  isRefused(checks, await paper.save(1, '断了'), 'an answer without a database');
  keepsText(checks, await paper.post(TYPED), 'the form without a database');
  const away = await until(
    () => readiness(server),
    ({ status }) => status === 503,
  );
  console.log(`database away: /readyz ${away.status} ${away.database} ${away.message}`);
  checks.ok(away.status === 503 && /数据库/.test(away.message), 'readiness says that the database is away');
  await way.mend();
  const back = await until(
    () => readiness(server),
    ({ status }) => status === 200,
  );
  checks.ok(back.status === 200, `ready again without a restart: ${JSON.stringify(back)}`);
  const posted = await paper.post(TYPED);
  checks.ok(posted.status === 303 || posted.status === 302, `the same form is saved: ${posted.status}`);
  checks.ok((await paper.submit()).status === 200, 'handed in');
  await server.kill();
  await way.cut();
  await postgresServer.stop();
  checks.finish();
}
