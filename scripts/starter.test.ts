import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, expect, test } from 'vitest';

const directory = mkdtempSync(path.join(tmpdir(), 'kaoping-starter-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

let running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
  running = [];
});

/** A script that has the starter's functions at hand. */
function script(name: string, body: string): string {
  const file = path.join(directory, name);
  const starter = pathToFileURL(path.resolve('scripts/starter.mjs')).href;
  writeFileSync(file, `import { letGo, spawnBound, whenStarterGone } from ${JSON.stringify(starter)};\n${body}`);
  return file;
}

/** Stands for the server: says its number, and that it ends in peace. */
const server = script(
  'server.mjs',
  `console.log(process.pid);
   const limit = setTimeout(() => process.exit(1), 20_000);
   whenStarterGone(() => { console.log('in peace'); clearTimeout(limit); });`,
);
/** Stands for npm start's own process, bound to what started it. */
const middle = script(
  'middle.mjs',
  `const child = spawnBound(process.execPath, [${JSON.stringify(server)}]);
   whenStarterGone(() => letGo(child));
   child.once('exit', (code) => process.exit(code));`,
);
/** Stands for an older Node.js that hands the script over. */
const outer = script('outer.mjs', `spawnBound(process.execPath, [${JSON.stringify(middle)}]);`);
/** Stands for npm, which passes nothing on. */
const npm = script(
  'npm.mjs',
  `import { spawn } from 'node:child_process';
   spawn(process.execPath, [${JSON.stringify(middle)}], { stdio: 'inherit', env: { ...process.env, npm_lifecycle_event: 'start' } });`,
);
/** Stands for npm where the shell that it runs its script by stays between the two, as Debian's does. */
const npmByShell = script(
  'npm-by-shell.mjs',
  `import { spawn } from 'node:child_process';
   const line = ${JSON.stringify(`"${process.execPath}" "${middle}"`)};
   const env = { ...process.env, npm_lifecycle_event: 'start', npm_lifecycle_script: line };
   spawn('sh', ['-c', line + '; exit'], { stdio: 'inherit', env });`,
);
/** Stands for the shell of a terminal, which leaves the npm that it started alone and ends. */
const terminal = script(
  'terminal.mjs',
  `import { spawn } from 'node:child_process';
   spawn(process.execPath, [${JSON.stringify(npmByShell)}], { stdio: 'inherit' });
   process.stdin.resume();`,
);

/** Runs a starter; answers the server's number, and its remaining output once everything has ended. */
async function begin(file: string) {
  const env = { ...process.env };
  delete env.npm_lifecycle_event;
  const child = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  running.push(child);
  let said = '';
  // Closed when nobody holds it any more: neither the starter nor the server.
  const rest = once(child.stdout, 'close').then(() => said.split('\n').slice(1).join('\n').trim());
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk) => {
      said += String(chunk);
      if (said.includes('\n')) resolve();
    });
  });
  return { child, rest, number: Number(said.split('\n')[0]) };
}

test.each([
  ['its starter', middle],
  ['the Node.js that handed the script over', outer],
  ['npm', npm],
  ['the npm behind a shell', npmByShell],
])('a server ends in peace when %s was killed outright', async (_who, file) => {
  const { child, rest } = await begin(file);
  child.kill('SIGKILL');
  expect(await rest).toBe('in peace');
});

test('a server goes on when only the terminal that npm was started in is gone', async () => {
  const { child, rest, number } = await begin(terminal);
  child.kill('SIGKILL');
  // Several times as long as it takes to be noticed.
  const ended = await Promise.race([rest.then(() => true), new Promise((resolve) => setTimeout(resolve, 3500, false))]);
  expect(ended).toBe(false);
  process.kill(number, 'SIGKILL');
  expect(await rest).toBe('');
});
