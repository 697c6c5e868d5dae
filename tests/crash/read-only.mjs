/**
 * The school's disk takes no writing any more, as a system leaves one on which it found errors: a backup is made all the
 * same, onto another disk, and everything that cannot be done is said in a sentence.
 *   node tests/crash/read-only.mjs
 * The disk is a small tmpfs in a name space of its own; where none can be had all of it is skipped, and said so.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { NODE, ROOT } from '../../scripts/project.mjs';
import { createChecks, createServer, makeSchool, temporaryDirectory } from './support.mjs';

const SECRET = 'a secret for the crash harnesses, never used elsewhere';
const disk = process.env.KAOPING_READ_ONLY_DISK ?? startOnDisk();
if (disk === undefined) console.log('0 passed, 0 failed, 1 skipped');
else await onDisk(disk);

/** Starts this script again where there is a disk of its own; undefined where none can be had. */
function startOnDisk() {
  const directory = temporaryDirectory();
  const mount = 'mount -t tmpfs -o size=200m kaoping "$0" && exec "$@"';
  for (const options of ['-m', '-Urm']) {
    const inside = (...line) => [options, 'sh', '-c', mount, directory, ...line];
    if (spawnSync('unshare', inside('true')).status !== 0) continue;
    const env = { ...process.env, KAOPING_READ_ONLY_DISK: directory };
    const { status } = spawnSync('unshare', inside(process.execPath, process.argv[1]), { stdio: 'inherit', env });
    process.exit(status ?? 1);
  }
  return undefined;
}

async function onDisk(place) {
  const checks = createChecks('a disk that takes no writing');
  const dataDir = path.join(place, 'data');
  const remount = (how) => spawnSync('mount', ['-o', `remount,${how}`, place]).status;
  const other = temporaryDirectory();

  function run(name, ...args) {
    const script = name === 'reset-password' ? ['scripts/reset-password.mjs'] : ['scripts/tool.mjs', name];
    const env = { ...process.env, NODE_ENV: 'production', DATA_DIR: dataDir, DATABASE_URL: '', SESSION_SECRET: SECRET };
    const { status, stdout, stderr } = spawnSync(NODE, [...script, ...args], { cwd: ROOT, env, encoding: 'utf8' });
    const said = stdout + stderr;
    checks.ok(!/^\s+at |node:internal/m.test(said), `${name}: no stack: ${said}`);
    return { code: status, said };
  }

  function lookAt(how) {
    checks.ok(remount('ro') === 0, `${how}: the disk is read-only now`);
    const target = path.join(other, how);
    const made = run('backup', target);
    checks.ok(made.code === 0, `${how}: a backup is made: ${made.said}`);
    checks.ok(made.said.includes(`${dataDir}/kaoping.db 所在的磁盘只能读`), `${how}: says whose disk: ${made.said}`);
    const names = existsSync(target) ? readdirSync(target) : [];
    checks.ok(names.length === 1, `${how}: nothing but the backup is left: ${names}`);
    const verified = run('verify', path.join(target, names[0] ?? ''));
    checks.ok(verified.code === 0 && /3 个账号/.test(verified.said), `${how}: all of it is inside: ${verified.said}`);
    const here = run('backup');
    checks.ok(here.code === 1 && /backups 所在的磁盘只能读.*放到别的磁盘/.test(here.said), `${how}: ${here.said}`);
    const reset = run('reset-password', 'admin');
    checks.ok(
      reset.code === 1 && /所在的磁盘只能读.*请检查磁盘/.test(reset.said) && !/是不是数据库/.test(reset.said),
      `${how}: ${reset.said}`,
    );
    checks.ok(remount('rw') === 0, `${how}: the disk can be written again`);
  }

  mkdirSync(dataDir);
  const server = await createServer({ dataDir });
  await server.start();
  await makeSchool(server.origin, { students: 2 });
  await server.kill();
  lookAt('killed');
  await server.start();
  await server.kill('SIGTERM');
  lookAt('stopped');
  checks.finish();
}
