/** The harnesses in their short form, for npm test: ends with a line `N passed, M failed`. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Two rows at a time: those on PostgreSQL wait most of theirs, for locks that are held against them. */
const ROWS = [
  [['kill.mjs', '--kills=2', '--saves=60'], ['trouble.mjs'], ['twice.mjs'], ['synced.mjs', '--saves=5']],
  [
    ['trouble.mjs', '--postgres'],
    ['kill.mjs', '--kills=4', '--saves=60', '--postgres'],
  ],
];

let passed = 0;
let failed = 0;

async function harness([script, ...options]) {
  const file = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, [file, ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const code = await new Promise((resolve) => child.once('close', resolve));
  console.log(`${[script, ...options].join(' ')}\n${output.trim()}`);
  const counts = /(\d+) passed, (\d+) failed/.exec(output);
  passed += Number(counts?.[1] ?? 0);
  // A harness that ends without its count has failed all the same.
  failed += Math.max(Number(counts?.[2] ?? 1), code === 0 ? 0 : 1);
}

await Promise.all(
  ROWS.map(async (row) => {
    for (const one of row) await harness(one);
  }),
);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
