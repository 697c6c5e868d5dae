// npm test: the whole check of the project in one command, on a fresh clone too.
// `node scripts/test.mjs unit lint` runs single stages (with what they need).
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT, TOOLS, checkNode, installPackages, isStale } from './project.mjs';
import { contractSummary } from './contract-summary.mjs';
import { installSystemPackages } from './system-packages.mjs';

/** Two cores: two stages at a time. */
const LANES = 2;
const STAGE_LIMIT_MS = 60 * 60_000;
/** Tests build beside a server that may be running from build/. */
const BUILD = 'build-test';

checkNode();
process.chdir(ROOT);
const started = Date.now();
installSystemPackages();
installPackages();

const reports = mkdtempSync(path.join(tmpdir(), 'kaoping-reports-'));
const bin = (name) => path.join(ROOT, 'node_modules', '.bin', name);
const report = (name) => path.join(reports, `${name}.json`);
const readReport = (name) => JSON.parse(readFileSync(report(name), 'utf8'));

/** What a stage without tests of its own counts as. */
const one = (code) => ({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 });

const vitest = (project) => ({
  command: [
    bin('vitest'),
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report(project)}`,
  ],
  count() {
    const { numPassedTests, numFailedTests, testResults, success } = readReport(project);
    // A file that cannot be loaded fails without a test of its own.
    const broken = testResults.filter(
      ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((one) => one.status === 'failed'),
    );
    const failed = numFailedTests + broken.length;
    return { passed: numPassedTests, failed: success ? 0 : Math.max(failed, 1) };
  },
});

const playwright = (project, name = `e2e-${project}`) => ({
  needs: ['build'],
  command: [
    bin('playwright'),
    'test',
    '--project',
    project,
    '--reporter=list,json',
    `--output=test-results/${project}`,
  ],
  env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report(name), KAOPING_BUILD_DIR: BUILD },
  count() {
    const { stats, errors } = readReport(name);
    if (stats.flaky > 0) console.log(`${name}: ${stats.flaky} passed only when tried again`);
    return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length };
  },
});

/** A script that ends with a line `N passed, N failed`. */
const counting = (script, needs) => ({
  needs,
  command: [process.execPath, path.join('scripts', script), BUILD],
  count(_code, output) {
    const last = [...output.matchAll(/(\d+) passed, (\d+) failed/g)].pop();
    return last ? { passed: Number(last[1]), failed: Number(last[2]) } : undefined;
  },
});

/** In the order they are started when a lane is free. */
const STAGES = {
  build: {
    command: isStale(BUILD) ? [process.execPath, TOOLS.remix, 'vite:build'] : [process.execPath, '-e', ''],
    env: { KAOPING_BUILD_DIR: BUILD, NODE_ENV: 'production' },
    count: one,
  },
  types: { command: [bin('tsc'), '--noEmit', '--pretty', 'false'], count: one },
  'e2e-script': playwright('script'),
  'e2e-noscript': playwright('noscript'),
  postgres: { ...vitest('postgres'), needs: ['build'], env: { KAOPING_BUILD_DIR: BUILD } },
  sqlite: {
    ...vitest('sqlite'),
    needs: ['build'],
    env: { KAOPING_BUILD_DIR: BUILD, KAOPING_SUMMARY_DIR: reports },
    // What the contract suite asked of every call, and who got what.
    summary: () => contractSummary(reports),
  },
  unit: { ...vitest('unit'), needs: ['build'], env: { KAOPING_BUILD_DIR: BUILD } },
  lint: { command: [bin('eslint'), '.', '--max-warnings', '0'], count: one },
  layers: {
    command: [bin('depcruise'), 'app', '--config', '.dependency-cruiser.cjs', '--output-type', 'err-long'],
    count: one,
  },
  crash: {
    ...counting('compat.mjs', ['build']),
    command: [process.execPath, path.join('tests', 'crash', 'short.mjs')],
    env: { KAOPING_BUILD_DIR: BUILD },
  },
  compat: counting('compat.mjs', ['build']),
  budgets: counting('budgets.mjs', ['build']),
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !STAGES[name]);
if (unknown.length > 0) {
  console.error(`No such stage: ${unknown.join(', ')}. Stages: ${Object.keys(STAGES).join(', ')}`);
  process.exit(2);
}
const chosen = asked.length === 0 ? Object.keys(STAGES) : withNeeds(asked);

function withNeeds(names) {
  const all = new Set(names.flatMap((name) => [...(STAGES[name].needs ?? []), name]));
  return Object.keys(STAGES).filter((name) => all.has(name));
}

/** @type {Map<string, {passed: number, failed: number, seconds: number}>} */
const results = new Map();
const running = new Map();
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    for (const child of running.values()) stop(child);
    process.exit(130);
  });
}

await runAll();
rmSync(reports, { recursive: true, force: true });
finish();

async function runAll() {
  const waiting = [...chosen];
  const isReady = (name) => (STAGES[name].needs ?? []).every((need) => !chosen.includes(need) || results.has(need));
  const lane = async () => {
    while (waiting.length > 0) {
      const next = waiting.findIndex(isReady);
      if (next < 0) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        continue;
      }
      const [name] = waiting.splice(next, 1);
      await runStage(name);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

async function runStage(name) {
  const stage = STAGES[name];
  const begun = Date.now();
  const broken = (stage.needs ?? []).find((need) => results.get(need)?.failed);
  if (broken) {
    settle(name, begun, { passed: 0, failed: 1 }, `not run: ${broken} failed`);
    return;
  }
  const { code, output } = await execute(name, stage);
  let counts;
  try {
    counts = stage.count(code, output);
  } catch {
    // No report: the tool ended before it could write one.
  }
  // A stage that says nothing went wrong, or ran nothing, has failed all the same.
  if (!counts || counts.passed + counts.failed === 0) counts = { passed: 0, failed: 1 };
  if (code !== 0 && counts.failed === 0) counts = { ...counts, failed: 1 };
  settle(name, begun, counts, output);
  const summary = stage.summary?.() ?? '';
  if (summary !== '') console.log(`\n${summary}\n`);
}

function execute(name, { command, env }) {
  return new Promise((resolve) => {
    const [file, ...rest] = command;
    const child = spawn(file, rest, {
      cwd: ROOT,
      env: { ...process.env, FORCE_COLOR: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, so that a stage's browsers and servers end with it.
      detached: process.platform !== 'win32',
      shell: process.platform === 'win32',
    });
    running.set(name, child);
    let output = '';
    const keep = (chunk) => (output += chunk);
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const limit = setTimeout(() => {
      output += `\nstopped after ${STAGE_LIMIT_MS / 60_000} minutes\n`;
      stop(child);
    }, STAGE_LIMIT_MS);
    const done = (code) => {
      clearTimeout(limit);
      running.delete(name);
      resolve({ code, output });
    };
    child.once('error', (error) => {
      output += String(error);
      done(1);
    });
    child.once('close', (code) => done(code ?? 1));
  });
}

function stop(child) {
  try {
    if (process.platform === 'win32') child.kill();
    else process.kill(-child.pid, 'SIGTERM');
  } catch {
    // It has ended.
  }
}

function settle(name, begun, counts, output) {
  const seconds = (Date.now() - begun) / 1000;
  results.set(name, { ...counts, seconds });
  const isQuiet = counts.failed === 0 && name !== 'budgets';
  if (!isQuiet) console.log(`\n----- ${name} -----\n${output.trim()}`);
  console.log(
    `${counts.failed === 0 ? 'ok  ' : 'FAIL'} ${name}: ${counts.passed} passed, ${counts.failed} failed (${seconds.toFixed(1)} s)`,
  );
}

function finish() {
  let passed = 0;
  let failed = 0;
  console.log(`\n${'stage'.padEnd(14)}${'passed'.padStart(8)}${'failed'.padStart(8)}${'seconds'.padStart(9)}`);
  for (const name of chosen) {
    const result = results.get(name);
    passed += result.passed;
    failed += result.failed;
    console.log(
      `${name.padEnd(14)}${String(result.passed).padStart(8)}${String(result.failed).padStart(8)}${result.seconds.toFixed(1).padStart(9)}`,
    );
  }
  console.log(`${((Date.now() - started) / 1000).toFixed(0)} s in all`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
}
