// The stage `bare` of npm test: a machine that nobody prepared. In a minimal Debian with Node.js and npm alone (no
// ffmpeg, Python, compiler or git, an empty npm cache, no host but the registry) `npm start` ends with a whole demo
// school that takes a recording of an oral exam; Ctrl+C; the second start serves the same school.
// Where such a root cannot be made it says `skipped: …`, which counts as neither passed nor failed.
//   node tests/bare/bare.mjs [--node=22]   begins with that Node.js of the registry instead of the machine's
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { useOwnNode } from '../../scripts/own-node.mjs';
import { ROOT, freePort } from '../../scripts/project.mjs';
import { createChecks } from '../crash/support.mjs';
import { countRows, isSameSchool, lookAround, startInTerminal, takeRecording } from './demo-school.mjs';
import { fetchNode, findMachineNode, makeRoot, unshareCommand } from './root.mjs';
import { startRegistryProxy } from './registry-proxy.mjs';

const START_LIMIT_MS = 20 * 60_000;
const HOME = '/srv/kaoping';
/** What a newcomer should not see: a package manager's worries, a compiler, a stack. */
const NOISE = /npm (warn|notice|error)|EBADENGINE|gyp|\n {4}at |ffmpeg/i;

await useOwnNode();
const { values: options } = parseArgs({ options: { node: { type: 'string' } } });
const cache = path.join(ROOT, '.cache', 'bare');
const root = path.join(cache, options.node ? `root-${options.node}` : 'root');
const unshare = unshareCommand();
const machine = findMachineNode(path.join(ROOT, 'node_modules'));
if (!unshare) skip('这里不能挂载（容器没有这个权限），做不出一台“什么都没有”的机器');
if (!machine) skip('找不到 npm 和它的 Node.js');
if (options.node) machine.node = fetchNode(options.node, machine.npm, path.join(cache, `node-${options.node}`));
const registry = execFileSync(
  process.execPath,
  [path.join(machine.npm, 'bin/npm-cli.js'), 'config', 'get', 'registry'],
  {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  },
).trim();
if (!registry.startsWith('https:')) skip(`${registry} 不是 https，没有经代理试过`);
await fetch(registry, { signal: AbortSignal.timeout(20_000) }).catch(() => skip(`连不上 ${registry}`));
try {
  makeRoot(root, machine);
} catch (error) {
  skip(error instanceof Error ? error.message : String(error));
}

const checks = createChecks('bare');
const visit = mkdtempSync(path.join(cache, 'visit-'));
process.once('exit', () => rmSync(visit, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
const project = path.join(visit, 'srv/kaoping');
for (const folder of ['tmp', 'root']) mkdirSync(path.join(visit, folder), { recursive: true });
copyProject(project);

const proxy = await startRegistryProxy(registry);
const certificates = process.env.NODE_EXTRA_CA_CERTS;
if (certificates) cpSync(certificates, path.join(visit, 'root', 'certificates.pem'));
const port = await freePort();
const origin = `http://127.0.0.1:${port}`;
for (const name of ['git', 'ffmpeg', 'python3', 'cc', 'make', 'curl']) {
  checks.ok(!existsSync(path.join(root, 'usr/bin', name)), `the machine has no ${name}`);
}

const first = await npmStart();
const version = execFileSync(machine.node, ['--version'], { encoding: 'utf8' }).trim();
const megabytes = (proxy.bytes() / 1e6).toFixed(0);
console.log(`Node.js ${version}, from clone to first page ${first.seconds} s, ${megabytes} MB from the registry`);
console.log(first.lines.join('\n'));
checks.ok(!NOISE.test(first.output()), `nothing to worry about is printed: ${NOISE.exec(first.output())?.[0]}`);
checks.ok(proxy.refused.size === 0, `only the registry is asked for: ${[...proxy.refused].join(', ')}`);
await lookAround(checks, origin);
await takeRecording(checks, origin);
const reset = await runInRoot('node scripts/reset-password.mjs t003');
checks.ok(/t003.*一次性密码：/s.test(reset), `a password is given with the machine's Node.js: ${reset.slice(-500)}`);
const counted = await countRows(path.join(project, 'data'));
await first.pressCtrlC();

const second = await npmStart();
console.log(`second start ${second.seconds} s`);
checks.ok(!NOISE.test(second.output()), 'the second start prints nothing to worry about');
await lookAround(checks, origin);
checks.ok(
  isSameSchool(counted, await countRows(path.join(project, 'data'))),
  'the second start serves the same school',
);
await second.pressCtrlC();
proxy.stop();
checks.finish();

/** Ends without a verdict. */
function skip(reason) {
  console.log(`skipped: ${reason}\n0 passed, 0 failed, 1 skipped`);
  process.exit(0);
}

/** What a clone has: everything but what .gitignore names. */
function copyProject(to) {
  const ignored = readFileSync(path.join(ROOT, '.gitignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => glob(line.replace(/\/$/, '')));
  const isKept = (file) => path.basename(file) !== '.git' && !ignored.some((one) => one.test(path.basename(file)));
  for (const name of readdirSync(ROOT).filter(isKept)) {
    cpSync(path.join(ROOT, name), path.join(to, name), { recursive: true, filter: isKept });
  }
}

function glob(pattern) {
  return new RegExp(`^${pattern.replace(/[.+^$()|[\]\\]/g, '\\$&').replace(/\*/g, '.*')}$`);
}

/** `npm start` inside the root, as typed by hand; answers when its first page is served. */
async function npmStart() {
  const started = startInTerminal(checks, inRoot('npm start'), origin, START_LIMIT_MS);
  return { ...started, seconds: await started.untilPage() };
}

/** What a command prints that ends by itself. */
async function runInRoot(typed) {
  const [file, ...args] = inRoot(typed);
  return await new Promise((resolve) => {
    execFile(file, args, (error, stdout, stderr) => resolve(`${stdout}${stderr}`));
  });
}

/** What runs a command line in the project's folder inside the root. */
function inRoot(typed) {
  const script = [
    'set -e',
    'root=$1 visit=$2; shift 2',
    'mount --make-rprivate /',
    'mount --rbind /proc "$root/proc"',
    'mount --rbind /dev "$root/dev"',
    'for one in srv tmp root; do mount --bind "$visit/$one" "$root/$one"; done',
    `exec chroot "$root" /usr/bin/env -i "$@" sh -c 'cd ${HOME} && exec ${typed}'`,
  ].join('\n');
  const settings = {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    HOME: '/root',
    PORT: String(port),
    npm_config_registry: registry,
    npm_config_proxy: `http://127.0.0.1:${proxy.port}`,
    npm_config_https_proxy: `http://127.0.0.1:${proxy.port}`,
    // A network that looks into encrypted connections has an authority of its own.
    ...(certificates ? { NODE_EXTRA_CA_CERTS: '/root/certificates.pem' } : {}),
  };
  const variables = Object.entries(settings).map((pair) => pair.join('='));
  return [...unshare, 'sh', '-c', script, 'sh', root, visit, ...variables];
}
