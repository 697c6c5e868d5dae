// npm test: the whole check of the project in one command, on a fresh clone too.
// `node scripts/test.mjs unit lint` runs single stages (with what they need).
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { useOwnNode } from './own-node.mjs';
import { ROOT, TOOLS, installPackages, isStale } from './project.mjs';
import { contractSummary } from './contract-summary.mjs';
import { countStories, failedTests, fileSeconds, inWords, readCounts } from './counts.mjs';
import { installSystemPackages } from './system-packages.mjs';

/** Stages at a time: each keeps most of one core busy, and waits for its browser, server or database meanwhile. */
const LANES = Math.min(4, availableParallelism() + 1);
/** Files named at the end: where to look when the run takes too long. */
const LONGEST = 30;
/** Lines of a failed stage's output that stand at the end again when it names no test. */
const LAST_LINES = 12;
const STAGE_LIMIT_MS = 80 * 60_000;
/** Tests build beside a server that may be running from build/. */
const BUILD = 'build-test';

process.chdir(ROOT);
const started = Date.now();
installPackages();
await useOwnNode();
// Single stages may do without what is missing.
if (installSystemPackages().length > 0 && process.argv.length === 2) {
  console.log('0 passed, 1 failed');
  process.exit(1);
}

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
    const run = readReport(project);
    const { numPassedTests, numFailedTests, numPendingTests, testResults, success } = run;
    // A file that cannot be loaded fails without a test of its own.
    const broken = testResults.filter(
      ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((one) => one.status === 'failed'),
    );
    const failed = numFailedTests + broken.length;
    return {
      passed: numPassedTests,
      failed: success ? 0 : Math.max(failed, 1),
      skipped: numPendingTests,
      failures: failedTests(run, ROOT),
      files: fileSeconds(run, ROOT),
    };
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
  // With CI set a story that fails is tried once more and recorded.
  env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report(name), KAOPING_BUILD_DIR: BUILD, CI: process.env.CI || '1' },
  count() {
    return countStories(readReport(name));
  },
});

/** A script that ends with a line `N passed, N failed`, and `, N skipped` when there was anything it could not do. */
const counting = (script, needs) => ({
  needs,
  command: [process.execPath, path.join('scripts', script), BUILD],
  count(_code, output) {
    return readCounts(output);
  },
});

/** In the order they are started when a lane is free. */
const STAGES = {
  build: {
    command: isStale(BUILD) ? [process.execPath, TOOLS.remix, 'vite:build'] : [process.execPath, '-e', ''],
    env: { KAOPING_BUILD_DIR: BUILD, NODE_ENV: 'production' },
    count: one,
  },
  // The types too: both ask the same program of the compiler.
  lint: counting('lint.mjs'),
  'e2e-script': playwright('script'),
  'e2e-pages': playwright('pages'),
  'e2e-noscript': playwright('noscript'),
  postgres: { ...vitest('postgres'), needs: ['build'], env: { KAOPING_BUILD_DIR: BUILD } },
  sqlite: {
    ...vitest('sqlite'),
    needs: ['build'],
    env: { KAOPING_BUILD_DIR: BUILD, KAOPING_SUMMARY_DIR: reports },
    // What the contract suite asked of every call, and who got what.
    summary: () => contractSummary(reports),
  },
  unit: vitest('unit'),
  layers: {
    command: [bin('depcruise'), 'app', '--config', '.dependency-cruiser.cjs', '--output-type', 'err-long'],
    count: one,
  },
  // What nothing imports, and packages that nothing needs.
  unused: { command: [bin('knip'), '--no-progress'], count: one },
  crash: {
    ...counting('compat.mjs', ['build']),
    command: [process.execPath, path.join('tests', 'crash', 'short.mjs')],
    env: { KAOPING_BUILD_DIR: BUILD },
  },
  image: { ...counting('compat.mjs'), command: [process.execPath, path.join('tests', 'image', 'image.mjs')] },
  bare: { ...counting('compat.mjs'), command: [process.execPath, path.join('tests', 'bare', 'bare.mjs')] },
  // The oldest browser that must work, itself: a whole exam, found by its teacher.
  floor: {
    ...counting('compat.mjs', ['build']),
    command: [
      process.execPath,
      path.join('tests', 'floor', 'floor.mjs'),
      '80',
      '--built',
      'tests/e2e/whole-exam.spec.ts',
    ],
  },
  // What another engine draws otherwise.
  firefox: {
    ...counting('compat.mjs', ['build']),
    command: [process.execPath, path.join('tests', 'floor', 'firefox.mjs'), BUILD],
  },
  compat: counting('compat.mjs', ['build']),
  budgets: counting('budgets.mjs', ['build']),
  html: counting('html.mjs', ['build']),
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

/** @type {Map<string, {passed: number, failed: number, skipped: number, failures: string[], again: string[], files: {file: string, seconds: number}[], seconds: number}>} */
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
    const counts = { passed: 0, failed: 1, skipped: 0, failures: [], again: [], files: [] };
    settle(name, begun, counts, `not run: ${broken} failed`);
    return;
  }
  const { code, output } = await execute(name, stage);
  let counts;
  try {
    counts = stage.count(code, output);
  } catch {
    // No report: the tool ended before it could write one.
  }
  counts = { skipped: 0, failures: [], again: [], files: [], ...counts };
  // A stage that says nothing went wrong, or ran nothing, has failed all the same.
  if (!(counts.passed + counts.failed + counts.skipped > 0)) counts = { ...counts, passed: 0, failed: 1 };
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
  const isUnnamed = counts.failed > 0 && counts.failures.length === 0;
  const failures = isUnnamed ? output.trim().split('\n').slice(-LAST_LINES) : counts.failures;
  results.set(name, { ...counts, failures, seconds });
  const isQuiet = counts.failed === 0 && counts.skipped === 0 && name !== 'budgets';
  if (!isQuiet) console.log(`\n----- ${name} -----\n${output.trim()}`);
  console.log(`${counts.failed === 0 ? 'ok  ' : 'FAIL'} ${name}: ${inWords(counts)} (${seconds.toFixed(1)} s)`);
}

function finish() {
  const all = { passed: 0, failed: 0, skipped: 0 };
  const line = (name, cells) => name.padEnd(14) + cells.map((cell) => String(cell).padStart(9)).join('');
  console.log(`\n${line('stage', ['passed', 'failed', 'skipped', 'seconds'])}`);
  for (const name of chosen) {
    const result = results.get(name);
    for (const kind of Object.keys(all)) all[kind] += result[kind];
    console.log(line(name, [result.passed, result.failed, result.skipped, result.seconds.toFixed(1)]));
  }
  for (const name of chosen) {
    const { again } = results.get(name);
    if (again.length > 0) console.log(`\n${name}: passed only when tried again:`);
    for (const story of again) console.log(`  ${story}`);
  }
  const files = chosen.flatMap((name) => results.get(name).files.map((one) => ({ ...one, name })));
  const longest = files.sort((a, b) => b.seconds - a.seconds).slice(0, LONGEST);
  if (longest.length > 0) console.log('\nwhat took longest, in seconds:');
  for (const { name, file, seconds } of longest) console.log(`${seconds.toFixed(1).padStart(8)}  ${name}: ${file}`);
  // Last, where nobody has to look for it.
  for (const name of chosen) {
    const { failed, failures } = results.get(name);
    if (failed > 0) console.log(`\n${name}: failed:`);
    for (const failure of failures) console.log(`  ${failure}`);
  }
  console.log(`\n${((Date.now() - started) / 1000).toFixed(0)} s in all`);
  console.log(inWords(all));
  process.exitCode = all.failed === 0 && all.passed > 0 ? 0 : 1;
}
