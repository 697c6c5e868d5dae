/**
 * The browser is killed while a student records: what the teacher hears afterwards lacks at most three seconds. Every
 * other time the same browser comes back and sends the rest; the other times nobody does, and the server makes a take
 * of what it has, also when the paper was handed in from another computer meanwhile.
 *   node tests/crash/recording.mjs --kills=50
 * FLOOR_BROWSER names another browser (Chromium 80 or later).
 */
/* global window, MediaRecorder -- in the page */
import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { findChromium } from '../../scripts/system-packages.mjs';
import {
  PASSWORD,
  beginExam,
  createChecks,
  createServer,
  freePort,
  makeRecording,
  makeSchool,
  readNumbers,
  sleep,
  temporaryDirectory,
} from './support.mjs';

process.setMaxListeners(0);
const { kills } = readNumbers({ kills: 50 });
const MOST_MISSING = 3;
/** The server waits for a silent recorder, and sweeps every ten seconds. */
const LEFT_MS = 120_000;
const checks = createChecks('the browser is killed while recording');
const voice = path.join(temporaryDirectory(), 'voice.wav');
writeFileSync(voice, makeRecording(7, 20_000));
const server = await createServer({ dataDir: temporaryDirectory() });
await server.start();
const { teacher, exam, students } = await makeSchool(server.origin, { students: kills });
const pageOf = `${server.origin}/examination/evaluation/index?id=${exam.id}`;

/** A browser of its own process group, so that SIGKILL leaves nothing of it. */
async function startBrowser(profile) {
  const port = await freePort();
  const child = spawn(
    process.env.FLOOR_BROWSER ?? findChromium(),
    [
      ...['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
      ...['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
      `--use-file-for-fake-audio-capture=${voice}`,
      ...[`--user-data-dir=${profile}`, `--remote-debugging-port=${port}`, 'about:blank'],
    ],
    { detached: true, stdio: 'ignore' },
  );
  const kill = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      return; // It has ended already.
    }
    await ended;
  };
  process.once('exit', () => void kill());
  for (let turn = 0; ; turn += 1) {
    try {
      const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
      return { browser, kill };
    } catch (error) {
      if (turn === 100) throw error;
      await sleep(100);
    }
  }
}

/** Signed in as the student, on the page where the oral part is sat. */
async function openPage(browser, student) {
  const [context] = browser.contexts();
  const page = context.pages()[0] ?? (await context.newPage());
  await page.addInitScript(() => {
    const { start } = MediaRecorder.prototype;
    MediaRecorder.prototype.start = function (...given) {
      window.recordedSince = Date.now();
      return start.apply(this, given);
    };
  });
  const form = { account: student.account, password: PASSWORD };
  await page.request.post(`${server.origin}/login`, { form, maxRedirects: 0 });
  await page.goto(pageOf);
  return page;
}

/** Milliseconds of sound, by decoding what the teacher is given. */
async function lengthOf(url) {
  const bytes = Buffer.from(await (await teacher.send(url)).arrayBuffer());
  const decoded = spawnSync('ffmpeg', ['-v', 'error', '-i', 'pipe:0', '-ac', '1', '-ar', '16000', '-f', 's16le', '-'], {
    input: bytes,
    maxBuffer: 64 * 1024 * 1024,
  });
  return decoded.stdout.length / 32;
}

async function takesOf(student, attemptId) {
  const { items } = await student.client.get(`exam/attempt/get?attemptId=${attemptId}`);
  return items[0].takes;
}

async function until(ask, isWanted, limit) {
  const end = Date.now() + limit;
  let seen = await ask();
  while (!isWanted(seen) && Date.now() < end) {
    await sleep(250);
    seen = await ask();
  }
  return seen;
}

/** What the teacher hears of a student's only recording, against what was spoken. */
async function judge(student, attemptId, spoken, how) {
  await student.client.get('exam/attempt/submit', { attemptId });
  const heard = await until(
    async () => (await teacher.get(`exam/score/get?attemptId=${attemptId}`)).items[0].takes,
    (takes) => takes.length > 0,
    LEFT_MS,
  );
  if (!checks.ok(heard.length === 1, `${how}: one take, not ${heard.length}`)) return;
  const missing = (spoken - (await lengthOf(heard[0].url))) / 1000;
  figures[how].push(missing);
  checks.ok(missing <= MOST_MISSING, `${how}: ${missing.toFixed(2)} s of ${(spoken / 1000).toFixed(1)} s are missing`);
}

const figures = { 'the same browser': [], 'another computer': [] };
const judged = [];
for (const [turn, student] of students.entries()) {
  const profile = temporaryDirectory();
  const { oral } = await beginExam(student, exam.id);
  const first = await startBrowser(profile);
  const page = await openPage(first.browser, student);
  await page.getByRole('button', { name: '录音', exact: true }).click();
  await page.getByText('录音中').waitFor();
  const since = await page.evaluate(() => window.recordedSince);
  await sleep(3200 + Math.random() * 5000);
  const spoken = Date.now() - since;
  await first.kill();
  const how = turn % 2 === 0 ? 'the same browser' : 'another computer';
  if (turn % 2 === 0) {
    const second = await startBrowser(profile);
    await openPage(second.browser, student);
    const takes = await until(
      () => takesOf(student, oral.id),
      (all) => all.length > 0,
      LEFT_MS,
    );
    checks.ok(takes.length === 1, `${how}: it is a take by itself`);
    await second.kill();
    await judge(student, oral.id, spoken, how);
  } else {
    judged.push(judge(student, oral.id, spoken, how));
  }
}
await Promise.all(judged);
for (const [how, missing] of Object.entries(figures)) {
  const sorted = [...missing].sort((a, b) => a - b);
  const text = (value) => (value ?? 0).toFixed(2);
  console.log(`${how}: missing ${text(sorted[sorted.length >> 1])} s in the middle, ${text(sorted.at(-1))} s at most`);
}
await server.kill();
checks.finish();
