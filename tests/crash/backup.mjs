// Backs a server up while students save answers and upload photos, restores it elsewhere and compares:
//   node tests/crash/backup.mjs [--seconds=30] [--rate=50] [--rounds=3] [--build=build]
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  openSync,
  readSync,
  readdirSync,
  rmSync,
  statSync,
  writeSync,
  closeSync,
  truncateSync,
  copyFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { ROOT, startDemoServer } from '../../scripts/project.mjs';
import { keepSaving, openPapers, percentile } from '../support/saving.mjs';
import { useOwnNode } from '../../scripts/own-node.mjs';

await useOwnNode();

/** Runs one of the commands as a person does; answers its exit code and what it printed. */
export function runTool(command, args, env) {
  return new Promise((resolve, reject) => {
    const tool = path.join(ROOT, 'scripts', 'tool.mjs');
    const child = spawn(process.execPath, [tool, command, ...args], { env: { ...process.env, ...env } });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}

/**
 * One round on a running server (`isThorough`: with verify on spoiled archives too). `place` are its settings (DATA_DIR, DATABASE_URL), `restored` those of an empty place,
 * `start(settings)` starts a server there. Throws when something acknowledged before the backup is not in it.
 */
export async function backupRound({ papers, place, restored, start, perSecond, seconds, isThorough = true }) {
  const directory = mkdtempSync(path.join(tmpdir(), 'kaoping-backups-'));
  const saving = keepSaving(papers, perSecond);
  try {
    await delay(seconds * 500);
    const before = { saves: [...saving.saves], files: [...saving.files] };
    const begun = performance.now();
    const backup = await runTool('backup', [directory], place);
    const backupMs = performance.now() - begun;
    const during = saving.saves.length - before.saves.length;
    await delay(seconds * 500);
    await saving.stop();
    if (backup.code !== 0) throw new Error(`backup:\n${backup.output}`);
    const archive = path.join(directory, readdirSync(directory).find((name) => name.endsWith('.tar')) ?? '');

    const verified = isThorough ? await checkVerify(archive, place) : '';
    const restore = await runTool('restore', [archive], restored);
    if (restore.code !== 0) throw new Error(`restore:\n${restore.output}`);
    if (isThorough) {
      const again = await runTool('restore', [archive], restored);
      if (again.code !== 1) throw new Error(`restored over data:\n${again.output}`);
    }

    const lost = await compare(before, restored, start);
    return {
      saves: saving.saves.length,
      uploads: saving.files.length,
      failures: saving.failures,
      acknowledgedBefore: before.saves.length + before.files.length,
      savedDuring: during,
      backupMs: Math.round(backupMs),
      archiveBytes: statSync(archive).size,
      p95: Math.round(percentile(saving.latencies, 0.95)),
      lost,
      output: [backup.output, verified, restore.output].join(''),
    };
  } finally {
    await saving.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** verify finds nothing in the archive, and something once a byte is flipped or the end is cut off. */
async function checkVerify(archive, place) {
  const verify = await runTool('verify', [archive], place);
  if (verify.code !== 0) throw new Error(`verify:\n${verify.output}`);
  const spoiled = path.join(path.dirname(archive), 'spoiled.tar');
  for (const spoil of [flipByte, cutOff]) {
    copyFileSync(archive, spoiled);
    spoil(spoiled);
    const { code, output } = await runTool('verify', [spoiled], place);
    if (code !== 1) throw new Error(`verify did not find it: ${spoil.name}\n${output}`);
  }
  return verify.output;
}

/** What was acknowledged and is not in the restored place, by its database and by its server. */
async function compare(before, restored, start) {
  const lost = [];
  const journal = await query(
    restored,
    "select attempt_id, revision, value from answer_journal where outcome = 'saved'",
  );
  const kept = new Map(journal.map((row) => [`${row.attempt_id} ${row.revision}`, JSON.parse(row.value).text]));
  for (const { attemptId, revision, text } of before.saves) {
    if (kept.get(`${attemptId} ${revision}`) !== text) lost.push(`answer ${attemptId} revision ${revision}`);
  }
  const rows = await query(restored, 'select id, sha256 from files where removed_at is null');
  const sums = new Map(rows.map(({ id, sha256 }) => [id, sha256]));
  for (const { id, sha256 } of before.files) if (sums.get(id) !== sha256) lost.push(`row of file ${id}`);
  for (const [id, sha256] of sums) {
    const file = path.join(restored.DATA_DIR, 'files', id.slice(0, 2), id);
    if (hashOf(file) !== sha256) lost.push(`bytes of file ${id}`);
  }
  const server = await start(restored);
  try {
    if ((await fetch(`${server.address}/readyz`)).status !== 200) lost.push('the restored server is not ready');
    if ((await fetch(`${server.address}/login`)).status !== 200) lost.push('the restored server shows no page');
    // The secret is restored too: whoever was signed in still is.
    for (const { id, sha256, send } of before.files) {
      const response = await send(`${server.address}/api/file/${id}`);
      const bytes = Buffer.from(await response.arrayBuffer());
      if (createHash('sha256').update(bytes).digest('hex') !== sha256) lost.push(`file ${id} as the server sends it`);
    }
  } finally {
    await server.stop();
  }
  return lost;
}

async function query({ DATABASE_URL, DATA_DIR }, statement) {
  if (DATABASE_URL?.startsWith('postgres')) {
    const client = new pg.Client({ connectionString: DATABASE_URL });
    await client.connect();
    try {
      return (await client.query(statement)).rows;
    } finally {
      await client.end();
    }
  }
  const database = new Sqlite(path.join(DATA_DIR, 'kaoping.db'), { readonly: true });
  try {
    return database.prepare(statement).all();
  } finally {
    database.close();
  }
}

function hashOf(file) {
  const hash = createHash('sha256');
  const handle = openSync(file, 'r');
  const buffer = Buffer.alloc(256 * 1024);
  for (let read = readSync(handle, buffer); read > 0; read = readSync(handle, buffer))
    hash.update(buffer.subarray(0, read));
  closeSync(handle);
  return hash.digest('hex');
}

function flipByte(file) {
  const handle = openSync(file, 'r+');
  const at = Math.floor(Math.random() * statSync(file).size);
  const byte = Buffer.alloc(1);
  readSync(handle, byte, 0, 1, at);
  byte[0] ^= 0x10;
  writeSync(handle, byte, 0, 1, at);
  closeSync(handle);
}

function cutOff(file) {
  truncateSync(file, Math.floor(Math.random() * statSync(file).size));
}

async function main() {
  const option = (name, otherwise) =>
    process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise;
  const seconds = Number(option('seconds', '30'));
  const perSecond = Number(option('rate', '50'));
  const rounds = Number(option('rounds', '3'));
  const build = option('build', 'build');
  const root = mkdtempSync(path.join(tmpdir(), 'kaoping-backup-'));
  const common = { KAOPING_BUILD_DIR: build, DATABASE_URL: '' };
  const dataDir = path.join(root, 'school');
  mkdirSync(dataDir);
  const server = await startDemoServer(build, dataDir);
  let failed = 0;
  try {
    const papers = await openPapers(server.address, 40);
    for (let round = 1; round <= rounds; round += 1) {
      const result = await backupRound({
        papers,
        place: { ...common, DATA_DIR: dataDir },
        restored: { ...common, DATA_DIR: path.join(root, `restored-${round}`) },
        start: (settings) => startDemoServer(build, settings.DATA_DIR),
        perSecond,
        seconds,
      });
      const { output, lost, failures, ...figures } = result;
      if (round === 1) console.log(output);
      console.log({ round, ...figures, lost: lost.length, failures: failures.length });
      for (const line of [...lost, ...failures].slice(0, 10)) console.log(line);
      failed += lost.length + failures.length;
    }
  } finally {
    await server.stop();
    rmSync(root, { recursive: true, force: true });
  }
  process.exitCode = failed === 0 ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main();
