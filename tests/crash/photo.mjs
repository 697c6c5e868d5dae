/**
 * The server is killed while a photo is on its way from a pupil's page, and started again: without anybody doing
 * anything the photo arrives once and whole, with what was typed meanwhile; then the page hands in, and the teacher
 * is asked what there is.
 *   node tests/crash/photo.mjs --kills=10
 */
import { chromium } from '@playwright/test';
import { findChromium } from '../../scripts/system-packages.mjs';
import {
  PASSWORD,
  beginExam,
  createChecks,
  createServer,
  makePhoto,
  makeSchool,
  readNumbers,
  sleep,
  temporaryDirectory,
} from './support.mjs';

const { kills } = readNumbers({ kills: 10 });
/** A photo of so many pixels each way is about a megabyte; at this speed it is some seconds on its way. */
const SIDE = 900;
const BYTES_A_SECOND = 200_000;
const PATIENCE_MS = 90_000;

const checks = createChecks('the server is killed while a photo is on its way');
const server = await createServer({ dataDir: temporaryDirectory() });
await server.start();
const { teacher, exam, students } = await makeSchool(server.origin, { students: kills });
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] });
const figures = [];

for (const [turn, student] of students.entries()) {
  const how = `kill ${turn + 1}`;
  const { written } = await beginExam(student, exam.id);
  const context = await browser.newContext({ locale: 'zh-CN' });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const form = { account: student.account, password: PASSWORD };
  await page.request.post(`${server.origin}/login`, { form, maxRedirects: 0 });
  await page.goto(`${server.origin}/examination/evaluation/written?id=${exam.id}`);
  const item = page.locator('.item', { has: page.getByLabel(/拍照或选图/) });
  await page.waitForLoadState('networkidle');
  const line = await context.newCDPSession(page);
  const conditions = { offline: false, latency: 0, downloadThroughput: -1 };
  await line.send('Network.enable');
  await line.send('Network.emulateNetworkConditions', { ...conditions, uploadThroughput: BYTES_A_SECOND });
  const buffer = await makePhoto(turn, SIDE);
  await item.getByLabel(/拍照或选图/).setInputFiles([{ name: '答卷.jpg', mimeType: 'image/jpeg', buffer }]);
  const text = `第 ${turn} 位写的一日游计划`;
  await sleep(200 + Math.random() * 4000);
  await item.getByRole('textbox').fill(text);
  await server.kill();
  await sleep(500 + Math.random() * 2000);
  await server.start();
  const since = Date.now();
  await line.send('Network.emulateNetworkConditions', { ...conditions, uploadThroughput: -1 });
  const state = async () => (await student.client.get(`exam/attempt/get?attemptId=${written.id}`)).items;
  let items = await state();
  const isThere = () => items.some((one) => one.photos.length > 0) && items.some((one) => one.answer?.value.text);
  while (!isThere() && Date.now() - since < PATIENCE_MS) {
    await sleep(250);
    items = await state();
  }
  figures.push((Date.now() - since) / 1000);
  checks.ok(isThere(), `${how}: photo and text arrive by themselves`);
  await page.locator('.exam__side').getByRole('button', { name: '交卷' }).click();
  await page.getByRole('button', { name: '确定交卷' }).click();
  await page.waitForURL(/evaluation\/receipt/);
  const seen = (await teacher.get(`exam/score/get?attemptId=${written.id}`)).items;
  const photos = seen.flatMap((one) => one.photos);
  checks.ok(photos.length === 1, `${how}: the teacher finds one photo, not ${photos.length}`);
  const [photo] = photos;
  checks.ok(photo?.width === SIDE && photo?.height === SIDE, `${how}: the photo is whole`);
  checks.ok(
    seen.some((one) => one.answer?.value.text === text),
    `${how}: the teacher reads what was typed`,
  );
  await context.close();
}
const sorted = figures.sort((a, b) => a - b);
console.log(
  `there again ${sorted[sorted.length >> 1]?.toFixed(1)} s after the start in the middle, ${sorted.at(-1)?.toFixed(1)} s at most`,
);
await browser.close();
await server.kill();
checks.finish();
