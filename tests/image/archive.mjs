// Runs the Linux archive of `npm run pack` where there is nothing: a minimal Debian without Node.js, a name space
// without network, an ordinary user, a path with spaces and Chinese characters:
//   npm run pack -- linux-x64 && node tests/image/archive.mjs pack/kaoping-0.1.0-linux-x64.tar.gz
// Needs root and iproute2; a harness, not part of npm test.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { useOwnNode } from '../../scripts/own-node.mjs';
import { ROOT, freePort } from '../../scripts/project.mjs';
import { countRows, isSameSchool, lookAround, startInTerminal, takeRecording } from '../bare/demo-school.mjs';
import { makeRoot } from '../bare/root.mjs';
import { createChecks, createClient } from '../crash/support.mjs';

await useOwnNode();
const archive = path.resolve(process.argv[2] ?? '');
const user = 1234;

// Both this harness and the program get a loopback of their own and nothing else.
if (process.env.KAOPING_ARCHIVE_INSIDE !== '1') {
  const script = 'ip link set lo up && mount --make-rprivate / && exec "$@"';
  const args = ['-m', '-n', 'sh', '-c', script, 'sh', process.execPath, fileURLToPath(import.meta.url), archive];
  const env = { ...process.env, KAOPING_ARCHIVE_INSIDE: '1' };
  process.exit(spawnSync('unshare', args, { stdio: 'inherit', env }).status ?? 1);
}

const checks = createChecks('archive');
const cache = path.join(ROOT, '.cache', 'bare');
mkdirSync(cache, { recursive: true });
const root = path.join(cache, 'root-without-node');
makeRoot(root, undefined);
const visit = mkdtempSync(path.join(cache, 'archive-'));
process.once('exit', () => rmSync(visit, { recursive: true, force: true, maxRetries: 3 }));
const place = path.join(visit, '我的 电脑');
const home = path.join(place, '考评');
mkdirSync(place);
unpack();
const must = (file, args) => {
  const { status, stderr } = spawnSync(file, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${file} ${args.join(' ')}: ${stderr}`);
};
must('mount', ['--rbind', '/proc', path.join(root, 'proc')]);
must('mount', ['--rbind', '/dev', path.join(root, 'dev')]);
must('mount', ['--bind', visit, path.join(root, 'srv')]);

const [port, origin] = await freePort().then((free) => [free, `http://127.0.0.1:${free}`]);
const inside = (...args) => [
  ...[
    'chroot',
    `--userspec=${user}:${user}`,
    root,
    '/usr/bin/env',
    '-i',
    'PATH=/usr/bin:/bin',
    'HOME=/tmp',
    `PORT=${port}`,
  ],
  ...['/srv/我的 电脑/考评/start.sh', ...args],
];
const offline = await fetch('https://registry.npmjs.org', { signal: AbortSignal.timeout(5000) }).catch(() => undefined);
checks.ok(!offline, 'there is no network');
checks.ok(!existsSync(path.join(root, 'usr/local/bin/node')), 'there is no Node.js');

const first = startInTerminal(checks, inside(), origin, 10 * 60_000);
console.log(`first page after ${await first.untilPage()} s`);
console.log(first.lines.join('\n'));
await lookAround(checks, origin);
await takeRecording(checks, origin);
const counted = await countRows(path.join(home, 'data'));
const backup = run('backup');
const [file] = /\/.*\.tar/.exec(backup) ?? [''];
run('verify', file.replace(visit, '/srv'));
run('reset-password', 't002');
checks.ok(statSync(path.join(home, 'data')).uid === user, 'the data are the person’s own');
await first.pressCtrlC();

// The next archive over it: what an older program left behind goes, data and settings stay.
const [program] = readdirSync(home).filter((name) => name.startsWith('program-'));
const older = path.join(home, 'program-0123456789');
mkdirSync(path.join(older, 'node_modules/zod'), { recursive: true });
writeFileSync(path.join(older, 'package.json'), '{"name":"kaoping"}');
writeFileSync(path.join(older, 'node_modules/zod/index.js'), 'throw new Error("an old file");');
writeFileSync(path.join(home, '.env'), 'DATA_DIR=data\n');
unpack();
// As the archive for Windows is: without the two libraries that have substitutes (decision 0036).
for (const name of ['argon2', 'jieba'])
  rmSync(path.join(home, program, `node_modules/@node-rs/${name}-linux-x64-gnu`), { recursive: true });
const second = startInTerminal(checks, inside(), origin, 60_000);
console.log(`after unpacking it again: first page after ${await second.untilPage()} s`);
checks.ok(!existsSync(older) && existsSync(path.join(home, program)), 'the older program is gone');
await lookAround(checks, origin);
checks.ok(isSameSchool(counted, await countRows(path.join(home, 'data'))), 'it is the same school');
const teacher = createClient(origin);
await teacher.signIn('t001', 'kaoping-demo');
const asked = await teacher.call('exam/oral/analyzer', { text: '重要的典礼都在太和殿举行。' });
checks.ok(JSON.stringify(asked.body).includes('典礼'), `key words are found: ${JSON.stringify(asked)}`);
await second.pressCtrlC();
checks.finish();

function unpack() {
  const result = spawnSync('tar', ['-xzf', archive, '-C', place, '--no-same-owner'], { encoding: 'utf8' });
  checks.ok(result.status === 0, `it unpacks: ${result.stderr}`);
  spawnSync('chown', ['-R', `${user}:${user}`, visit]);
}

function run(...args) {
  const [name, ...rest] = inside(...args);
  const { status, stdout, stderr } = spawnSync(name, rest, { encoding: 'utf8' });
  checks.ok(status === 0, `start.sh ${args.join(' ')}: ${stdout}${stderr}`);
  console.log(`start.sh ${args[0]}: ${stdout.trim().split('\n').pop()}`);
  return stdout;
}
