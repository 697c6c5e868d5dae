// Measures what each kind of page of the demo school sends, gzipped, and holds it to the budgets.
//   node scripts/budgets.mjs [build directory]
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { ROOT, startDemoServer } from './project.mjs';
import { DEMO, signIn, startExams, walk } from './walk.mjs';
import { useOwnNode } from './own-node.mjs';

await useOwnNode();

const KB = 1024;
const BUDGETS = {
  student: { html: 25 * KB, css: 12 * KB, script: 120 * KB },
  teacher: { html: 25 * KB, css: 12 * KB, script: 170 * KB },
};

const build = process.argv[2] ?? 'build';
const dataDir = mkdtempSync(path.join(tmpdir(), 'kaoping-budgets-'));
const server = await startDemoServer(build, dataDir);

/** File in the build → gzipped bytes. */
const sizes = new Map();
function sizeOf(url) {
  if (!sizes.has(url)) sizes.set(url, gzipSync(readFileSync(path.join(ROOT, build, 'client', url))).length);
  return sizes.get(url);
}
const sum = (urls) => [...new Set(urls)].reduce((total, url) => total + sizeOf(url), 0);

/** What a first visit of the page downloads: the page, its styles, and every script that it names. */
function measure(html) {
  const styles = [...html.matchAll(/<link\b[^>]*rel="stylesheet"[^>]*>/g)].map(
    ([tag]) => /href="([^"]+)"/.exec(tag)[1],
  );
  const scripts = [...html.matchAll(/["'](\/assets\/[^"']+\.js)["']/g)].map(([, url]) => url);
  // The manifest names the scripts of every route; only those that this page loads count.
  const loaded = new Set(
    [...html.matchAll(/<(?:link|script)\b[^>]*(?:href|src)="(\/assets\/[^"]+\.js)"/g)].map(([, url]) => url),
  );
  for (const [, url] of html.matchAll(/import\s*(?:[^"';]*?from\s*)?"(\/assets\/[^"]+\.js)"/g)) loaded.add(url);
  return {
    html: gzipSync(html).length,
    css: sum(styles),
    script: sum(scripts.filter((url) => loaded.has(url))),
  };
}

let passed = 0;
let failed = 0;
const kb = (bytes) => (bytes / KB).toFixed(1);
const row = (cells) =>
  cells.map((cell, index) => (index === 0 ? String(cell).padEnd(64) : String(cell).padStart(8))).join('');

try {
  for (const role of ['teacher', 'student']) {
    const budget = BUDGETS[role];
    const send = await signIn(server.address, DEMO[role]);
    console.log(row([`${role} (budget, KB gzip)`, kb(budget.html), kb(budget.css), kb(budget.script)]));
    const sitting = role === 'student' ? await startExams(send, server.address) : [];
    for await (const page of walk(send, ['/dashboard', ...sitting])) {
      const size = measure(page.html);
      const over = Object.keys(budget).filter((what) => size[what] > budget[what]);
      const problems = [
        ...over.map((what) => `${what} over budget`),
        ...(page.status === 200 ? [] : [`status ${page.status}`]),
      ];
      if (problems.length === 0) passed += 1;
      else failed += 1;
      console.log(
        row([page.kind.slice(0, 62), kb(size.html), kb(size.css), kb(size.script)]) +
          (problems.length > 0 ? `  ${problems.join(', ')}` : ''),
      );
    }
  }
} finally {
  server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
