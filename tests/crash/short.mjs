/**
 * The harnesses in their short form, for npm test: ends with a line `N passed, N failed`, and `, N skipped` when the
 * machine does not allow something.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { inWords, readCounts } from '../../scripts/counts.mjs';
import { useOwnNode } from '../../scripts/own-node.mjs';

await useOwnNode();

/**
 * Three rows at a time, which keep two cores busy together: those on PostgreSQL wait most of theirs for locks that are
 * held against them, the killed browser for the server that gives it up.
 */
const ROWS = [
  [
    ['kill.mjs', '--kills=2', '--saves=60'],
    ['trouble.mjs'],
    ['twice.mjs'],
    ['synced.mjs', '--saves=5'],
    ['upgrade.mjs', '--upgrades=3', '--starts=1', '--rows=10000'],
  ],
  [
    ['trouble.mjs', '--postgres'],
    ['kill.mjs', '--kills=4', '--saves=60', '--postgres'],
    ['away.mjs', '--stops=3'],
  ],
  [['recording.mjs', '--kills=2'], ['start.mjs'], ['read-only.mjs']],
];

let passed = 0;
let failed = 0;
let skipped = 0;

async function harness([script, ...options]) {
  const file = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, [file, ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const code = await new Promise((resolve) => child.once('close', resolve));
  console.log(`${[script, ...options].join(' ')}\n${output.trim()}`);
  const counts = readCounts(output);
  passed += counts?.passed ?? 0;
  skipped += counts?.skipped ?? 0;
  // A harness that ends without its count has failed all the same.
  failed += Math.max(counts?.failed ?? 1, code === 0 ? 0 : 1);
}

await Promise.all(
  ROWS.map(async (row) => {
    for (const one of row) await harness(one);
  }),
);
console.log(inWords({ passed, failed, skipped }));
process.exitCode = failed === 0 ? 0 : 1;
