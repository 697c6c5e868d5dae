#!/usr/bin/env node
// Stands between Playwright and Chromium 80, which is older than what Playwright speaks to: it attaches to new pages
// by itself, answers commands that the browser does not know as done, and spares Playwright's own script (not the
// page's) one function that came later. Started by Playwright as the browser; FLOOR_BROWSER names the real one.
import { spawn } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';

const END = '\0';
/** Ids of commands sent by this file itself. */
const OWN_IDS = 900_000_000;

const browser = spawn(
  process.env.FLOOR_BROWSER ?? '',
  ['--headless', ...process.argv.slice(2).filter((arg) => !arg.startsWith('--headless'))],
  { stdio: ['ignore', 'inherit', 'inherit', 'pipe', 'pipe'] },
);
const [, , , toBrowser, fromBrowser] = browser.stdio;
const toPlaywright = createWriteStream('', { fd: 4 });
const tell = (text) => toPlaywright.write(text + END);

let ownId = OWN_IDS;
function command(method, params) {
  ownId += 1;
  toBrowser.write(JSON.stringify({ id: ownId, method, params }) + END);
}

/** Calls `each` with every message of a pipe. */
function readMessages(pipe, each) {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  pipe.on('data', (bytes) => {
    const parts = (rest + decoder.write(bytes)).split(END);
    rest = parts.pop() ?? '';
    parts.forEach(each);
  });
}

let isWatching = false;
readMessages(createReadStream('', { fd: 3 }), (text) => {
  if (!isWatching) command('Target.setDiscoverTargets', { discover: true });
  isWatching = true;
  toBrowser.write(text.replace(/element\.checkVisibility\(\)/g, '(element.getClientRects().length > 0)') + END);
});

const attached = new Set();
/** Answers that name a page Playwright has not been told of yet. */
const held = new Map();
readMessages(fromBrowser, (text) => {
  const message = JSON.parse(text);
  if (message.id > OWN_IDS) return;
  const { id, sessionId, method, params, error, result } = message;
  if (error && /wasn't found|^Invalid parameters$/.test(error.message)) {
    if (process.env.FLOOR_LOG) console.error(`Chromium 80: ${error.message}`);
    tell(JSON.stringify({ id, sessionId, result: {} }));
  } else if (method === 'Target.targetCreated') {
    const { targetId, type } = params.targetInfo;
    if (type === 'page') command('Target.attachToTarget', { targetId, flatten: true });
  } else if (method === 'Target.attachedToTarget') {
    const { targetId } = params.targetInfo;
    attached.add(targetId);
    tell(text);
    if (held.has(targetId)) tell(held.get(targetId));
    held.delete(targetId);
  } else if (method === 'Target.targetInfoChanged' || method === 'Target.targetDestroyed') {
    // Asked for by this file, unknown to Playwright.
  } else if (result?.targetId && !attached.has(result.targetId)) {
    held.set(result.targetId, text);
  } else {
    tell(text);
  }
});

browser.on('exit', (code) => process.exit(code ?? 0));
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => process.exit(0));
process.on('exit', () => browser.kill('SIGKILL'));
