/** The harnesses in their short form, for npm test: ends with a line `N passed, M failed`. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const SHORT = [['kill.mjs', '--kills=2', '--saves=60'], ['trouble.mjs'], ['twice.mjs'], ['synced.mjs', '--saves=5']];

let passed = 0;
let failed = 0;
for (const [script, ...options] of SHORT) {
  const file = fileURLToPath(new URL(script, import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...options], { encoding: 'utf8' });
  console.log(`${stdout}${stderr}`.trim());
  const counts = /(\d+) passed, (\d+) failed/.exec(stdout);
  passed += Number(counts?.[1] ?? 0);
  // A harness that ends without its count has failed all the same.
  failed += Math.max(Number(counts?.[2] ?? 1), status === 0 ? 0 : 1);
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
