/**
 * Whether one file or one formula holds everybody up:
 *   KAOPING_BUILD_DIR=build node tests/load/hostile-server.mjs [limit in ms]
 * Starts the built server with the demo school. While each hostile file of hostile-inputs.mjs is imported by a teacher,
 * and each hostile formula asked for, /healthz and a student's autosave are asked in turn; prints the p99 of both for
 * each, beside those of the idle server, and fails where one is above the limit (default 200 ms). SIZE_MB is the size of
 * a file, unpacked (default 4, 1 of Excel's), SECONDS how long each is asked at least (default 2), ONLY a piece of the
 * names of the files that are sent (default all, and the formulas).
 */
import { Blob } from 'node:buffer';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startDemoServer } from '../../scripts/project.mjs';
import { useOwnNode } from '../../scripts/own-node.mjs';
import { signIn } from '../../scripts/walk.mjs';
import { openPapers, percentile, post } from '../support/saving.mjs';
import { HOSTILE_FILES, HOSTILE_FORMULAS } from './hostile-inputs.mjs';

await useOwnNode();

const LIMIT_MS = Number(process.argv[2] ?? 200);
const SIZE = Number(process.env.SIZE_MB ?? 4) * 1024 * 1024;
const SECONDS = Number(process.env.SECONDS ?? 2);
const ONLY = process.env.ONLY ?? '';
const MOST_SECONDS = 90;

const dataDir = mkdtempSync(path.join(tmpdir(), 'kaoping-hostile-'));
const server = await startDemoServer(process.env.KAOPING_BUILD_DIR ?? 'build', dataDir);
// What the demo school has left for the disk to write would be measured with the first files.
spawnSync('sync');
let failed = 0;
try {
  const address = server.address;
  const teacher = await signIn(address, 't001');
  const [paper] = await openPapers(address, 1);
  const formulas = await storeFormulas(teacher, address);

  console.log(`${'while'.padEnd(42)} healthz p99   autosave p99   asked   what became of it`);
  await measure('nothing else', () => Promise.resolve('–'));
  // One teacher may have only so many imports waiting: they take turns, so that every file is read.
  const teachers = [teacher, await signIn(address, 't002'), await signIn(address, 't003')];
  const files = HOSTILE_FILES.filter(({ name }) => name.includes(ONLY));
  for (const [index, { name, format, extension, make }] of files.entries()) {
    const bytes = make(SIZE);
    await measure(name, async () => {
      const body = new FormData();
      body.append('bank', 'theory');
      if (format) body.append('format', format);
      body.append('confirm', '0');
      body.append('file', new Blob([bytes]), `试题.${extension}`);
      const begun = performance.now();
      const answer = await post(teachers[index % teachers.length], address, '/api/exam/question/import', body);
      if (answer.code === 429) throw new Error('not read: too many imports');
      // One that only was looked at gives its place free for the next.
      const id = answer.data?.id;
      if (id) await post(teachers[index % teachers.length], address, '/api/exam/question/cancelImport', { id });
      return `${answer.code} after ${((performance.now() - begun) / 1000).toFixed(1)} s`;
    });
  }
  for (const tex of ONLY ? [] : formulas) {
    await measure(`formula ${tex.slice(0, 30)}`, async () => {
      const answer = await teacher(`/formula?tex=${encodeURIComponent(tex)}`);
      return `${answer.status}, ${(await answer.text()).includes('<path') ? 'drawn' : 'as typed'}`;
    });
  }

  /** Asks both in turn while the work runs, and a while longer. */
  async function measure(name, work) {
    let isOver = false;
    let hasFailed = false;
    const begun = performance.now();
    const ended = work().then(
      (said) => said,
      (error) => {
        hasFailed = true;
        return `failed: ${error.message}`;
      },
    );
    void ended.then(() => (isOver = true));
    const health = [];
    const saves = [];
    while (performance.now() - begun < (isOver ? SECONDS : MOST_SECONDS) * 1000) {
      health.push(await timed(() => fetch(`${address}/healthz`).then((answer) => answer.text())));
      saves.push(await timed(() => save(paper)));
    }
    const [ofHealth, ofSaves] = [percentile(health, 99), percentile(saves, 99)];
    const isRight = ofHealth <= LIMIT_MS && ofSaves <= LIMIT_MS && isOver && !hasFailed;
    if (!isRight) failed += 1;
    const ms = (value) => `${value.toFixed(1)} ms`.padStart(12);
    console.log(
      `${name.padEnd(42)}${ms(ofHealth)}${ms(ofSaves)}   ${String(health.length).padStart(6)}   ${isOver ? await ended : 'still at it'}${isRight ? '' : '  ✗'}`,
    );
  }

  async function save({ send, attemptId, itemId, revision }) {
    const body = { attemptId, itemId, revision, value: { text: `第 ${revision} 次` } };
    const answer = await post(send, address, '/api/exam/attempt/answer', body);
    if (answer.code !== 200) throw new Error(`an autosave was answered ${answer.code}: ${answer.message}`);
    paper.revision = answer.data.revision;
  }
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
console.log(failed === 0 ? `all within ${LIMIT_MS} ms` : `${failed} over ${LIMIT_MS} ms`);
process.exitCode = failed === 0 ? 0 : 1;

async function timed(work) {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** Puts each formula into a question and reads them: only what was sent to somebody is drawn for them. */
async function storeFormulas(teacher, address) {
  for (const [index, tex] of HOSTILE_FORMULAS.entries()) {
    const stem = `第 ${index + 1} 题：$${tex}$`;
    const question = { kind: 'short', title: `公式 ${index + 1}`, stem, answer: '略' };
    const answer = await post(teacher, address, '/api/exam/theory/add', question);
    if (answer.code !== 200) throw new Error(`the question was refused: ${answer.code} ${answer.message}`);
  }
  const sent = await teacher('/api/exam/theory/list?pageSize=100');
  if (sent.status !== 200) throw new Error(`the list of questions was refused: ${sent.status}`);
  await sent.text();
  return HOSTILE_FORMULAS;
}
